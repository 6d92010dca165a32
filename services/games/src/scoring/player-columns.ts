import type { CountingFixture } from '@touchline/rules/counting';
import { countingFixtures } from '@touchline/rules/counting';
import { type Season, type SeasonGameweek, getScores } from '../football/season.ts';
import type { PlayerColumns } from './kernel.ts';

/** A gameweek as it counts for entries that were in the game from the start. */
export interface GameGameweek extends PlayerColumns {
  /** Of the matches that count, epoch ms, ascending; one for each match. */
  kickoffs: readonly number[];
}

/** Points, presence and absence of every player over the fixtures that count for the game, by player id. */
export function buildPlayerColumns(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
): GameGameweek {
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

/** Players whose match is not over have not missed it. */
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
