import type { Season } from '@touchline/rules/season';
import type { Standings, Summary } from '@touchline/standings/standings';
import type { StoredGame } from '../games/game.ts';

/** Standings of a game as of one computation. Rows of `ranking` may be newer. */
export interface GameStandings {
  game: StoredGame;
  season: Season;
  summary: Summary;
  ranking: Standings;
  /** Sum of `summary.moved` since the game was loaded. */
  moved: number;
}
