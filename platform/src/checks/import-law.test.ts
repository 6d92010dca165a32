import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const workspace = mkdtempSync(join(tmpdir(), 'touchline-import-law-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** Lints one file of a made-up workspace by the project's own configuration; returns what the linter says. */
function lint(path: string, imported: string): string {
  const {
    $schema: _,
    vcs: __,
    ...configuration
  } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(workspace, 'biome.json'), JSON.stringify(configuration));
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), `import { it } from '${imported}';\nconsole.log(it);\n`);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const run = spawnSync(process.execPath, [biome, 'lint', '--colors=off', path], {
    cwd: workspace,
    encoding: 'utf8',
  });
  return run.stdout + run.stderr;
}

describe('the import law', () => {
  it.each([
    ['packages/rules/src/points.ts', '@touchline/api/http/games', 'pass what you need as an argument'],
    ['packages/rules/src/points.ts', 'node:fs', 'pass what you need as an argument'],
    ['packages/api/src/http/games.ts', '@touchline/service-kit/route', 'schemas know no service'],
    ['packages/ui/src/pitch.tsx', '@touchline/platform/product', 'take everything else as a prop'],
    ['packages/service-kit/src/app.ts', '@touchline/platform/testing', 'service-kit may import'],
    ['mf-staking/src/page.tsx', '@touchline/service-kit/app', 'useHost()'],
    ['mf-staking/src/page.tsx', '@mantine/core', '@touchline/ui/base'],
    ['mf-staking/src/page.tsx', 'viem', 'host.transfers'],
    ['mf-staking/src/page.tsx', '../../shell/src/session.ts', 'by its name'],
    ['shell/src/app.tsx', '@touchline/mf-leaderboards/remote', 'at run time'],
    ['services/games/src/app.ts', '@touchline/fpl-relay/app', 'over the bus'],
    ['services/games/src/app.ts', '@touchline/platform/product', 'over the bus'],
    ['gateway/src/app.ts', '@touchline/rules/squad', 'live behind it'],
  ])('refuses that %s imports %s and names the way out', (path, imported, wayOut) => {
    expect(lint(path, imported)).toContain(wayOut);
  });

  it.each([
    ['packages/api/src/http/games.ts', '@touchline/rules/formations'],
    ['mf-staking/src/page.tsx', '@touchline/ui/base'],
    ['services/games/src/app.ts', '@touchline/service-kit/app'],
    ['services/games/src/app.test.ts', '@touchline/platform/testing'],
    ['shell/src/transfers/transfers.test.ts', '@touchline/platform/parts/chain'],
  ])('lets %s import %s', (path, imported) => {
    expect(lint(path, imported)).not.toContain('noRestrictedImports');
  });
});
