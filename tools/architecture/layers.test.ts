import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readLayers } from './layers.mjs';

const workspace = mkdtempSync(join(tmpdir(), 'touchline-layers-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** Reads the layers of a package with these files. */
function reading(layers: unknown, files: readonly string[]): () => unknown {
  const folder = mkdtempSync(join(workspace, 'package-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(layers ? { layers } : {}));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return () => readLayers(workspace, [folder.slice(workspace.length + 1)]);
}

describe('layers', () => {
  it('list every module', () => {
    const files = ['src/top/a.ts', 'src/bottom.ts', 'src/bottom.test.ts', 'rspack.config.ts'];
    expect(reading([['top'], ['bottom']], files)).not.toThrow();
    expect(reading([['top']], files)).toThrow(/src\/bottom is in no layer/);
    expect(reading([['top', 'missing'], ['bottom']], files)).toThrow(
      /a layer for missing, which is not in src/,
    );
    expect(reading(undefined, files)).toThrow(/declares no "layers"/);
  });

  it('list the commands of a package and the folders of its bin', () => {
    const files = ['src/top.ts', 'bin/start.mjs', 'bin/lib/lock.mjs'];
    expect(reading([['bin'], ['top'], ['bin/lib']], files)).not.toThrow();
    expect(reading([['bin'], ['top']], files)).toThrow(/bin\/lib is in no layer/);
  });

  it('list the modules of a package without src', () => {
    const files = ['joins.ts', 'joins/send.ts', 'data/goal.ts', 'results/2026.md', 'dist/joins.js'];
    expect(reading([['joins'], ['data']], files)).not.toThrow();
    expect(reading([['joins']], files)).toThrow(/data is in no layer/);
  });

  it('a package with folders requires layers', () => {
    expect(reading('flat', ['src/a.ts'])).not.toThrow();
    expect(reading('flat', ['src/testing/a.ts'])).not.toThrow();
    expect(reading('flat', ['src/testing/a.ts', 'src/top/a.ts'])).toThrow(
      /top is a folder, so .* is not flat/,
    );
    expect(reading('flat', ['a.mjs', 'bin/start.mjs'])).toThrow(/bin is a folder/);
  });
});
