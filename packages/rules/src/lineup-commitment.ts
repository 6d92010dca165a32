import { type LegalLineup, type Lineup, listPositions } from './lineup.ts';

/** SHA-256, which this package does not have. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** Identity of a lineup version. A commitment covers it, so that it belongs to one entry, version and time. */
export interface SealedVersion {
  participation_id: string;
  /** Number of the entry in its game, from 1: its place in every lock root. */
  ordinal: number;
  /** First gameweek that the version applies to. */
  gameweek: number;
  /** Number of the version among those of the entry for this gameweek, from 1. */
  number: number;
  /** Server clock, epoch ms. */
  saved_at: number;
}

/** A place of a lineup: 0 to 10 on the field, 11 to 14 on the bench. */
export interface LineupSlot {
  slot: number;
  player: number;
  position: number;
  armband: 'captain' | 'vice_captain' | null;
}

/** Commitment to a lineup version, and the hash of each slot. */
export interface LineupCommitment {
  commitment: Uint8Array;
  leaves: Uint8Array[];
}

export const SLOTS = 15;
const HASH_BYTES = 32;
/** Half a hash: a guess would have to try 2^128 salts for each player. */
const SALT_BYTES = 16;
const HEADER_BYTES = 32;
const ARMBANDS = [null, 'captain', 'vice_captain'] as const;

/** Lists the slots of a lineup. */
export const listSlots = (lineup: LegalLineup): LineupSlot[] => buildSlots(lineup, listPositions(lineup));

/** Builds the slots of a lineup with these positions of its field and bench. */
export const buildSlots = (lineup: Lineup, positions: readonly number[]): LineupSlot[] =>
  [...lineup.field, ...lineup.bench].map((player, slot) => ({
    slot,
    player,
    position: positions[slot]!,
    armband:
      player === lineup.captain_id ? 'captain' : player === lineup.vice_captain_id ? 'vice_captain' : null,
  }));

/**
 * Commits to a lineup version (game rules 10). Without the key the commitment reveals nothing, and an opened slot reveals nothing
 * about the other slots.
 * @param key 32 secret bytes of this version alone
 */
export function commitLineup(
  sha256: Sha256,
  key: Uint8Array,
  version: SealedVersion,
  slots: readonly LineupSlot[],
): LineupCommitment {
  const salts = computeSalts(sha256, key);
  const leaves = slots.map((slot) => hashSlot(sha256, salts[slot.slot]!, slot));
  return { commitment: hashVersion(sha256, version, leaves), leaves };
}

/**
 * Computes the salts of all slots: the halves of SHA-256 of key and number, for the numbers 0 to 7. All inputs have the same length, so
 * the hash is a pseudorandom function of the number, and HMAC would only cost more.
 */
export function computeSalts(sha256: Sha256, key: Uint8Array): Uint8Array[] {
  const salts: Uint8Array[] = [];
  for (let number = 0; salts.length < SLOTS; number += 1) {
    const bytes = new Uint8Array(HASH_BYTES + 1);
    bytes.set(key);
    bytes[HASH_BYTES] = number;
    const hash = sha256(bytes);
    salts.push(hash.subarray(0, SALT_BYTES), hash.subarray(SALT_BYTES));
  }
  return salts.slice(0, SLOTS);
}

/** Hashes an opened slot: salt, slot, player (2 bytes), position, armband. */
export function hashSlot(
  sha256: Sha256,
  salt: Uint8Array,
  { slot, player, position, armband }: LineupSlot,
): Uint8Array {
  const bytes = new Uint8Array(SALT_BYTES + 5);
  bytes.set(salt);
  bytes[SALT_BYTES] = slot;
  bytes[SALT_BYTES + 1] = player >> 8;
  bytes[SALT_BYTES + 2] = player & 0xff;
  bytes[SALT_BYTES + 3] = position;
  bytes[SALT_BYTES + 4] = ARMBANDS.indexOf(armband);
  return sha256(bytes);
}

/** Computes a commitment: SHA-256 of the version's identity and the hashes of its slots. */
export function hashVersion(
  sha256: Sha256,
  version: SealedVersion,
  leaves: readonly Uint8Array[],
): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + SLOTS * HASH_BYTES);
  writeVersion(bytes, version);
  for (const [slot, leaf] of leaves.entries()) bytes.set(leaf, HEADER_BYTES + slot * HASH_BYTES);
  return sha256(bytes);
}

/** Writes 32 bytes: id of the entry (16), ordinal (4), gameweek (2), number (2), time (8), big endian. */
export function writeVersion(bytes: Uint8Array, version: SealedVersion): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  bytes.set(fromHex(version.participation_id.replaceAll('-', '')));
  view.setUint32(16, version.ordinal);
  view.setUint16(20, version.gameweek);
  view.setUint16(22, version.number);
  const time = Math.trunc(version.saved_at);
  view.setUint32(24, time / 2 ** 32);
  view.setUint32(28, time);
}

/** Computes the root above a leaf. @param index place of the leaf, which decides the side of each hash of the path */
export function computePathRoot(
  sha256: Sha256,
  leaf: Uint8Array,
  index: number,
  path: readonly Uint8Array[],
): Uint8Array {
  let node = leaf;
  for (const [level, sibling] of path.entries())
    node =
      Math.floor(index / 2 ** level) % 2 === 0
        ? hashPair(sha256, node, sibling)
        : hashPair(sha256, sibling, node);
  return node;
}

/**
 * Hashes two nodes of a tree of commitments. A node has 64 bytes of input and a commitment 512, so that one never passes for the other.
 */
export function hashPair(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(2 * HASH_BYTES);
  bytes.set(left);
  bytes.set(right, HASH_BYTES);
  return sha256(bytes);
}

/** Hashes a level of a tree, an even number of nodes, to the level above. */
export function hashLevel(sha256: Sha256, nodes: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: nodes.length / 2 }, (_, at) =>
    hashPair(sha256, nodes[2 * at]!, nodes[2 * at + 1]!),
  );
}

/** Lists the levels of a tree, the leaves (a power of two) first and the root last. */
export function listLevels(sha256: Sha256, leaves: readonly Uint8Array[]): (readonly Uint8Array[])[] {
  const levels = [leaves];
  while (levels.at(-1)!.length > 1) levels.push(hashLevel(sha256, levels.at(-1)!));
  return levels;
}

/** Lists the hashes from a leaf to the root, lowest first. */
export const listSiblings = (levels: readonly (readonly Uint8Array[])[], index: number): Uint8Array[] =>
  levels.slice(0, -1).map((nodes, level) => nodes[(index >> level) ^ 1]!);

/** Fills leaves up to a power of two. */
export function padLeaves(leaves: readonly Uint8Array[], filler: Uint8Array): readonly Uint8Array[] {
  const width = 2 ** Math.ceil(Math.log2(Math.max(1, leaves.length)));
  return Array.from({ length: width }, (_, at) => leaves[at] ?? filler);
}

const BYTES_IN_HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Encodes bytes as lower-case hex digits without 0x. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += BYTES_IN_HEX[byte];
  return text;
}

/** Decodes hex digits without 0x, which it does not validate. */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
