import type { Sha256 } from './lineup-commitment.ts';
import type { PublishedProof, PublishedRoot } from './lineup-proof.ts';
import { verifyVersions } from './locked-versions.ts';
import { findRootsWithout, isFree, listMissingRoots } from './missing-roots.ts';
import { verifyOpenSlots } from './open-slots.ts';
import { computeProvenPoints, type ProvenPoints } from './proven-points.ts';
import type { PublishedEntry, PublishedGameweek, PublishedResult } from './result-document.ts';
import { type LineupProblem, verifyOrdinal } from './verify-lineup.ts';

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
  const problems = [
    ...verifyOrdinal(proof, entry),
    ...gameweeks.flatMap((data) => [...findMissing(result, data), ...verifyOpenSlots(proof, data)]),
  ];
  if (entry?.participation_id !== proof.participation_id) return { problems, points: [], unproven: [] };
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
