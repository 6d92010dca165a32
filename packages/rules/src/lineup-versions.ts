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
 * The versions relevant to a gameweek, oldest first: the one in force at its start, then those saved for it. The last
 * is the lineup that counts; the earlier ones only show who was on the field at a kick-off (see `teamGameweek`). Empty
 * for a gameweek before the first version. A version stored for a later gameweek takes precedence there over later
 * edits for an earlier gameweek.
 */
export function lineupsForGameweek<V extends StoredLineupVersion>(versions: readonly V[], gameweek: number): V[] {
  const sorted = versions
    .filter((version) => version.effective_gameweek <= gameweek)
    .sort((a, b) => a.effective_gameweek - b.effective_gameweek || a.saved_at - b.saved_at);
  const own = sorted.findIndex((version) => version.effective_gameweek === gameweek);
  if (own === -1) return sorted.slice(-1);
  return sorted.slice(Math.max(0, own - 1));
}

/**
 * The version in force at a kick-off: the last one saved before that instant (at the kick-off itself the lock applies),
 * else the first, for a team that did not exist yet.
 * @param versions oldest first, at least one.
 */
export function lineupAt<V extends { saved_at: number }>(versions: readonly V[], kickoff: number): V {
  return versions.findLast((version) => version.saved_at < kickoff) ?? versions[0]!;
}
