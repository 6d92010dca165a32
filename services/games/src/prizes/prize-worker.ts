import { Worker } from 'node:worker_threads';
import { type AwardInput, type Awards, awardEntries } from './award-entries.ts';
import { buildSettlementTree, type SettlementTree, type TreeInput } from './settlement-tree.ts';

/** Computes awards and trees: small ones here, large ones in a worker thread, so that requests are not delayed. */
export interface PrizeWorker {
  award(input: AwardInput): Promise<Awards>;
  buildTree(input: TreeInput): Promise<SettlementTree>;
}

/** A task of the thread; the response is its result. */
export type PrizeTask = { kind: 'award'; input: AwardInput } | { kind: 'tree'; input: TreeInput };

/** Script of the built service; tests that run from source use it too (see `packages/standings/src/thread.ts`). */
const THREAD_URL = new URL('../../dist/prizes/prize-worker-thread.js', import.meta.url);
/** Work that takes a few milliseconds. */
const [MAX_ENTRIES_HERE, MAX_LEAVES_HERE] = [2_000, 16];

export function createPrizeWorker(script = THREAD_URL): PrizeWorker {
  return {
    async award(input) {
      if (input.entries <= MAX_ENTRIES_HERE) return awardEntries(input);
      return (await run(script, { kind: 'award', input })) as Awards;
    },
    async buildTree(input) {
      if (input.accounts.length <= MAX_LEAVES_HERE * 20) return buildSettlementTree(input);
      return (await run(script, { kind: 'tree', input })) as SettlementTree;
    },
  };
}

/** Runs one task in a separate thread, which ends with it: settlements are rare. */
function run(script: URL, task: PrizeTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(script, { workerData: task, execArgv: [] });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`prize worker exited with code ${code} before its result`)),
    );
  });
}
