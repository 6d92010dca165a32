import { Worker } from 'node:worker_threads';
import { computeSubtrees, SUBTREE } from './lock-tree.ts';

/** Hashes the commitments of one lock root. */
export interface SubtreeHasher {
  /** Computes the roots of subtrees, 32 bytes each. Call it again before the result; results keep their order. */
  hash(commitments: readonly Uint8Array[]): Promise<Uint8Array>;
  stop(): void;
}

/** Script of the built service; tests that run from source use it too (see `packages/standings/src/thread.ts`). */
const SCRIPT = new URL('../../dist/lock-roots/subtree-hasher-thread.js', import.meta.url);
/** A tree that takes a few milliseconds. */
const MAX_ENTRIES_HERE = 4 * SUBTREE;

/** Creates a hasher: for a small tree on this thread, for a large one in a worker thread, so that requests are not delayed. */
export function createSubtreeHasher(entries: number, script = SCRIPT): SubtreeHasher {
  if (entries <= MAX_ENTRIES_HERE)
    return { hash: async (commitments) => computeSubtrees(commitments), stop() {} };
  const thread = new Worker(script, { execArgv: [] });
  const pending: Pending[] = [];
  const fail = (error: Error) => {
    for (const { reject } of pending.splice(0)) reject(error);
  };
  thread.on('message', (roots: Uint8Array) => pending.shift()!.resolve(roots));
  thread.on('error', fail);
  thread.on('exit', (code) => fail(new Error(`subtree hasher exited with code ${code}`)));
  return {
    hash(commitments) {
      const result = new Promise<Uint8Array>((resolve, reject) => pending.push({ resolve, reject }));
      result.catch(() => {}); // The caller may fail before it waits for this result.
      thread.postMessage(commitments);
      return result;
    },
    stop: () => void thread.terminate(),
  };
}

interface Pending {
  resolve(roots: Uint8Array): void;
  reject(error: Error): void;
}
