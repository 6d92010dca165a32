import type { Lineup } from './lineup.ts';

/** One saved lineup; versions are only ever added. */
export interface LineupVersion extends Lineup {
  /** Server clock, epoch ms. */
  saved_at: number;
}

/** A version that says from which gameweek on it counts. */
export interface StoredLineupVersion extends LineupVersion {
  effective_gameweek: number;
}

/**
 * The versions that matter for a gameweek, oldest first: the one it began with, then those saved for it. The last is
 * the lineup that counts; the earlier ones only tell who stood on the field at a kick-off (see `teamGameweek`).
 * Empty for a gameweek before the first version. A version kept for a later gameweek wins there over
 * edits that were made afterwards for an earlier one.
 */
export function lineupsOver<V extends StoredLineupVersion>(versions: readonly V[], gameweek: number): V[] {
  const sorted = versions
    .filter((version) => version.effective_gameweek <= gameweek)
    .sort((a, b) => a.effective_gameweek - b.effective_gameweek || a.saved_at - b.saved_at);
  const own = sorted.findIndex((version) => version.effective_gameweek === gameweek);
  if (own === -1) return sorted.slice(-1);
  return sorted.slice(Math.max(0, own - 1));
}

/**
 * The version in force when a fixture kicked off: the last one saved before that instant (whoever saves at the
 * kick-off is already locked), else the first, for a team that did not exist yet.
 * @param versions oldest first, at least one.
 */
export function lineupAt<V extends { saved_at: number }>(versions: readonly V[], kickoff: number): V {
  return versions.findLast((version) => version.saved_at < kickoff) ?? versions[0]!;
}
