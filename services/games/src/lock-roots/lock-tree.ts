import { listLevels, listSiblings, padLeaves } from '@touchline/rules/lineup-commitment';
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
const computeSubtree = (commitments: Uint8Array): Uint8Array =>
  listLevels(sha256, padSubtree(commitments)).at(-1)![0]!;

/** Computes the roots of several subtrees, 32 bytes each. */
export const computeSubtrees = (subtrees: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(subtrees.map(computeSubtree));

/** Computes the root of all subtrees. */
export const computeRoot = (subtrees: Uint8Array): Uint8Array =>
  listLevels(sha256, padTop(subtrees)).at(-1)![0]!;

/** Lists the hashes from a commitment to the root. @param index place of the commitment in the whole tree */
export function listPath(index: number, commitments: Uint8Array, subtrees: Uint8Array): Uint8Array[] {
  const inSubtree = listSiblings(listLevels(sha256, padSubtree(commitments)), index % SUBTREE);
  return [...inSubtree, ...listSiblings(listLevels(sha256, padTop(subtrees)), Math.floor(index / SUBTREE))];
}

function padSubtree(commitments: Uint8Array): Uint8Array[] {
  const hashes = splitHashes(commitments);
  return Array.from({ length: SUBTREE }, (_, at) => hashes[at] ?? EMPTY);
}

const padTop = (subtrees: Uint8Array) => padLeaves(splitHashes(subtrees), EMPTY_SUBTREE);

const EMPTY_SUBTREE = computeSubtree(new Uint8Array());
