import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { ROOT, run, say } from './project.mjs';

const LOCK_FILE = join(ROOT, 'package-lock.json');
const NPM_RECORD = join(ROOT, 'node_modules', '.package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.touchline-installed');

/** Installs what the lock file names when node_modules is missing or was made from another one. Two at once: one waits. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const lock = join(ROOT, '.touchline', 'install.lock');
  await withLock(lock, install, {
    onWait: (owner) => say(`waiting for process ${owner}, which is installing`),
  });
}

async function install() {
  if (isInstalled()) return;
  const since = Date.now();
  // what is there is brought up to date in place: programs that run from it go on running
  const how = existsSync(NPM_RECORD) ? ['install', '--no-save'] : ['ci'];
  say(`installing the packages of package-lock.json (npm ${how[0]})`);
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await runNpm([...how, ...flags], { npm_config_cache: npmCache() });
  if (code !== 0) throw new Error(`npm ${how[0]} failed (${code})`);
  writeFileSync(STAMP, fingerprint());
  say(`installed in ${Math.round((Date.now() - since) / 1000)} s`);
}

function isInstalled() {
  if (!existsSync(NPM_RECORD)) return false;
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === fingerprint();
  return statSync(NPM_RECORD).mtimeMs >= statSync(LOCK_FILE).mtimeMs; // by hand, with npm install
}

/** The lock and the machine: packages with programs inside differ per platform. */
function fingerprint() {
  const lock = createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
  return `${lock} ${process.platform}-${process.arch}`;
}

/** npm as it was started, or the one on PATH. */
function runNpm(args, env) {
  const cli = process.env.npm_execpath;
  const options = { env: Object.fromEntries(Object.entries(env).filter(([, value]) => value)) };
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args], options) : run('npm', args, options);
}

/** A user without a writable home (nobody, a container's user) gets a cache under the temporary folder. */
function npmCache() {
  if (process.env.npm_config_cache && canWrite(process.env.npm_config_cache)) return undefined;
  if (canWrite(join(homedir(), '.npm'))) return undefined;
  return join(tmpdir(), `touchline-npm-${process.getuid?.() ?? 'user'}`);
}

function canWrite(dir) {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
