import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import fc from 'fast-check';
import { type Hex, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { buildPrizeTree, type PrizeLeaf, prizeGameKey, proveLeaf } from './prize-tree.ts';

const LEAF_TYPES = ['uint256', 'address', 'bytes32', 'uint256', 'address', 'uint256'];
const GAME = prizeGameKey('0190f6a2-7b1c-7def-8123-456789abcdef');

/** Builds leaves with the indices 0, 1, 2, ... */
const buildLeaves = (count: number): PrizeLeaf[] =>
  Array.from({ length: count }, (_, index) => ({
    chainId: 31_337n,
    vault: `0x${'11'.repeat(20)}`,
    game: GAME,
    index: BigInt(index),
    account: toHex(index % 7, { size: 20 }),
    amount: 10n ** 18n + BigInt(index % 3),
  }));

const listValues = ({ chainId, vault, game, index, account, amount }: PrizeLeaf) => [
  chainId,
  vault,
  game,
  index,
  account,
  amount,
];
const verifyLeaf = (root: Hex, leaf: PrizeLeaf, proof: Hex[]) =>
  StandardMerkleTree.verify(root, LEAF_TYPES, listValues(leaf), proof);

describe('prize tree', () => {
  it('the key of a game is its id, padded to 32 bytes', () => {
    expect(GAME).toBe(`0x${'0'.repeat(32)}0190f6a27b1c7def8123456789abcdef`);
    expect(prizeGameKey('0190F6A2-7B1C-7DEF-8123-456789ABCDEF')).toBe(GAME);
  });

  it('the root and the proofs are those of StandardMerkleTree', async () => {
    for (const count of [1, 2, 3, 5, 8, 33, 100]) {
      const leaves = buildLeaves(count);
      const standard = StandardMerkleTree.of(leaves.map(listValues), LEAF_TYPES);
      const tree = await buildPrizeTree(leaves);
      expect(tree.root).toBe(standard.root);
      for (const order of leaves.keys()) expect(proveLeaf(tree, order)).toEqual(standard.getProof(order));
    }
  });

  it('every leaf is proved in its own tree, and no changed leaf is', async () => {
    const count = fc.integer({ min: 1, max: 40 });
    await fc.assert(
      fc.asyncProperty(count, fc.nat(), async (size, choice) => {
        const leaves = buildLeaves(size);
        const tree = await buildPrizeTree(leaves);
        const order = choice % size;
        const leaf = leaves[order]!;
        const proof = proveLeaf(tree, order);
        const verify = (changes: Partial<PrizeLeaf>) => verifyLeaf(tree.root, { ...leaf, ...changes }, proof);
        expect(verify({})).toBe(true);
        expect(verify({ amount: leaf.amount + 1n })).toBe(false);
        expect(verify({ account: toHex(99, { size: 20 }) })).toBe(false);
        expect(verify({ index: leaf.index + 1n })).toBe(false);
        expect(verify({ chainId: 1n })).toBe(false);
        expect(verify({ vault: toHex(1, { size: 20 }) })).toBe(false);
        expect(verify({ game: toHex(1, { size: 32 }) })).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('an inner node is not a leaf: a proof without its first hash fails', async () => {
    const leaves = buildLeaves(4);
    const tree = await buildPrizeTree(leaves);
    expect(verifyLeaf(tree.root, leaves[0]!, proveLeaf(tree, 0).slice(1))).toBe(false);
  });

  it('the order of the leaves does not change the root', async () => {
    const leaves = buildLeaves(17);
    expect((await buildPrizeTree(leaves.toReversed())).root).toBe((await buildPrizeTree(leaves)).root);
  });

  it.each([
    { account: '0x11zz' as Hex },
    { vault: `0x${'1'.repeat(66)}` as Hex },
    { amount: -1n },
    { amount: 2n ** 256n },
  ])('a leaf with %o is rejected and named', async (changes) => {
    const [first, second] = buildLeaves(2);
    await expect(buildPrizeTree([first!, { ...second!, ...changes }])).rejects.toThrow(
      'leaf 1 of a prize tree',
    );
  });

  it('a tree without leaves, or with an index twice, is rejected', async () => {
    const leaves = buildLeaves(2);
    await expect(buildPrizeTree([])).rejects.toThrow('needs a leaf');
    const twice = [leaves[0]!, { ...leaves[1]!, index: 0n }];
    await expect(buildPrizeTree(twice)).rejects.toThrow('same index');
    const tree = await buildPrizeTree(leaves);
    expect(() => proveLeaf(tree, 2)).toThrow('no leaf 2');
  });
});
