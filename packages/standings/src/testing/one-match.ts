import { buildScoreBook } from '@touchline/rules/scores';
import type { FeedPlayer, Season, SeasonGameweek } from '@touchline/rules/season';
import type { Moment } from '../standings.ts';
import type { PlainEntry } from './pack.ts';

/** A season of one gameweek with one match; times in epoch ms. */
export const KICKOFF = 1_000;
export const NOW = 5_000;
const PLAYERS = Array.from({ length: 30 }, (_, index) => index + 1);
const FIXTURE = { id: 1, gameweek: 1, kickoff: KICKOFF, started: true, over: false, home: 1, away: 2 };

/** Builds a gameweek whose only match has started. A player has `id % 9` points, minus `lost`. */
export function buildSeason(lost = 0): Season {
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

export const GAME = { first_gameweek: 1, last_gameweek: 1, start: 0, end: 9_000 };

export const buildMoment = (lost = 0): Moment => ({ season: buildSeason(lost), game: GAME, now: NOW });

/** Builds an entry. @param first index of the first of its fifteen consecutive players, from 0 to 29 */
export function buildEntry(index: number, first: number, joined_at = 0): PlainEntry {
  const ids = Array.from({ length: 15 }, (_, slot) => 1 + ((first + slot) % PLAYERS.length));
  const hex = index.toString(16);
  return {
    id: hex.padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    wallet: `0x${hex.padStart(40, '0')}`,
    team_name: `Team ${index}`,
    joined_at,
    entry_points: 0,
    lineup: {
      formation: '3-4-3',
      field: ids.slice(0, 11),
      bench: ids.slice(11),
      bench_positions: [1, 2, 2, 3],
      captain_id: ids[10]!,
      vice_captain_id: ids[1]!,
      effective_gameweek: 1,
    },
  };
}
