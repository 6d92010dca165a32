import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// The function is there for contexts that are made after the flag is set; as an option of Node it is not allowed everywhere.
setFlagsFromString('--expose-gc');
const runGc = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
/** Without a computation; a collection holds up every caller. */
const IDLE_MS = 2_000;
/** Entries whose columns are worth that: some megabytes. */
const MIN_REPLACED = 100_000;

/**
 * Frees what a batch has left behind, in about a millisecond. V8 would let tens of megabytes come together, and what they took
 * stays with the process.
 */
export const collectMinor = () => runGc({ type: 'minor' });

/** Frees everything that nobody holds any more: some milliseconds for each ten megabytes of objects. */
export const collectAll = () => runGc();

/**
 * Calls `free` two seconds after the last call of what it returns, once columns of enough entries have been replaced. V8 does not
 * count shared memory as garbage, and lets some 64 MB of the rest come together.
 */
export function createIdleCollector(collect: () => void): (entries: number) => void {
  let replaced = 0;
  let timer: NodeJS.Timeout | undefined;
  return (entries) => {
    replaced += entries;
    if (replaced < MIN_REPLACED) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      replaced = 0;
      collect();
    }, IDLE_MS).unref();
    timer.refresh();
  };
}

/** Frees everything in the process when it is calm; `entries`: those whose columns have just been replaced. */
export const collectWhenIdle = createIdleCollector(collectAll);
