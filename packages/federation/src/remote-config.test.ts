import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rspack, type StatsCompilation } from '@rspack/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { remoteConfig } from './remote-config.ts';

// Inside this package, so that workspace packages resolve as they do in a remote.
const scratch = join(import.meta.dirname, '../dist/.scratch');

let folder: string;

beforeAll(() => {
  mkdirSync(scratch, { recursive: true });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function remote(page: string): void {
  folder = mkdtempSync(join(scratch, 'remote-'));
  const files = {
    'package.json': JSON.stringify({ name: 'mf-scratch', version: '1.2.3', type: 'module' }),
    'remote.json': JSON.stringify({ name: 'mf-scratch', routes: [{ path: '/scratch' }] }),
    'src/remote.tsx': `import { defineRemote } from '@touchline/host/remote';\n${page}\nexport const remote = defineRemote({ '/scratch': Page });\n`,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

async function build(): Promise<StatsCompilation> {
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  try {
    return await new Promise((done, fail) => {
      rspack(remoteConfig({ name: 'mf-scratch' })({}), (error, stats) =>
        error || !stats ? fail(error) : done(stats.toJson({ all: false, errors: true, warnings: true })),
      );
    });
  } finally {
    vi.restoreAllMocks();
  }
}

describe('build of a remote', () => {
  test('a build contains a manifest and its description, and nothing that the shell provides', async () => {
    remote(`
      import { useHost } from '@touchline/host/host';
      import { useQuery } from '@touchline/host/query';
      import { Button } from '@touchline/ui/base';
      import { z } from 'zod/mini';
      const Page = () => <Button>{useHost().now()}{String(useQuery)}{String(z.string())}</Button>;
    `);
    const { errors } = await build();
    expect(errors).toEqual([]);
    const files = readdirSync(join(folder, 'dist'));
    expect(files).toContain('remote.json');
    const manifest = JSON.parse(readFileSync(join(folder, 'dist/mf-manifest.json'), 'utf8'));
    expect(manifest.name).toBe('mf_scratch');
    expect(manifest.metaData.remoteEntry.name).toMatch(/^remoteEntry\.[0-9a-f]{8}\.js$/);
    expect(manifest.exposes.map((one: { name: string }) => one.name)).toEqual(['remote']);
    const code = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, 'dist', file)));
    // The CommonJS runtime is not tree-shaken: extensionAlias in common.ts must still find the ES build.
    const maps = files.filter((file) => file.endsWith('.js.map'));
    const sources = maps.flatMap(
      (file) => JSON.parse(readFileSync(join(folder, 'dist', file), 'utf8')).sources,
    );
    expect(sources.filter((source: string) => /module-federation.*\.cjs$/.test(source))).toEqual([]);
    // The build uses the shell's runtime: a bundled copy would exceed this limit.
    expect(Buffer.concat(code).byteLength).toBeLessThan(40_000);
  });

  test.each([
    ['@mantine/core', `import { Table as Page } from '@mantine/core';`, '@touchline/ui/base'],
    ['react-router-dom', `import { Link as Page } from 'react-router-dom';`, '@touchline/host/router'],
    ['zod', `import { z } from 'zod'; const Page = () => String(z.string());`, 'zod/mini'],
    ['wagmi', `import { WagmiProvider as Page } from 'wagmi';`, 'host.wallet'],
  ])(
    'a build with its own copy of %s fails with a hint',
    async (_, page, hint) => {
      remote(page);
      const { errors = [] } = await build();
      expect(errors.map((error) => error.message).join('\n')).toContain(hint);
    },
    60_000,
  );
});
