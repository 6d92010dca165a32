import type { HistoryTeam } from '@touchline/api/http/history';
import { fakeId } from '@touchline/host/testing/fake-objects';

/** A settled gameweek of a team. */
export const buildWeek = (gameweek: number, points: number, average_points = 40) => ({
  gameweek,
  points,
  earned: points,
  rank: 2,
  average_points,
  settled: true,
});

/** Team in the completed game of gameweek `n`. */
export const buildHistoryTeam = (n: number, fields: Partial<HistoryTeam> = {}): HistoryTeam => ({
  game: {
    id: fakeId(1, n),
    name: `Gameweek ${n}`,
    game_type: 'WEEKLY',
    season_id: '2026',
    status: 'COMPLETED',
    start_time: '2026-08-15T12:00:00.000Z',
    end_time: '2026-08-16T12:00:00.000Z',
  },
  participation_id: fakeId(2, n),
  team_name: `Team ${n}`,
  rank: n,
  teams: 40,
  earned_points: 50,
  gameweeks: [buildWeek(n, 40 + n)],
  ...fields,
});

/** Three completed games, the latest one won. */
export const HISTORY = [
  buildHistoryTeam(3, { rank: 1, gameweeks: [buildWeek(3, 70)] }),
  buildHistoryTeam(2, { rank: 4, gameweeks: [buildWeek(2, 45)] }),
  buildHistoryTeam(1, { rank: 9, gameweeks: [buildWeek(1, 30)] }),
];
