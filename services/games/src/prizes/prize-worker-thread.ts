import { parentPort, workerData } from 'node:worker_threads';
import { awardEntries } from './award-entries.ts';
import type { PrizeTask } from './prize-worker.ts';
import { buildSettlementTree } from './settlement-tree.ts';

/** Worker thread that computes one large award or tree and ends (`prize-worker.ts`). */

const task = workerData as PrizeTask;
parentPort!.postMessage(task.kind === 'award' ? awardEntries(task.input) : buildSettlementTree(task.input));
