import type { Participation } from '@touchline/api/http/entries';
import type { Bootstrap, Fixture, Gameweek, Team } from '@touchline/api/http/fpl';
import type { Game } from '@touchline/api/http/games';
import type { Leaderboard, LeaderboardRow } from '@touchline/api/http/leaderboard';
import type { PublicPlayer } from '@touchline/api/http/lineups';
import {
  fakeFixture,
  fakeGame,
  fakeGameweek,
  fakeId,
  fakeParticipation,
  fakePlayer,
} from '@touchline/host/testing/fake-objects';

export const fakeGameId = (n: number) => fakeId(1, n);
export const fakeWallet = (n: number) => `0x${String(n).padStart(40, '0')}`;
export const NOW = Date.parse('2026-08-15T14:00:00.000Z');
const AT = '2026-08-15T14:00:00.000Z';

/** Game `n` starts at noon on `n` August. */
export function buildGame(n: number, fields: Partial<Game> = {}): Game {
  const day = `2026-08-${String(n).padStart(2, '0')}`;
  return fakeGame(n, {
    status: 'ACTIVE',
    start_time: `${day}T12:00:00.000Z`,
    end_time: `${day}T23:00:00.000Z`,
    join_opens_at: `${day}T00:00:00.000Z`,
    join_deadline: `${day}T23:00:00.000Z`,
    ...fields,
  });
}

/** Row of team `n`, with rank n and wallet n. */
export function buildRow(n: number, fields: Partial<LeaderboardRow> = {}): LeaderboardRow {
  return {
    rank: n,
    previous_rank: null,
    participation_id: fakeId(2, n),
    user_id: fakeWallet(n),
    wallet_address: fakeWallet(n),
    team_name: `Team ${n}`,
    earned_points: 100 - n,
    current_points: 600 - n,
    entry_points: 500,
    coefficient_applied: 1,
    gameweek_points: 100 - n,
    captain: null,
    played: 0,
    ...fields,
  };
}

export function buildLeaderboard(rows: LeaderboardRow[], fields: Partial<Leaderboard> = {}): Leaderboard {
  const points = rows.map((row) => row.earned_points);
  return {
    leaderboard: rows,
    total: rows.length,
    summary: {
      total_players: rows.length,
      top_score: Math.max(0, ...points),
      average_score: points.reduce((sum, each) => sum + each, 0) / Math.max(1, points.length),
      gameweek: 3,
    },
    me: null,
    distribution: [],
    updated_at: AT,
    ...fields,
  };
}

/** Locked midfielder on the field with 2 points. */
export const buildPublicPlayer = (
  id: number,
  web_name: string,
  fields: Partial<PublicPlayer> = {},
): PublicPlayer => ({
  id,
  code: 1000 + id,
  web_name,
  team_short_name: 'ARS',
  team_code: 3,
  position: 3,
  points: 2,
  provisional_bonus: 0,
  minutes: 90,
  playing: false,
  over: true,
  on_field: true,
  bench_place: null,
  captain: false,
  vice_captain: false,
  doubled: false,
  substitution: null,
  ...fields,
});

/** Team with these players that joined game `n` when it opened. */
export function buildTeam(
  n: number,
  players: readonly number[],
  fields: Partial<Participation> = {},
): Participation {
  const roster = { code: 0, name: '', web_name: '', team: 1, team_code: 3, position: 3, price: 5 };
  return fakeParticipation(n, {
    game: buildGame(n),
    roster_snapshot: players.map((id) => ({ ...roster, id })),
    ...fields,
  });
}

export const CLUBS: Team[] = [
  { id: 1, code: 3, name: 'Arsenal', short_name: 'ARS' },
  { id: 2, code: 43, name: 'Man City', short_name: 'MCI' },
];

export const buildFixture = (n: number, fields: Partial<Fixture> = {}) =>
  fakeFixture(n, { kickoff_time: AT, ...fields });

export const buildGameweek = (n: number, fields: Partial<Gameweek> = {}) => fakeGameweek(n, AT, fields);

/** Four gameweeks, of which 3 is current; two clubs; Saka (7) and Dias (8). */
export const BOOTSTRAP: Bootstrap = {
  players: [fakePlayer(7, 'Saka'), fakePlayer(8, 'Dias')],
  teams: CLUBS,
  gameweeks: [1, 2, 3, 4].map((n) => buildGameweek(n, { is_current: n === 3 })),
  season: '2026',
  updated_at: AT,
  stale: false,
};

export const buildFixturesResponse = (
  fixtures: Fixture[],
  fields: { stale?: boolean; updated_at?: string } = {},
) => ({
  fixtures,
  season: '2026',
  updated_at: AT,
  stale: false,
  ...fields,
});
