import { findChangedSlots } from './changed-slots.ts';
import {
  commitLineup,
  computePathRoot,
  fromHex,
  hashSlot,
  hashVersion,
  type LineupSlot,
  type SealedVersion,
  type Sha256,
  SLOTS,
  toHex,
} from './lineup-commitment.ts';
import {
  isInForce,
  type PublishedLock,
  type PublishedProof,
  type PublishedReceipt,
  type PublishedRoot,
  type PublishedVersion,
  type RequestedProof,
} from './lineup-proof.ts';
import { FIELD_SIZE } from './squad.ts';

/** A contradiction between a receipt, a proof and the lock roots. */
export interface LineupProblem {
  /** The lock root; null for a problem of a receipt or of the whole proof. */
  lock: PublishedRoot | null;
  /** 0 to 14; null for a problem of the whole lineup. */
  slot: number | null;
  text: string;
}

const EMPTY = '0'.repeat(64);

const createProblem = (
  text: string,
  lock: PublishedRoot | null = null,
  slot: number | null = null,
): LineupProblem => ({ lock, slot, text });

/** Computes the root that the signature of a receipt has to cover, in hexadecimal. */
export const computeSignedRoot = (
  sha256: Sha256,
  { commitment, batch }: Pick<PublishedReceipt, 'commitment' | 'batch'>,
): string => toHex(computePathRoot(sha256, fromHex(commitment), batch.index, batch.path.map(fromHex)));

/**
 * Verifies the lineups of an entry (game rules 10): each belongs to a published lock root, each open slot to its commitment, no
 * locked player moves from one root to the next, and each receipt is in the roots that it has to be in. The proof has to contain each
 * published root that covers the entry, in the requested gameweeks and in those of the receipts. Empty for a correct proof.
 * @param anchors lock roots from a source other than the proof: the list of the game, or the result of a settled game
 */
export function verifyLineup(
  sha256: Sha256,
  proof: PublishedProof,
  anchors: readonly PublishedRoot[],
  receipts: readonly PublishedReceipt[] = [],
  requested: RequestedProof = {},
): LineupProblem[] {
  const own = receipts.filter(({ participation_id }) => participation_id === proof.participation_id);
  const { gameweeks = [Math.max(...anchors.map(({ gameweek }) => gameweek))] } = requested;
  return [
    ...checkIdentity(proof, receipts, requested.team ?? proof.participation_id),
    ...checkMissing(proof, anchors, [...gameweeks, ...own.map(({ version }) => version.gameweek)]),
    ...own.flatMap((receipt) => checkReceipt(sha256, receipt)),
    ...proof.locks.flatMap((lock) => [
      ...checkAnchor(lock, anchors),
      ...checkPath(sha256, proof, lock),
      ...checkLineup(sha256, proof, lock, own),
      ...checkLater(lock, own),
    ]),
    ...checkMoves(proof.locks),
  ];
}

function checkIdentity(
  { game_id, participation_id, ordinal }: PublishedProof,
  receipts: readonly PublishedReceipt[],
  team: string,
): LineupProblem[] {
  return [
    ...(team === participation_id ? [] : [createProblem('the proof is of another team')]),
    ...receipts.flatMap((receipt) => {
      if (receipt.participation_id !== participation_id)
        return [createProblem('a receipt is of another team')];
      if (receipt.game_id === game_id && receipt.ordinal === ordinal) return [];
      return [createProblem('a receipt has another game or number than the proof')];
    }),
  ];
}

/** A root that is left out could hide a denied receipt. An entry that joined later is in none of the earlier roots. */
function checkMissing(
  { ordinal, locks }: PublishedProof,
  anchors: readonly PublishedRoot[],
  gameweeks: readonly number[],
): LineupProblem[] {
  return anchors
    .filter(({ gameweek, entries }) => gameweeks.includes(gameweek) && ordinal <= entries)
    .filter((anchor) => !locks.some((lock) => isSameTime(lock, anchor)))
    .map((lock) => createProblem('the proof leaves out this lock root', lock));
}

const isSameTime = (a: PublishedRoot, b: PublishedRoot) =>
  a.gameweek === b.gameweek && a.locks_at === b.locks_at && a.final === b.final;

function checkReceipt(sha256: Sha256, receipt: PublishedReceipt): LineupProblem[] {
  const { commitment } = commitReceipt(sha256, receipt);
  return toHex(commitment) === receipt.commitment
    ? []
    : [createProblem('the receipt does not open its own commitment')];
}

const commitReceipt = (sha256: Sha256, receipt: PublishedReceipt) =>
  commitLineup(sha256, fromHex(receipt.key), identify(receipt, receipt.version), receipt.slots);

const identify = (
  { participation_id, ordinal }: Pick<SealedVersion, 'participation_id' | 'ordinal'>,
  { gameweek, number, saved_at }: PublishedVersion,
): SealedVersion => ({ participation_id, ordinal, gameweek, number, saved_at });

function checkAnchor(lock: PublishedLock, anchors: readonly PublishedRoot[]): LineupProblem[] {
  const anchor = anchors.find((each) => isSameTime(each, lock));
  if (anchor && anchor.root === lock.root && anchor.entries === lock.entries) return [];
  return [createProblem('the lock root is not the published one', lock)];
}

function checkPath(sha256: Sha256, { ordinal }: PublishedProof, lock: PublishedLock): LineupProblem[] {
  const leaf = fromHex(lock.commitment);
  const depth = 10 + Math.ceil(Math.log2(Math.max(1, Math.ceil(lock.entries / 1024))));
  const root = computePathRoot(sha256, leaf, ordinal - 1, lock.path.map(fromHex));
  if (toHex(root) === lock.root && lock.path.length === depth && ordinal <= lock.entries) return [];
  return [createProblem('the commitment is not in the lock root', lock)];
}

function checkLineup(
  sha256: Sha256,
  proof: PublishedProof,
  lock: PublishedLock,
  receipts: readonly PublishedReceipt[],
): LineupProblem[] {
  if (lock.version === null)
    return lock.commitment === EMPTY ? [] : [createProblem('the committed lineup is missing', lock)];
  const problems = lock.slots
    .filter((slot) => toHex(hashSlot(sha256, fromHex(slot.salt), slot)) !== lock.leaves[slot.slot])
    .map(({ slot }) => createProblem('the open slot is not the hashed one', lock, slot));
  const open = new Set(lock.slots.map(({ slot }) => slot)).size;
  if (lock.final && open < SLOTS)
    problems.push(createProblem(`a final lock root opens all slots, and only ${open} are open`, lock));
  const { gameweek: effective_gameweek, saved_at } = lock.version;
  if (!isInForce({ effective_gameweek, saved_at }, { ...lock, locks_at: Date.parse(lock.locks_at) }))
    problems.push(createProblem('the lineup was saved after the lock, or for a later gameweek', lock));
  const receipt = receipts.find(({ commitment }) => commitment === lock.commitment);
  const computed = hashVersion(sha256, identify(proof, lock.version), lock.leaves.map(fromHex));
  if (toHex(computed) === lock.commitment) return problems;
  const changed = receipt
    ? listDifferences(commitReceipt(sha256, receipt).leaves.map(toHex), lock.leaves)
    : findChangedSlots(sha256, identify(proof, lock.version), lock);
  const found = changed.map((slot) => {
    const [before, now] = [receipt?.slots, lock.slots].map((slots) =>
      slots?.find((each) => each.slot === slot),
    );
    const players = `${before ? `, player ${before.player} in the receipt` : ''}${now ? `, now player ${now.player}` : ''}`;
    return createProblem(`the slot was changed after the lock${players}`, lock, slot);
  });
  return [
    ...problems,
    ...(found.length > 0 ? found : [createProblem('the lineup is not the committed one', lock)]),
  ];
}

const listDifferences = (a: readonly string[], b: readonly string[]) =>
  Array.from({ length: SLOTS }, (_, slot) => slot).filter((slot) => a[slot] !== b[slot]);

/** A receipt from before the lock must be in force, unless a later version is. */
function checkLater(lock: PublishedLock, receipts: readonly PublishedReceipt[]): LineupProblem[] {
  const locksAt = Date.parse(lock.locks_at);
  const order = ({ gameweek, number }: PublishedVersion) => gameweek * 1_000 + number;
  const ignored = receipts.filter(
    ({ version }) =>
      version.gameweek <= lock.gameweek &&
      version.saved_at < locksAt &&
      (lock.version === null || order(version) > order(lock.version)),
  );
  const replaced = receipts.filter(
    ({ version, commitment }) =>
      lock.version !== null && order(version) === order(lock.version) && commitment !== lock.commitment,
  );
  return [
    ...ignored.map(() => createProblem('the lineup of the receipt was saved before and is missing', lock)),
    ...replaced.map(() => createProblem('the commitment is not the one of the receipt', lock)),
  ];
}

/** A locked player keeps place and armband in the later roots of the gameweek (game rules 2). */
function checkMoves(locks: readonly PublishedLock[]): LineupProblem[] {
  return locks.flatMap((lock, index) => {
    const earlier = locks.slice(0, index).findLast(({ gameweek }) => gameweek === lock.gameweek);
    return (earlier?.slots ?? []).flatMap((before) => {
      const now = lock.slots.find(({ player }) => player === before.player);
      if (!now)
        return [createProblem(`player ${before.player} was locked and is missing`, lock, before.slot)];
      const [then, later] = [describePlace(before), describePlace(now)];
      if (then === later) return [];
      return [
        createProblem(`player ${before.player} was locked ${then} and is now ${later}`, lock, now.slot),
      ];
    });
  });
}

/** Describes place and armband. A change of formation moves players to other slots of the field, which is one place. */
function describePlace({ slot, armband }: LineupSlot): string {
  const place = slot < FIELD_SIZE ? 'on the field' : `in bench place ${slot - FIELD_SIZE + 1}`;
  return armband === null ? place : `${place} as ${armband.replace('_', '-')}`;
}
