import type { StoredLineupVersion } from './lineup.ts';
import { commitLineup, fromHex, type LineupSlot, type Sha256, SLOTS, toHex } from './lineup-commitment.ts';
import { isInForce, type PublishedLock, type PublishedProof, type PublishedRoot } from './lineup-proof.ts';
import type { PublishedEntry } from './result-document.ts';
import { mapRoster } from './result-points.ts';
import type { LineupProblem } from './verify-lineup.ts';

/**
 * Verifies that the lineups of a result are those that the lock roots of its game committed to (game rules 10). The versions before the
 * last one decide who was on the field at a kick-off (game rule 3.7), so each of them has to be the committed one.
 */
export const verifyVersions = (
  sha256: Sha256,
  proof: PublishedProof,
  entry: PublishedEntry,
): LineupProblem[] =>
  proof.locks.flatMap((lock) => {
    const text = compareVersion(sha256, proof, lock, entry);
    return text === null ? [] : [{ lock, slot: null, text }];
  });

function compareVersion(
  sha256: Sha256,
  { participation_id, ordinal }: PublishedProof,
  lock: PublishedLock,
  entry: PublishedEntry,
): string | null {
  const expected = findInForce(entry.lineups, lock);
  const { version, key } = lock;
  if (!version)
    return expected ? 'the result has a lineup that was saved before, and the lock root has none' : null;
  if (expected?.effective_gameweek !== version.gameweek || expected.saved_at !== version.saved_at)
    return 'the result has another lineup for this time';
  if (!key) return 'the proof does not open the lineup of a settled game';
  const slots = listPublishedSlots(entry, expected);
  if (slots.length !== SLOTS) return 'the lineup of the result is not complete';
  const { commitment } = commitLineup(sha256, fromHex(key), { participation_id, ordinal, ...version }, slots);
  return toHex(commitment) === lock.commitment ? null : 'the lineup of the result is not the committed one';
}

/** Finds the version that was in force at a lock. @param lineups in the order in which they were stored */
function findInForce(
  lineups: readonly StoredLineupVersion[],
  lock: PublishedRoot,
): StoredLineupVersion | undefined {
  return lineups
    .filter((lineup) => isInForce(lineup, { ...lock, locks_at: Date.parse(lock.locks_at) }))
    .sort((a, b) => a.effective_gameweek - b.effective_gameweek)
    .at(-1);
}

/** Lists the slots of a published lineup with the positions of its roster, which a legal lineup has on the field. */
function listPublishedSlots(
  entry: PublishedEntry,
  { field, bench, captain_id, vice_captain_id }: StoredLineupVersion,
): LineupSlot[] {
  const positions = mapRoster(entry);
  return [...field, ...bench].map((player, slot) => ({
    slot,
    player,
    position: positions.get(player) ?? 0,
    armband: player === captain_id ? 'captain' : player === vice_captain_id ? 'vice_captain' : null,
  }));
}
