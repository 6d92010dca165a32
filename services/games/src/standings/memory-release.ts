import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Contexts created after the flag is set have `gc`. Node does not accept the flag as an option everywhere, such as in NODE_OPTIONS.
setFlagsFromString('--expose-gc');
const runGc = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
/** Time without a computation before a collection, which blocks all requests. */
const IDLE_MS = 2_000;
/** Minimum number of entries with replaced columns for a collection. */
const MIN_REPLACED = 100_000;

/** Collects the garbage of a batch early. V8 would let it grow first, and the process would keep that memory. */
export const collectMinor = () => runGc({ type: 'minor' });

/** Runs a full collection, which blocks the thread for some milliseconds. */
export const collectAll = () => runGc();

/**
 * Creates a function that reports replaced columns by their number of entries. Runs `collect` once enough were replaced and
 * none has been for `IDLE_MS`. V8 itself collects late, because it does not count shared memory as garbage.
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

/** Reports replaced columns; a full collection follows when the process is idle. */
export const collectWhenIdle = createIdleCollector(collectAll);
