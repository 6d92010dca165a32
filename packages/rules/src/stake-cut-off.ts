import { findEditableGameweek, findGameweek, hasStarted, type Season } from './season.ts';

/**
 * Computes the time (epoch ms) before which a stake must be recorded to count in a gameweek: the first actual kick-off.
 * Infinity until the feed reports that kick-off; until then the latest stake counts (game rules 3).
 */
export function computeStakeCutOff({
  fixtures,
}: {
  fixtures: readonly { started: boolean; kickoff: number | null }[];
}): number {
  return Math.min(
    ...fixtures.flatMap(({ started, kickoff }) => (started && kickoff !== null ? [kickoff] : [])),
  );
}

/** Computes the cut-off of the coefficient that a game displays: that for the running gameweek, else for the next. */
export function computeShownCutOff(
  season: Season,
  game: { first_gameweek: number; last_gameweek: number },
  now: number,
): number {
  const gameweek = findGameweek(season, findEditableGameweek(season, game, now));
  return gameweek && hasStarted(gameweek, now) ? computeStakeCutOff(gameweek) : Number.POSITIVE_INFINITY;
}
