import type { ParticipationDetails, ParticipationGameweek } from '@touchline/api/http/entries';
import type { MatchEvent } from '@touchline/api/http/fpl';
import { fakeGame, fakeParticipation } from '@touchline/host/testing/fake-objects';

export const AT = '2026-11-20T12:00:00.000Z';
const TIMES = { start_time: AT, end_time: AT, join_opens_at: AT, join_deadline: AT };

export const buildGoal = (player: number, fields: Partial<MatchEvent> = {}): MatchEvent => ({
  id: `1-GOAL-${player}-1`,
  kind: 'GOAL',
  fixture: 1,
  home: 'ARS',
  away: 'MCI',
  score: [2, 1],
  player: { id: player, code: player, web_name: `Player${player}`, club: 'ARS' },
  minute: 67,
  points: 5,
  seen_at: new Date().toISOString(),
  taken_back: false,
  ...fields,
});

function buildPlayer(id: number, counts = true) {
  const match = { fixture: 1, opponent: 'MCI', home: true, kickoff_time: AT, started: true, over: false };
  return {
    id,
    code: id,
    full_name: `Player${id}`,
    web_name: `Player${id}`,
    real_team_name: 'Arsenal',
    team_short_name: 'ARS',
    team_code: 3,
    position: 3,
    price: 5,
    form: 0,
    status: 'a',
    news: '',
    chance_of_playing: null,
    current_points: 0,
    minutes: 67,
    locked: true,
    fixtures: [{ ...match, counts, minutes: 67, points: 0, provisional_bonus: 0, explain: [] }],
  };
}

export const buildTeam = (fields: Partial<ParticipationDetails> = {}): ParticipationDetails => ({
  ...fakeParticipation(12, { game: fakeGame(12, { ...TIMES, status: 'ACTIVE' }), rank: 12 }),
  team_name: 'Rovers',
  formation: '3-4-3',
  current_points: 49,
  gameweek_points: 49,
  earned_points: 49,
  field_players: [7, 8],
  bench_players: [9],
  captain_id: 8,
  vice_captain_id: 7,
  gameweek: 12,
  edit_gameweek: 13,
  next_lineup: null,
  gameweeks: [],
  players: [buildPlayer(7), buildPlayer(8), buildPlayer(9), buildPlayer(10, false)],
  ...fields,
});

/** The gameweek in which the match events of `buildTeam` happen. */
export const buildGameweek = (fields: Partial<ParticipationGameweek> = {}): ParticipationGameweek => ({
  gameweek: 12,
  players: [],
  raw_points: 49,
  points: 49,
  coefficient: 1,
  earned: 49,
  armband: 8,
  substitutions: [],
  final_eleven: [7, 8],
  settled: false,
  matches: 1,
  matches_counting: 1,
  average_points: 40,
  rank: 12,
  ...fields,
});
