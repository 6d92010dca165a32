import { type CountingFixture, countingFixtures, type GamePeriod } from '@touchline/rules/counting';
import { getScores, type Season, type SeasonGameweek } from '@touchline/rules/season';
import type { PlayerColumns } from './kernel.ts';

/** Scores of a gameweek for entries that joined before its first match. */
export interface GameGameweek extends PlayerColumns {
  /** Kick-off of each counting match (epoch ms), ascending. */
  kickoffs: readonly number[];
}

/** Builds points, presence and absence of every player over the fixtures that count for the game, by player id. */
export function buildPlayerColumns(season: Season, gameweek: SeasonGameweek, game: GamePeriod): GameGameweek {
  const counting = countingFixtures(gameweek.fixtures, { ...game, joined_at: -Infinity });
  const size = 1 + Math.max(0, ...season.players.keys());
  const columns: GameGameweek = {
    points: new Int32Array(size),
    played: new Uint8Array(size),
    missed: new Uint8Array(size).fill(1),
    kickoffs: counting.map((fixture) => fixture.kickoff).sort((a, b) => a - b),
  };
  markPending(columns, season, counting);
  addScores(columns, season, gameweek, counting);
  return columns;
}

/** Clears `missed` for players with a match that is not over. */
function markPending(
  { missed }: PlayerColumns,
  season: Season,
  counting: readonly (CountingFixture & { home: number; away: number })[],
) {
  const pending = new Set(counting.filter(({ over }) => !over).flatMap(({ home, away }) => [home, away]));
  for (const player of season.players.values()) if (pending.has(player.team)) missed[player.id] = 0;
}

function addScores(
  columns: PlayerColumns,
  season: Season,
  gameweek: SeasonGameweek,
  counting: readonly CountingFixture[],
) {
  const overById = new Map(counting.map(({ id, over }) => [id, over]));
  for (const [player, scores] of getScores(season, gameweek.id)) {
    for (const score of scores) {
      const over = overById.get(score.fixture);
      if (over === undefined || player >= columns.points.length) continue;
      columns.points[player]! += score.points + score.provisional_bonus;
      if (score.minutes >= 1 || score.cards >= 1) columns.played[player] = 1;
      if (!over || columns.played[player] === 1) columns.missed[player] = 0;
    }
  }
}
