import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import fc from 'fast-check';
import { toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  buildPrizeTree,
  listLeafValues,
  PRIZE_LEAF_TYPES,
  type PrizeLeaf,
  prizeGameKey,
  proveLeaf,
  verifyLeaf,
} from './prize-tree.ts';

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

describe('prize tree', () => {
  it('the key of a game is its id, padded to 32 bytes', () => {
    expect(GAME).toBe(`0x${'0'.repeat(32)}0190f6a27b1c7def8123456789abcdef`);
    expect(prizeGameKey('0190F6A2-7B1C-7DEF-8123-456789ABCDEF')).toBe(GAME);
  });

  it('the root and the proofs are those of StandardMerkleTree', () => {
    for (const count of [1, 2, 3, 5, 8, 33, 100]) {
      const leaves = buildLeaves(count);
      const standard = StandardMerkleTree.of(leaves.map(listLeafValues), [...PRIZE_LEAF_TYPES]);
      const tree = buildPrizeTree(leaves);
      expect(tree.root).toBe(standard.root);
      for (const order of leaves.keys()) expect(proveLeaf(tree, order)).toEqual(standard.getProof(order));
    }
  });

  it('every leaf is proved in its own tree, and no changed leaf is', () => {
    const count = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(count, fc.nat(), (size, choice) => {
        const leaves = buildLeaves(size);
        const tree = buildPrizeTree(leaves);
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

  it('an inner node is not a leaf: a proof without its first hash fails', () => {
    const leaves = buildLeaves(4);
    const tree = buildPrizeTree(leaves);
    expect(verifyLeaf(tree.root, leaves[0]!, proveLeaf(tree, 0).slice(1))).toBe(false);
  });

  it('the order of the leaves does not change the root', () => {
    const leaves = buildLeaves(17);
    expect(buildPrizeTree(leaves.toReversed()).root).toBe(buildPrizeTree(leaves).root);
  });

  it('a tree without leaves, or with an index twice, is rejected', () => {
    const leaves = buildLeaves(2);
    expect(() => buildPrizeTree([])).toThrow('needs a leaf');
    expect(() => buildPrizeTree([leaves[0]!, { ...leaves[1]!, index: 0n }])).toThrow('same index');
    expect(() => proveLeaf(buildPrizeTree(leaves), 2)).toThrow('no leaf 2');
  });
});
