import type { Player } from '@touchline/api/http/fpl';
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
