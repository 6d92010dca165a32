import { editGameweek, gameweekOf, hasBegun, type Season, type SeasonGameweek } from '../football/season.ts';

/**
 * The moment before which a stake must have been recorded to count in a gameweek: its first kick-off that really started
 * (epoch ms). Infinity while none has: then the latest stake counts, until the feed says when it began (game rules 3).
 */
export function stakeCutOff(gameweek: SeasonGameweek): number {
  return Math.min(
    ...gameweek.fixtures.flatMap(({ started, kickoff }) => (started && kickoff !== null ? [kickoff] : [])),
  );
}

/** The cut-off of what a game shows as applied: the running gameweek's, else the next one's. */
export function shownCutOff(
  season: Season,
  game: { first_gameweek: number; last_gameweek: number },
  now: number,
): number {
  const gameweek = gameweekOf(season, editGameweek(season, game, now));
  return gameweek && hasBegun(gameweek, now) ? stakeCutOff(gameweek) : Number.POSITIVE_INFINITY;
}
