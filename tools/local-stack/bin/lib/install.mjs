import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { ROOT, run, say } from './project.mjs';

const LOCK_FILE = join(ROOT, 'package-lock.json');
const NPM_RECORD = join(ROOT, 'node_modules', '.package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.touchline-installed');

/** Installs packages if node_modules is missing or belongs to another lock file. A concurrent call waits. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const lock = join(ROOT, '.touchline', 'install.lock');
  await withLock(lock, install, {
    onWait: (owner) => say(`waiting for process ${owner}, which is installing`),
  });
}

/** Makes a change of the lock file after which the same packages are needed: nothing has to be installed again. */
export function withSamePackages(change) {
  const wasInstalled = isInstalled();
  change();
  if (wasInstalled) writeFileSync(STAMP, fingerprint());
}

async function install() {
  if (isInstalled()) return;
  const since = Date.now();
  // updates in place, because programs may be running from node_modules
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
  return statSync(NPM_RECORD).mtimeMs >= statSync(LOCK_FILE).mtimeMs; // installed by hand
}

/** The lock file and the platform, as some packages contain native programs. */
function fingerprint() {
  const lock = createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
  return `${lock} ${process.platform}-${process.arch}`;
}

/** Runs the npm that started us, or the one on PATH. */
function runNpm(args, env) {
  const cli = process.env.npm_execpath;
  const options = { env: Object.fromEntries(Object.entries(env).filter(([, value]) => value)) };
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args], options) : run('npm', args, options);
}

/** A cache in the temporary folder for users without a writable home (nobody, users in containers). */
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
