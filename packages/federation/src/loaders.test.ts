import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import useMantineMergedRefs, { SCROLL_AREA } from './use-mantine-merged-refs.ts';
import withoutDescriptions, { DESCRIPTIONS } from './without-descriptions.ts';
import withoutRemotes, { REMOTES } from './without-remotes.ts';
import withoutSnapshots, { SNAPSHOTS } from './without-snapshots.ts';

const require = createRequire(import.meta.url);

/** Folder of an installed package, resolved from the package that depends on it. */
function findPackageFolder(name: string, from = import.meta.dirname): string {
  const paths = require.resolve.paths(name) ?? [];
  const candidates = [join(from, 'node_modules'), ...paths].map((path) => join(path, name));
  const folder = candidates.find((path) => existsSync(join(path, 'package.json')));
  if (!folder) throw new Error(`${name} is not installed`);
  return folder;
}

const LOADERS = [
  { name: '@mantine/core', pattern: SCROLL_AREA, loader: useMantineMergedRefs, files: 1 },
  { name: '@module-federation/runtime-core', pattern: SNAPSHOTS, loader: withoutSnapshots, files: 4 },
  {
    name: '@module-federation/webpack-bundler-runtime',
    pattern: REMOTES,
    loader: withoutRemotes,
    files: 2,
  },
  { name: '@module-federation/error-codes', pattern: DESCRIPTIONS, loader: withoutDescriptions, files: 1 },
];

/** Guards against a library release that moves its modules: the pattern would no longer match, and unused code would return. */
test.each(LOADERS)('the pattern for $name matches its modules', ({ name, pattern, files }) => {
  expect(findMatchingFiles(name, pattern), String(pattern)).toHaveLength(files);
});

test.each(LOADERS)(
  'the replacement for modules of $name exports only names that exist',
  ({ name, pattern, loader }) => {
    for (const file of findMatchingFiles(name, pattern)) {
      const source = readFileSync(file, 'utf8');
      const names = listExports(loader(source));
      expect(names.length, file).toBeGreaterThan(0);
      for (const used of names) expect(listExports(source), file).toContain(used);
    }
  },
);

function findMatchingFiles(name: string, pattern: RegExp): string[] {
  const folder = findPackageFolder(name);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => pattern.test(file));
}

/** Names that a module exports, parsed from its source. */
function listExports(source: string): string[] {
  const declared = [...source.matchAll(/^export (?:const|class|function) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
  const listed = /^export \{ (.*) \};/m.exec(source)?.[1]?.split(', ') ?? [];
  return [...declared, ...listed.map((one) => one.split(' as ').at(-1) ?? '')];
}
