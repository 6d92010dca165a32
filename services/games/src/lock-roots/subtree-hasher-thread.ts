import { parentPort } from 'node:worker_threads';
import { computeSubtrees } from './lock-tree.ts';

/** Worker thread of `subtree-hasher.ts`. */

parentPort!.on('message', (commitments: Uint8Array[]) =>
  parentPort!.postMessage(computeSubtrees(commitments)),
);
