import type { Participation } from '@touchline/api/http/entries';
import type { Bootstrap, Player } from '@touchline/api/http/fpl';
import type { Game } from '@touchline/api/http/games';
import type { LineupReceipt } from '@touchline/api/http/seals';
import { fakeGame, fakeId, fakeParticipation, fakePlayer } from '@touchline/host/testing/fake-objects';
import { CLUBS } from '@touchline/rules/clubs';

export const gameId = (n: number) => fakeId(1, n);
export const participationId = (n: number) => fakeId(2, n);

export const HOUR = 3_600_000;
/** The current time of the tests. */
export const NOW = Date.parse('2026-08-15T14:00:00.000Z');
/** Returns the time `hours` after `NOW`. */
export const inHours = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

/** Builds weekly game `n`, which starts in `starts` hours and runs for two days. */
export function buildGame(n: number, starts = 24, fields: Partial<Game> = {}): Game {
  return fakeGame(n, {
    status: starts > 0 ? 'UPCOMING' : starts > -48 ? 'ACTIVE' : 'COMPLETED',
    start_time: inHours(starts),
    end_time: inHours(starts + 48),
    join_opens_at: inHours(starts - 75),
    join_deadline: inHours(starts + 48),
    ...fields,
  });
}

/** A receipt in the format of the service; its commitment is not that of a lineup. */
export const RECEIPT: LineupReceipt = {
  game_id: gameId(1),
  participation_id: participationId(1),
  ordinal: 1,
  version: { gameweek: 1, number: 1, saved_at: NOW },
  commitment: 'c0'.repeat(32),
  batch: { index: 0, path: [] },
  key: '4e'.repeat(32),
  slots: [],
  signature: 'header.payload.signature',
};

export function buildParticipation(n: number, fields: Partial<Participation> = {}): Participation {
  return fakeParticipation(n, {
    game: buildGame(n),
    joined_at: inHours(-1),
    entry_points: 512,
    current_points: 553,
    gameweek_points: 41,
    coefficient_applied: 1.05,
    earned_points: 43.05,
    rank: 2,
    roster_snapshot: Array.from({ length: 15 }, (_, at) => ({
      id: at + 1,
      code: at + 1,
      name: `Player ${at + 1}`,
      web_name: `P${at + 1}`,
      team: 1,
      team_code: 3,
      position: 2,
      price: 5,
    })),
    ...fields,
  });
}

/** Formats a name like `Player007`; no name contains another. */
export const playerName = (n: number) => `Player${String(n).padStart(3, '0')}`;

export function buildPlayer(n: number, fields: Partial<Player> = {}): Player {
  return fakePlayer(n, playerName(n), { name: `First Player${n}`, ...fields });
}

/** Positions of the players of a club: 2 GK, 5 DEF, 5 MID, 3 FWD. */
const POSITIONS = [1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4];

/** Returns the id of player `at` (0 to 14, by position) of club `club` (1 to 20). */
export const playerId = (club: number, at: number) => (club - 1) * POSITIONS.length + at + 1;

/** Builds twenty clubs of fifteen players at £4.5m to £7.3m; higher prices have more points. */
export function buildBootstrap(change: (player: Player) => Partial<Player> = () => ({})): Bootstrap {
  const clubs = CLUBS.slice(0, 20);
  const players = clubs.flatMap((_, club) =>
    POSITIONS.map((position, at) => {
      const n = playerId(club + 1, at);
      const player = buildPlayer(n, {
        team: club + 1,
        position,
        price: (45 + (n % 29)) / 10,
        total_points: n % 29,
        form: (n % 13) / 2,
        selected_by_percent: (n % 31) + 0.5,
        cost_change: ((n % 5) - 2) / 10,
      });
      return { ...player, ...change(player) };
    }),
  );
  return {
    players,
    teams: clubs.map(({ code, name, short_name }, at) => ({ id: at + 1, code, name, short_name })),
    gameweeks: [],
    season: '2026',
    updated_at: inHours(0),
    stale: false,
  };
}
