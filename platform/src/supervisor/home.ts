import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeAtomically } from '../parts/files.ts';
import { canReach, postgresUser, ROOT_STATE } from '../parts/postgres-binaries.ts';
import { openRootState } from './root-state.ts';

/** The folder that holds all state of one copy of the product. */
export interface Home {
  readonly dir: string;
  path(...parts: readonly string[]): string;
  /** A password made once and kept; `name` says whose. */
  secret(name: string): string;
  postgresDir(): string;
  /** Removes all state, so that the product begins anew. Only call while this process owns the home. */
  reset(): void;
}

const STATE = ['postgres', 'nats', 'chain', 'replay', 'remotes', 'logs', 'secrets.json'];

/** Opens (and makes) a home folder. @throws Error for a folder that holds other things. */
export function openHome(dir: string): Home {
  const root = resolve(dir);
  refuseForeign(root);
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
        openRootState(ROOT_STATE).remove(shortId(secrets));
      for (const name of STATE) rmSync(path(name), { recursive: true, force: true });
    },
  };
}

const ALSO_THERE = new Set([...STATE, 'run', 'lost+found', '.DS_Store']);

/** A folder of somebody else's may have a `chain` or `logs` of its own, which we would write into and a reset remove. */
function refuseForeign(root: string): void {
  if (!existsSync(root) || existsSync(join(root, 'secrets.json'))) return;
  const foreign = readdirSync(root).find((name) => !ALSO_THERE.has(name) && !/\.lock(\.|$)/.test(name));
  if (foreign !== undefined)
    throw new Error(`${root} holds other things (${foreign}): give --home a new or an empty folder`);
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
 * In the home, but where root's home is closed to the postgres user (a project under /root) a folder of its
 * own under /var/lib, found again by the id that the home keeps.
 */
function postgresDir(root: string, secret: (name: string) => string): string {
  if (!isClosed(root)) return join(root, 'postgres');
  return openRootState(ROOT_STATE).folder(shortId(secret), root);
}

const isClosed = (root: string) => postgresUser() !== undefined && !canReach(root);
const shortId = (secret: (name: string) => string) => secret('id').slice(0, 16);
