import type { StoredLineupVersion } from './lineup.ts';
import { buildSlots, commitLineup, fromHex, type Sha256, SLOTS, toHex } from './lineup-commitment.ts';
import { isInForce, type PublishedLock, type PublishedProof, type PublishedRoot } from './lineup-proof.ts';
import { findRootsWithout, isFree, listMissingRoots } from './missing-roots.ts';
import { verifyOpenSlots } from './open-slots.ts';
import { computeProvenPoints, type ProvenPoints } from './proven-points.ts';
import type { PublishedEntry, PublishedGameweek, PublishedResult } from './result-document.ts';
import { mapRoster } from './result-points.ts';
import type { LineupProblem } from './verify-lineup.ts';

/** Published result of a game, as far as it concerns one entry. */
export interface SettledEntry {
  result: Pick<PublishedResult, 'game' | 'lock_roots' | 'settled_at'>;
  /** The football data of the verified gameweeks. */
  gameweeks: readonly PublishedGameweek[];
  /** The entry of the result with the number of the proof; undefined if it has none. */
  entry: (PublishedEntry & Pick<PublishedProof, 'participation_id'>) | undefined;
}

export interface SettledReport {
  problems: LineupProblem[];
  points: ProvenPoints[];
  /** Lock roots from before the payment of the entry was confirmed: they prove nothing about it. */
  unproven: PublishedRoot[];
}

/**
 * Compares a proof with the result of its settled game (game rules 10): number, lock roots, all lineups that were in force at them, and
 * points. `verifyLineup` checks the hashes.
 */
export function verifySettledProof(
  sha256: Sha256,
  proof: PublishedProof,
  { result, gameweeks, entry }: SettledEntry,
): SettledReport {
  const problems = gameweeks.flatMap((data) => [
    ...findMissing(result, data),
    ...verifyOpenSlots(proof, data),
  ]);
  // A false number would excuse the proof from all roots.
  if (entry?.participation_id !== proof.participation_id) {
    const text = 'the result has another team at the number of the proof';
    return { problems: [{ lock: null, slot: null, text }, ...problems], points: [], unproven: [] };
  }
  const { start_time, end_time } = result.game;
  const period = { start: Date.parse(start_time), end: Date.parse(end_time) };
  const points = gameweeks.flatMap((data) => {
    const lock = proof.locks.find(({ gameweek, final }) => final && gameweek === data.gameweek);
    return (lock && computeProvenPoints(lock, entry, data, period)) ?? [];
  });
  const verified = result.lock_roots.filter((root) =>
    gameweeks.some(({ gameweek }) => gameweek === root.gameweek),
  );
  const without = findRootsWithout(entry, verified);
  problems.push(...verifyVersions(sha256, proof, entry));
  if (!isFree(result.game)) return { problems, points, unproven: without };
  const text = 'the team joined before and is not in this lock root';
  problems.push(...without.map((lock) => ({ lock, slot: null, text })));
  return { problems, points, unproven: [] };
}

const findMissing = (result: SettledEntry['result'], data: PublishedGameweek): LineupProblem[] =>
  listMissingRoots(result, data).map((root) => ({
    lock: null,
    slot: null,
    text:
      root === 'final'
        ? `gameweek ${data.gameweek} has no final lock root`
        : `the kick-off of ${root} in gameweek ${data.gameweek} has no lock root`,
  }));

/**
 * Verifies that the lineups of a result are those that the lock roots of its game committed to. The versions before the last one decide
 * who was on the field at a kick-off (game rule 3.7), so each of them has to be the committed one.
 */
const verifyVersions = (sha256: Sha256, proof: PublishedProof, entry: PublishedEntry): LineupProblem[] =>
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
  // A legal lineup has the positions of its roster on the field.
  const positions = mapRoster(entry);
  const players = [...expected.field, ...expected.bench];
  if (players.length !== SLOTS) return 'the lineup of the result is not complete';
  const slots = buildSlots(
    expected,
    players.map((player) => positions.get(player) ?? 0),
  );
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
