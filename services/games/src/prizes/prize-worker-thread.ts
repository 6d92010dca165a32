import { parentPort, workerData } from 'node:worker_threads';
import { awardEntries } from './award-entries.ts';
import type { PrizeTask } from './prize-worker.ts';

/** Worker thread that computes one large award or tree and ends (`prize-worker.ts`). */

const task = workerData as PrizeTask;
parentPort!.postMessage(await run(task));

async function run({ kind, input }: PrizeTask) {
  if (kind === 'award') return awardEntries(input);
  // Loaded only here, because its libraries take as long to load as a large award takes to compute.
  const { buildSettlementTree } = await import('./settlement-tree.ts');
  return buildSettlementTree(input);
}
