import type { Lineup } from './lineup.ts';

/** A saved lineup; versions are only added, never changed. */
export interface LineupVersion extends Lineup {
  /** Server clock, epoch ms. */
  saved_at: number;
}

/** A version with the first gameweek it applies to. */
export interface StoredLineupVersion extends LineupVersion {
  effective_gameweek: number;
}

/**
 * Returns the versions relevant to a gameweek, oldest first: the version in force at its start, then those saved for it. The last
 * one is the lineup that counts; earlier ones only show which players were on the field at a kick-off (see `teamGameweek`).
 * Empty for a gameweek before the first version. A version stored for a gameweek takes precedence over later edits for an
 * earlier gameweek.
 */
export function lineupsForGameweek<V extends StoredLineupVersion>(
  versions: readonly V[],
  gameweek: number,
): V[] {
  const sorted = versions
    .filter((version) => version.effective_gameweek <= gameweek)
    .sort((a, b) => a.effective_gameweek - b.effective_gameweek || a.saved_at - b.saved_at);
  const firstOwn = sorted.findIndex((version) => version.effective_gameweek === gameweek);
  if (firstOwn === -1) return sorted.slice(-1);
  return sorted.slice(Math.max(0, firstOwn - 1));
}

/**
 * Returns the version in force at a kick-off: the last one saved before it (at the kick-off itself the lock applies). For a team
 * that did not exist yet, returns the first version.
 * @param versions oldest first, at least one
 */
export function lineupAt<V extends { saved_at: number }>(versions: readonly V[], kickoff: number): V {
  return versions.findLast((version) => version.saved_at < kickoff) ?? versions[0]!;
}
