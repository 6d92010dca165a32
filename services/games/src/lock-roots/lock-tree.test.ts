import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { computeSubtrees, SUBTREE } from './lock-tree.ts';
import { createTreeThread } from './publish.ts';

it('a worker thread computes the same subtrees as the calling thread', async () => {
  const commitments = [randomBytes(SUBTREE * 32), randomBytes(SUBTREE * 32), randomBytes(32)];
  const thread = createTreeThread();
  const roots = await thread.call('computeSubtrees', commitments);
  thread.stop();
  expect(Buffer.from(roots)).toEqual(computeSubtrees(commitments));
});
