import { hashLevel } from '@touchline/rules/lineup-commitment';
import { sha256 } from '../seals.ts';

/** Leaves of a subtree. Subtrees are stored, so that the path of an entry needs only the commitments next to it. */
export const SUBTREE = 1_024;
const HASH_BYTES = 32;
/** Leaf of an entry without a lineup in force, and of a place without an entry. */
const EMPTY = new Uint8Array(HASH_BYTES);

/** Splits bytes into hashes. */
export const splitHashes = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );

/** Computes the root of a subtree from up to `SUBTREE` commitments. */
export const computeSubtree = (commitments: Uint8Array): Uint8Array =>
  listLevels(padSubtree(commitments)).at(-1)![0]!;

/** Computes the root of all subtrees. */
export const computeRoot = (subtrees: Uint8Array): Uint8Array => listLevels(padTop(subtrees)).at(-1)![0]!;

/** Lists the hashes from a commitment to the root. @param index place of the commitment in the whole tree */
export function listPath(index: number, commitments: Uint8Array, subtrees: Uint8Array): Uint8Array[] {
  const inSubtree = pickSiblings(listLevels(padSubtree(commitments)), index % SUBTREE);
  return [...inSubtree, ...pickSiblings(listLevels(padTop(subtrees)), Math.floor(index / SUBTREE))];
}

const padSubtree = (commitments: Uint8Array) => pad(splitHashes(commitments), SUBTREE, EMPTY);

/** Fills the subtrees up to a power of two, at least one. */
function padTop(subtrees: Uint8Array): Uint8Array[] {
  const nodes = splitHashes(subtrees);
  const width = 2 ** Math.ceil(Math.log2(Math.max(1, nodes.length)));
  return nodes.length === width ? nodes : pad(nodes, width, computeSubtree(new Uint8Array()));
}

const pad = (nodes: readonly Uint8Array[], length: number, filler: Uint8Array): Uint8Array[] => [
  ...nodes,
  ...Array.from({ length: length - nodes.length }, () => filler),
];

/** Lists the levels of a tree, the leaves first and the root last. */
function listLevels(leaves: Uint8Array[]): Uint8Array[][] {
  const levels = [leaves];
  while (levels.at(-1)!.length > 1) levels.push(hashLevel(sha256, levels.at(-1)!));
  return levels;
}

const pickSiblings = (levels: readonly Uint8Array[][], index: number): Uint8Array[] =>
  levels.slice(0, -1).map((nodes, level) => nodes[(index >> level) ^ 1]!);
