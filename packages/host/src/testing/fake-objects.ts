import type { Participation } from '@touchline/api/http/entries';
import type { Fixture, Gameweek, Player } from '@touchline/api/http/fpl';
import type { Game } from '@touchline/api/http/games';
import type { PrizeSummary } from '@touchline/api/http/prize-plans';

/** A stable id. `kind` (one digit) distinguishes games from entries. */
export const fakeId = (kind: number, n: number) =>
  `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;

type Schedule = Pick<Game, 'status' | 'start_time' | 'end_time' | 'join_opens_at' | 'join_deadline'>;

/** Announced prizes of a game: 200 WLD, 130 to place 1 and 70 to place 2. */
export function fakePrizes(fields: Partial<PrizeSummary> = {}): PrizeSummary {
  const wei = (tokens: number) => `${tokens}${'0'.repeat(18)}`;
  return {
    state: 'PREVIEW',
    token: { address: `0x${'d'.repeat(40)}`, symbol: 'WLD', decimals: 18 },
    guarantee: wei(200),
    pool: wei(200),
    covered: true,
    commission_bps: 0,
    template: 'TOP',
    min_entries: 2,
    eligibility: 'ALL',
    places_paid: 2,
    first_prize: wei(130),
    table: [
      { from: 1, to: 1, amount: wei(130) },
      { from: 2, to: 2, amount: wei(70) },
    ],
    ...fields,
  };
}

/** A free weekly game of gameweek `n` with three entries. The test sets its schedule. */
export function fakeGame(n: number, fields: Schedule & Partial<Game>): Game {
  return {
    id: fakeId(1, n),
    name: `Gameweek ${n}`,
    game_type: 'WEEKLY',
    settlement: 'PENDING',
    description: '',
    entry_fee: '0',
    season_id: '2026',
    first_gameweek: n,
    last_gameweek: n,
    current_participants: 3,
    max_participants: null,
    prizes: fakePrizes(),
    ...fields,
  };
}

/** A fit midfielder of club 1 at £5.0m without points. */
export function fakePlayer(n: number, web_name: string, fields: Partial<Player> = {}): Player {
  return {
    id: n,
    code: n,
    name: web_name,
    web_name,
    team: 1,
    position: 3,
    price: 5,
    total_points: 0,
    form: 0,
    selected_by_percent: 0,
    cost_change: 0,
    photo: '',
    status: 'a',
    can_select: true,
    news: '',
    chance_of_playing: null,
    ...fields,
  };
}

/** Match `n` of gameweek 3: club 1 at home against club 2, not started. */
export function fakeFixture(n: number, fields: Pick<Fixture, 'kickoff_time'> & Partial<Fixture>): Fixture {
  return {
    id: n,
    code: n,
    event: 3,
    team_h: 1,
    team_a: 2,
    team_h_score: null,
    team_a_score: null,
    team_h_difficulty: 3,
    team_a_difficulty: 3,
    started: false,
    finished: false,
    finished_provisional: false,
    minutes: 0,
    stats: [],
    ...fields,
  };
}

/** Gameweek `n`, neither the current nor the next one. Its deadline, start and end are at the same time. */
export function fakeGameweek(n: number, time: string, fields: Partial<Gameweek> = {}): Gameweek {
  return {
    id: n,
    name: `Gameweek ${n}`,
    gameweek_number: n,
    deadline_time: time,
    start_time: time,
    end_time: time,
    is_current: false,
    is_next: false,
    finished: false,
    data_checked: false,
    ...fields,
  };
}

/** Team `n`, which joined its game when it opened, without players and points. */
export function fakeParticipation(
  n: number,
  { game, ...fields }: Pick<Participation, 'game'> & Partial<Participation>,
): Participation {
  return {
    id: fakeId(2, n),
    game_id: game.id,
    game,
    team_name: `Team ${n}`,
    formation: '3-4-3',
    joined_at: game.join_opens_at,
    entry_points: 0,
    current_points: 0,
    gameweek_points: 0,
    coefficient_applied: 1,
    earned_points: 0,
    rank: 1,
    suspended: false,
    excluded_reason: null,
    refunds: [],
    roster_snapshot: [],
    ...fields,
  };
}
