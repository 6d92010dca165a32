import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { ROOT, runNode, say } from './project.mjs';

const TSC = 'node_modules/@typescript/native/bin/tsc';
/** Two projects at a time, one thread each: several threads within a project check what they share once each. */
const TSC_THREADS = ['--builders', '2', '--checkers', '1'];
const RSPACK = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
/** One build leaves a second core idle half of the time. */
const PARALLEL = 2;
const NOT_SOURCE = new Set(['node_modules', 'dist', '.touchline', 'test-results', 'playwright-report']);

/** Installs what is missing and builds what changed: the compiler's projects, then every browser build with changed sources or packages. */
export async function build() {
  await ensureInstalled();
  const lock = join(ROOT, '.touchline', 'build.lock');
  await withLock(lock, buildAll, {
    onWait: (owner) => say(`waiting for process ${owner}, which is building`),
  });
}

/** Installs what is missing and compiles these projects without output. @throws Error when one does not compile */
export async function ensureCompiled(...projects) {
  await ensureInstalled();
  if ((await compile({ quiet: true, onText: () => {} }, ...projects)) !== 0)
    throw new Error(`tsc -b ${projects.join(' ')} failed`);
}

/** Type-checks and emits everything, or these projects with what they refer to, incrementally. */
export async function compile(options, ...projects) {
  return runNode(join(ROOT, TSC), ['-b', ...TSC_THREADS, ...projects], options);
}

async function buildAll() {
  const since = Date.now();
  if ((await compile()) !== 0) throw new Error('tsc -b failed');
  const shared = hashOf([
    join(ROOT, 'packages'),
    join(ROOT, 'contracts'),
    ...endpointFiles(),
    ...rootFiles(),
  ]);
  const built = [];
  const waiting = browserBuilds();
  const work = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift())
      if (await buildBrowser(folder, shared)) built.push(relative(ROOT, folder));
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const what = built.length > 0 ? `compiler and ${built.join(', ')}` : 'only the compiler had to run';
  say(`built in ${((Date.now() - since) / 1000).toFixed(1)} s (${what})`);
}

/** The endpoints of teams' services, which remotes may import. */
const endpointFiles = () =>
  readdirSync(join(ROOT, 'services')).map((name) => join(ROOT, 'services', name, 'src', 'endpoints.ts'));

function rootFiles() {
  return ['package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json'].map((name) => join(ROOT, name));
}

/** The shell, every mf-* and the demo wallet, if they have a browser build. */
function browserBuilds() {
  const remotes = readdirSync(ROOT).filter((name) => name.startsWith('mf-'));
  return ['shell', ...remotes, 'tools/demo-wallet']
    .map((name) => join(ROOT, name))
    .filter(
      (folder) =>
        existsSync(join(folder, 'rspack.config.ts')) || existsSync(join(folder, 'rspack.config.mjs')),
    );
}

async function buildBrowser(folder, shared) {
  const stamp = join(folder, 'dist', '.build-hash');
  const hash = `${shared} ${hashOf([folder])}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  say(`building ${relative(ROOT, folder)}`);
  const code = await runNode(RSPACK, ['build'], { cwd: folder, env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error(`the build of ${relative(ROOT, folder)} failed`);
  writeFileSync(stamp, hash);
  return true;
}

/** A hash of the paths and contents of all sources under these files and folders. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(path)) hash.update(`${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return [path]; // a file
  }
  return entries
    .filter((entry) => !NOT_SOURCE.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
    );
}
