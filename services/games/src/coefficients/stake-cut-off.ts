import { findEditableGameweek, findGameweek, hasStarted, type Season, type SeasonGameweek } from '../football/season.ts';

/**
 * The moment before which a stake must have been recorded to count in a gameweek: the first kick-off that really happened
 * (epoch ms). Infinity before it: then the latest stake counts until the feed reports the start (game rules 3).
 */
export function computeStakeCutOff(gameweek: SeasonGameweek): number {
  return Math.min(
    ...gameweek.fixtures.flatMap(({ started, kickoff }) => (started && kickoff !== null ? [kickoff] : [])),
  );
}

/** The cut-off of the coefficient that a game shows as applied: of the running gameweek, else of the next. */
export function computeShownCutOff(
  season: Season,
  game: { first_gameweek: number; last_gameweek: number },
  now: number,
): number {
  const gameweek = findGameweek(season, findEditableGameweek(season, game, now));
  return gameweek && hasStarted(gameweek, now) ? computeStakeCutOff(gameweek) : Number.POSITIVE_INFINITY;
}
