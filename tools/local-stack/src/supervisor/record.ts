import { existsSync, readFileSync, rmSync } from 'node:fs';
import { withLock } from '../../bin/lib/lock.mjs';
import { identityOf } from '../../bin/lib/process-identity.mjs';
import { signalGroup } from '../dependencies/child.ts';
import { writeAtomically } from '../dependencies/files.ts';
import { waitUntil } from '../dependencies/wait.ts';
import { sentence } from '../error-sentence.ts';
import type { Home } from './home.ts';

interface ProcessRow {
  readonly name: string;
  readonly pid: number;
  readonly identity: string;
}

/** Records the running processes, so that the next start can end what a killed supervisor left behind. */
export interface ProcessRecord {
  add(name: string, pid: number): void;
  remove(pid: number): void;
  /** Releases the home. */
  close(): void;
}

/**
 * Takes ownership of a home and ends processes left behind by a killed supervisor; a reused process id is recognised.
 * @throws Error when another supervisor owns the home
 */
export async function takeHome(home: Home, say: (text: string) => void): Promise<ProcessRecord> {
  const ownerFile = home.path('run', 'supervisor.json');
  const rowsFile = home.path('run', 'processes.json');
  await withLock(home.path('run', 'lock'), () => {
    const [owner] = readRows(ownerFile);
    if (owner && isSame(owner)) throw new Error(inUse(home, owner.pid));
    writeAtomically(ownerFile, JSON.stringify([rowOf('supervisor', process.pid)]));
  });
  await endLeftovers(readRows(rowsFile), say);
  let rows: ProcessRow[] = [];
  const save = () => {
    try {
      writeAtomically(rowsFile, JSON.stringify(rows, null, 2));
    } catch (error) {
      // A full disk must not stop the product, and each process has its guard.
      say(`process record not written: ${sentence(error)}`);
    }
  };
  save();
  return {
    add: (name, pid) => {
      rows = [...rows, rowOf(name, pid)];
      save();
    },
    remove: (pid) => {
      rows = rows.filter((row) => row.pid !== pid);
      save();
    },
    close: () => {
      rmSync(rowsFile, { force: true });
      rmSync(ownerFile, { force: true });
    },
  };
}

function inUse(home: Home, pid: number): string {
  return `${home.dir} is in use by process ${pid}: stop it, or start this copy with its own --home DIR and --port N`;
}

function rowOf(name: string, pid: number): ProcessRow {
  return { name, pid, identity: identityOf(pid) ?? '' };
}

function isSame(row: ProcessRow): boolean {
  return row.identity !== '' && identityOf(row.pid) === row.identity;
}

function readRows(file: string): ProcessRow[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ProcessRow[]) : [];
}

async function endLeftovers(rows: readonly ProcessRow[], say: (text: string) => void): Promise<void> {
  const left = rows.filter(isSame);
  if (left.length === 0) return;
  say(`ending processes of an earlier run: ${left.map((row) => row.name).join(', ')}`);
  for (const row of left) endProcess(row);
  const gone = () => !left.some(isSame);
  await waitUntil(gone, { what: 'leftover processes to end', timeoutMs: 8_000 }).catch(() => {
    for (const row of left) if (isSame(row)) signalGroup(row.pid, 'SIGKILL');
    return waitUntil(gone, { what: 'leftover processes to be killed', timeoutMs: 5_000 });
  });
}

/** The guard of the process may end it first. */
function endProcess({ name, pid }: ProcessRow): void {
  try {
    process.kill(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM');
  } catch {}
}
