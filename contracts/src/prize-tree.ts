import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem';

/** The prize of one entry as the vault pays it. */
export interface PrizeLeaf {
  chainId: bigint;
  vault: Address;
  /** `prizeGameKey` of the game's id. */
  game: Hex;
  /** Unique within the game: the bit of the vault's bitmap. */
  index: bigint;
  account: Address;
  /** Wei. */
  amount: bigint;
}

/** Merkle tree of a settlement, as plain data that a worker can post. */
export interface PrizeTree {
  root: Hex;
  /** The root first, the leaves last; the children of node i are 2i + 1 and 2i + 2. */
  nodes: readonly Hex[];
  /** Node of each leaf, in the order of the leaves given to `buildPrizeTree`. */
  positions: readonly number[];
}

/** Types of a leaf, as for `StandardMerkleTree` of @openzeppelin/merkle-tree. */
export const PRIZE_LEAF_TYPES = ['uint256', 'address', 'bytes32', 'uint256', 'address', 'uint256'] as const;

const LEAF_PARAMETERS = PRIZE_LEAF_TYPES.map((type) => ({ type }));

/** Converts a game's UUID to the key of the vault: its 16 bytes, padded on the left. */
export function prizeGameKey(gameId: string): Hex {
  return `0x${gameId.replaceAll('-', '').toLowerCase().padStart(64, '0')}`;
}

/** Returns the values of a leaf in the order of `PRIZE_LEAF_TYPES`. */
export function listLeafValues(leaf: PrizeLeaf): [bigint, Address, Hex, bigint, Address, bigint] {
  return [leaf.chainId, leaf.vault, leaf.game, leaf.index, leaf.account, leaf.amount];
}

/**
 * Builds the tree of a settlement in the format of `StandardMerkleTree`. The order of the leaves does not change the root. It blocks
 * for up to a minute with 200,000 leaves, so large trees are built in a worker.
 * @throws RangeError without leaves, or if two leaves have the same index
 */
export function buildPrizeTree(leaves: readonly PrizeLeaf[]): PrizeTree {
  if (leaves.length === 0) throw new RangeError('a prize tree needs a leaf');
  if (new Set(leaves.map(({ index }) => index)).size < leaves.length)
    throw new RangeError('two leaves of a prize tree have the same index');
  // The double hash of StandardMerkleTree, encoded by viem, which is several times faster.
  const { tree, values } = SimpleMerkleTree.of(leaves.map(hashLeaf)).dump();
  return {
    root: tree[0] as Hex,
    nodes: tree as Hex[],
    positions: values.map(({ treeIndex }) => treeIndex),
  };
}

/**
 * Returns the proof of a leaf.
 * @param order position of the leaf in the leaves given to `buildPrizeTree`
 * @throws RangeError for an unknown leaf
 */
export function proveLeaf(tree: Pick<PrizeTree, 'nodes' | 'positions'>, order: number): Hex[] {
  const position = tree.positions[order];
  if (position === undefined) throw new RangeError(`the prize tree has no leaf ${order}`);
  return findSiblings(position).map((sibling) => tree.nodes[sibling]!);
}

/** Returns the nodes of a proof, from the leaf's sibling upwards; a service can read only these from its store. */
export function findSiblings(position: number): number[] {
  const siblings: number[] = [];
  for (let node = position; node > 0; node = Math.floor((node - 1) / 2))
    siblings.push(node % 2 === 1 ? node + 1 : node - 1);
  return siblings;
}

/** Reports whether a tree with this root contains the leaf. */
export function verifyLeaf(root: Hex, leaf: PrizeLeaf, proof: readonly Hex[]): boolean {
  return SimpleMerkleTree.verify(root, hashLeaf(leaf), [...proof]);
}

function hashLeaf(leaf: PrizeLeaf): Hex {
  return keccak256(keccak256(encodeAbiParameters(LEAF_PARAMETERS, listLeafValues(leaf))));
}
