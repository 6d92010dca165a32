import { buildPrizeTree, prizeGameKey } from '@touchline/contracts/prize-tree';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { describe, expect, it } from 'vitest';
import { buildResultHashes, computeGameKey } from './result-hashes.ts';

const ID = fakeId(1, 7);
const VAULT = `0x${'ab'.repeat(20)}` as const;
const game = { id: ID } as Parameters<typeof buildResultHashes>[0]['game'];
const hashes = buildResultHashes({ chain_id: 480, vault: VAULT, game }, async () => {});

describe('hashes of a result', () => {
  it('the key of a game is that of the vault', () => {
    expect(computeGameKey(ID)).toBe(prizeGameKey(ID));
  });

  it.each([1, 2, 3, 8, 61])('the root of %d leaves is that of the prize tree', async (count) => {
    const leaves = Array.from({ length: count }, (_, index) => ({
      index,
      account: `0x${(index + 1).toString(16).padStart(40, '0')}` as const,
      amount: 10n ** 18n * BigInt(index + 1) + 3n,
    }));
    const shared = { chainId: 480n, vault: VAULT, game: prizeGameKey(ID) };
    const { root } = await buildPrizeTree(
      leaves.map((leaf) => ({ ...shared, ...leaf, index: BigInt(leaf.index) })),
    );
    expect(await hashes.computeRoot(leaves)).toBe(root);
  });
});
