import { createKeccak } from 'hash-wasm';
import { type Address, type Hex, toHex } from 'viem';

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
  /** 32 bytes per node. The root first, the leaves last; the children of node i are 2i + 1 and 2i + 2. */
  nodes: Uint8Array;
  /** Node of each leaf, in the order of the leaves given to `buildPrizeTree`. */
  positions: readonly number[];
}

/** Bytes of a node: a hash. */
export const NODE_BYTES = 32;
/** Six words in hexadecimal. */
const ENCODED_LEAF = /^[\da-f]{384}$/i;

/** Converts a game's UUID to the key of the vault: its 16 bytes, padded on the left. */
export function prizeGameKey(gameId: string): Hex {
  return `0x${gameId.replaceAll('-', '').toLowerCase().padStart(64, '0')}`;
}

/**
 * Builds the tree of a settlement, with the root and the proofs of `StandardMerkleTree` of @openzeppelin/merkle-tree, whose strings and
 * hashes in JavaScript take twenty times as long. The order of the leaves does not change the root. It blocks for seconds with 200,000
 * leaves, so large trees are built in a worker.
 * @throws RangeError without leaves, if two leaves have the same index, or for a value that is not one of its type
 */
export async function buildPrizeTree(leaves: readonly PrizeLeaf[]): Promise<PrizeTree> {
  if (leaves.length === 0) throw new RangeError('a prize tree needs a leaf');
  if (new Set(leaves.map(({ index }) => index)).size < leaves.length)
    throw new RangeError('two leaves of a prize tree have the same index');
  const keccak = await createKeccak(256);
  const hash = (...parts: readonly Uint8Array[]) => {
    keccak.init();
    for (const part of parts) keccak.update(part);
    return keccak.digest('binary');
  };
  const hashes = leaves.map((leaf) => hash(hash(encodeLeaf(leaf))));
  const sorted = [...hashes.keys()].sort((a, b) => Buffer.compare(hashes[a]!, hashes[b]!));
  const nodes = new Uint8Array(NODE_BYTES * (2 * leaves.length - 1));
  const positions = new Array<number>(leaves.length);
  for (const [place, leaf] of sorted.entries()) {
    const node = 2 * leaves.length - 2 - place;
    nodes.set(hashes[leaf]!, node * NODE_BYTES);
    positions[leaf] = node;
  }
  for (let node = leaves.length - 2; node >= 0; node -= 1) {
    const children = [readNode(nodes, 2 * node + 1), readNode(nodes, 2 * node + 2)];
    nodes.set(hash(...children.sort(Buffer.compare)), node * NODE_BYTES);
  }
  return { root: toHex(readNode(nodes, 0)), nodes, positions };
}

const readNode = (nodes: Uint8Array, node: number) =>
  nodes.subarray(node * NODE_BYTES, (node + 1) * NODE_BYTES);

/** The ABI encoding of (uint256, address, bytes32, uint256, address, uint256): a word of 32 bytes per value. */
function encodeLeaf({ chainId, vault, game, index, account, amount }: PrizeLeaf): Uint8Array {
  const values = [chainId.toString(16), vault, game, index.toString(16), account, amount.toString(16)];
  const words = values.map((value) => value.replace('0x', '').padStart(64, '0')).join('');
  // Buffer would ignore the rest, and a winner could not claim a prize with another encoding.
  if (!ENCODED_LEAF.test(words))
    throw new RangeError(`leaf ${index} of a prize tree has an invalid value: ${values.join(', ')}`);
  return Buffer.from(words, 'hex');
}

/**
 * Returns the proof of a leaf.
 * @param order position of the leaf in the leaves given to `buildPrizeTree`
 * @throws RangeError for an unknown leaf
 */
export function proveLeaf(tree: Pick<PrizeTree, 'nodes' | 'positions'>, order: number): Hex[] {
  const position = tree.positions[order];
  if (position === undefined) throw new RangeError(`the prize tree has no leaf ${order}`);
  return findSiblings(position).map((sibling) => toHex(readNode(tree.nodes, sibling)));
}

/** Returns the nodes of a proof, from the leaf's sibling upwards; a service can read only these from its store. */
export function findSiblings(position: number): number[] {
  const siblings: number[] = [];
  for (let node = position; node > 0; node = Math.floor((node - 1) / 2))
    siblings.push(node % 2 === 1 ? node + 1 : node - 1);
  return siblings;
}
