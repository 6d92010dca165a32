import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeAtomically } from '../dependencies/files.ts';
import { canReach, postgresUser, ROOT_STATE } from '../dependencies/postgres-binaries.ts';
import { fromUsersFolder } from './command-line.ts';
import { openRootState } from './root-state.ts';

/** The folder that holds all state of one copy of the product. */
export interface Home {
  readonly dir: string;
  path(...parts: readonly string[]): string;
  /** A generated password, stored under `name`. */
  secret(name: string): string;
  postgresDir(): string;
  /** Deletes all state. Call only while this process owns the home. */
  reset(): void;
}

const STATE = ['postgres', 'nats', 'chain', 'replay', 'remotes', 'logs', 'secrets.json'];

/** Opens a home folder, creating it if missing. @throws Error for a folder with other contents */
export function openHome(dir: string): Home {
  const root = resolve(dir);
  rejectForeign(root);
  mkdirSync(join(root, 'run'), { recursive: true });
  const path = (...parts: readonly string[]) => join(root, ...parts);
  const secrets = keptSecrets(path('secrets.json'));
  return {
    dir: root,
    path,
    secret: secrets,
    postgresDir: () => postgresDir(root, secrets),
    reset: () => {
      if (existsSync(path('secrets.json')) && isClosed(root))
        openRootState(ROOT_STATE).remove(shortId(secrets), root);
      for (const name of STATE) rmSync(path(name), { recursive: true, force: true });
    },
  };
}

/**
 * Returns the secret that signs release tokens: RELEASE_SECRET, or the one in a home of npm start. A home that is named wins.
 * @param dir folder given by the user; undefined for the default home of the project
 * @throws Error if no product was ever started with this home
 */
export function readReleaseSecret(dir: string | undefined, project: string): string {
  if (dir === undefined && process.env.RELEASE_SECRET) return process.env.RELEASE_SECRET;
  const home = dir === undefined ? join(project, '.touchline') : fromUsersFolder(dir);
  if (!existsSync(join(home, 'secrets.json')))
    throw new Error(
      `${home} is not a home of Touchline. Give its folder with --home, or set RELEASE_SECRET.`,
    );
  return openHome(home).secret('releases');
}

const ALSO_THERE = new Set([...STATE, 'run', 'lost+found', '.DS_Store']);

/** A foreign folder may have its own `chain` or `logs`, which we would write to and a reset would delete. */
function rejectForeign(root: string): void {
  if (!existsSync(root) || existsSync(join(root, 'secrets.json'))) return;
  const foreign = readdirSync(root).find((name) => !ALSO_THERE.has(name) && !/\.lock(\.|$)/.test(name));
  if (foreign !== undefined)
    throw new Error(
      `${root} is not a home of Touchline (it contains ${foreign}): give --home a new or empty folder`,
    );
}

function keptSecrets(file: string): (name: string) => string {
  return (name) => {
    const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
    const kept = known[name];
    if (kept) return kept;
    const made = randomBytes(18).toString('hex');
    writeAtomically(file, JSON.stringify({ ...known, [name]: made }, null, 2), 0o600);
    return made;
  };
}

/**
 * Usually in the home. If the postgres user cannot enter it (a project under /root), a folder under /var/lib that is
 * identified by an id stored in the home.
 */
function postgresDir(root: string, secret: (name: string) => string): string {
  if (!isClosed(root)) return join(root, 'postgres');
  return openRootState(ROOT_STATE).folder(shortId(secret), root);
}

const isClosed = (root: string) => postgresUser() !== undefined && !canReach(root);
const shortId = (secret: (name: string) => string) => secret('id').slice(0, 16);
