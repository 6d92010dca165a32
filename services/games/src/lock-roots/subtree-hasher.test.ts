import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { computeSubtrees, SUBTREE } from './lock-tree.ts';
import { createSubtreeHasher } from './subtree-hasher.ts';

const buildSubtrees = (count: number) => Array.from({ length: count }, () => randomBytes(SUBTREE * 32));

it('a worker thread computes the same roots as this thread, in order', async () => {
  const batches = [buildSubtrees(2), buildSubtrees(1), buildSubtrees(2)];
  const hasher = createSubtreeHasher(5 * SUBTREE);
  const roots = await Promise.all(batches.map((batch) => hasher.hash(batch)));
  hasher.stop();
  expect(roots.map((each) => Buffer.from(each).toString('hex'))).toEqual(
    batches.map((batch) => Buffer.from(computeSubtrees(batch)).toString('hex')),
  );
  const here = createSubtreeHasher(SUBTREE);
  expect(Buffer.from(await here.hash(batches[1]!))).toEqual(Buffer.from(roots[1]!));
});

it('a worker thread that fails rejects what is pending, so that the root is computed again later', async () => {
  const script = 'throw new Error("out of memory")';
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const hasher = createSubtreeHasher(5 * SUBTREE, url);
  const pending = [hasher.hash(buildSubtrees(1)), hasher.hash(buildSubtrees(1))];
  for (const each of pending) await expect(each).rejects.toThrow('out of memory');
  hasher.stop();
});
