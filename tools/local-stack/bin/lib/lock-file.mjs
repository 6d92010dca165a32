import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

const FILE = join(ROOT, 'package-lock.json');
const SYSTEMS = [
  'android',
  'darwin',
  'linux',
  'win32',
  'windows',
  'freebsd',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
];
const PROCESSORS = ['x64', 'amd64', 'arm64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];

/**
 * Packages for other platforms that package-lock.json names but does not describe. npm omits them if its registry has no
 * copy, and `npm ci` then rejects the lock file elsewhere.
 */
export function missingFromLock() {
  return missingIn(readLock());
}

/** Adds the missing descriptions, as npm would. */
export function completeLock() {
  const lock = readLock();
  for (const { name, version, dev } of missingIn(lock)) {
    const entry = { ...platformOf(name), ...(dev ? { dev } : {}), optional: true };
    const keys = Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)); // npm's own order
    lock.packages[`node_modules/${name}`] = { version, ...Object.fromEntries(keys) };
  }
  const [root, ...rest] = Object.entries(lock.packages);
  lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => a.localeCompare(b, 'en'))]);
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
}

function readLock() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

function missingIn({ packages }) {
  const missing = new Map();
  for (const entry of Object.values(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const known = Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`));
      if (!known && /^\d[\w.+-]*$/.test(version)) missing.set(name, { name, version, dev: entry.dev });
    }
  }
  return [...missing.values()];
}

/** Derived from the name, e.g. `@biomejs/cli-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : null;
  const os = words.find((word) => SYSTEMS.includes(word))?.replace('windows', 'win32');
  const cpu = words.find((word) => PROCESSORS.includes(word))?.replace('amd64', 'x64');
  if (!os && !cpu)
    throw new Error(`cannot derive the platform of ${name}: describe it in package-lock.json by hand`);
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) };
}
