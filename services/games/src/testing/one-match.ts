import { buildScoreBook } from '@touchline/rules/scores';
import type { FeedPlayer, Season, SeasonGameweek } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { type EntryTable, growTable } from '../standings/entry-table.ts';

/** A season of one gameweek with one match; times in epoch ms. */
export const KICKOFF = 1_000;
export const NOW = 5_000;
const PLAYERS = Array.from({ length: 30 }, (_, index) => index + 1);
export const FIXTURE = { id: 1, gameweek: 1, kickoff: KICKOFF, started: true, over: false, home: 1, away: 2 };
const POSITIONS = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 1, 2, 2, 3];

/** Builds a gameweek whose only match has started. A player has `id % 9` points, minus `lost`. */
export function buildSeason(lost: number): Season {
  const scores = PLAYERS.map((player) => {
    const points = (player % 9) - lost;
    return { fixture: 1, player, points, minutes: 90, cards: 0, bps: 0, bonus: 0 };
  });
  const gameweek = { id: 1, deadline: 500, settled: false, fixtures: [FIXTURE], start: KICKOFF, end: 9_000 };
  return {
    id: '2031',
    version: 1,
    snapshots: new Map(),
    clubs: new Map(),
    fixtures: [FIXTURE],
    players: new Map(PLAYERS.map((id) => [id, { id, team: 1 + (id % 2) } as FeedPlayer])),
    gameweeks: [gameweek as unknown as SeasonGameweek],
    scores: new Map([[1, buildScoreBook(scores)]]),
  };
}

export const game = { first_gameweek: 1, last_gameweek: 1, start: 0, end: 9_000, version: 1 } as StoredGame;

export interface TestTeam {
  /** Index of the first of the team's fifteen consecutive players, from 0 to 29. */
  first: number;
  /** Thousandths, since time 0. */
  coefficient: number;
}

/** Enters teams of fifteen consecutive players. */
export function enterTeams(table: EntryTable, teams: readonly TestTeam[], joined: number): void {
  growTable(table, table.count + teams.length);
  for (const { first, coefficient } of teams) {
    const ids = POSITIONS.map((_, slot) => 1 + ((first + slot) % PLAYERS.length));
    const index = table.count;
    const hex = index.toString(16);
    table.texts.append(hex.padStart(32, '0'), `0x${hex.padStart(40, '0')}`, `Team ${index}`);
    table.lineups.append({
      ordinal: index + 1,
      effective_gameweek: 1,
      saved_at: joined,
      formation: '3-4-3',
      field: ids.slice(0, 11),
      bench: ids.slice(11),
      bench_positions: [1, 2, 2, 3],
      captain_id: ids[10]!,
      vice_captain_id: ids[1]!,
    });
    table.joinedAt[index] = joined;
    if (coefficient > 1_000) table.coefficients.set(index, [{ at: 0, coefficient }]);
    table.count += 1;
  }
}
