import { expect, it } from 'vitest';
import { buildResultHashes } from './result-hashes.ts';

it('a result that names no vault has a root, which the check compares', async () => {
  const game = { id: '0190f6a2-7b1c-7def-8123-456789abcdef' } as never;
  const leaves = [{ index: 0, account: `0x${'ab'.repeat(20)}`, amount: 1n }];
  const root = await buildResultHashes({ chain_id: 480, vault: null, game }).computeRoot(leaves);
  expect(root).toMatch(/^0x[0-9a-f]{64}$/);
});
