import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Game } from '@touchline/api/http/games';
import type { Leaderboard } from '@touchline/api/http/leaderboard';
import type { LeagueInvitation } from '@touchline/api/http/leagues';

/** The only team of the fake games service, and its game. */
export const TEAM = '00000002-0000-4000-8000-000000000001';
export const GAME = '00000001-0000-4000-8000-000000000012';

const AT = '2026-11-20T12:00:00.000Z';
const kind = { game_type: 'WEEKLY', status: 'ACTIVE', settlement: 'PENDING' } as const;
export const game = {
  id: GAME,
  name: 'Gameweek 12',
  ...kind,
  description: '',
  entry_fee: '0',
  season_id: '2026',
  start_time: AT,
  end_time: AT,
  join_opens_at: AT,
  join_deadline: AT,
  first_gameweek: 12,
  last_gameweek: 12,
  current_participants: 120,
  max_participants: null,
  prizes: {
    state: 'PREVIEW',
    token: { address: '0xd', symbol: 'WLD', decimals: 18 },
    guarantee: '0',
    pool: '0',
    covered: true,
    commission_bps: 0,
    template: 'TOP',
    min_entries: 2,
    eligibility: 'ALL',
    places_paid: 0,
    first_prize: '0',
    table: [],
  },
} satisfies Game;
export const row = {
  rank: 8,
  previous_rank: null,
  participation_id: TEAM,
  user_id: '0x1',
  wallet_address: '0x1',
  team_name: '"><script>alert(1)</script>',
  earned_points: 54,
  current_points: 54,
  entry_points: 0,
  coefficient_applied: 1,
  gameweek_points: 54,
};
/** The invitation of the only league. */
export const invitation = {
  id: '00000003-0000-4000-8000-000000000001',
  code: 'ABCDEFGH',
  game,
  name: '<Secret> pub',
  kind: 'CLASSIC',
  automatic: null,
  start_gameweek: 12,
  uses_coefficient: false,
  knock_out_gameweeks: 0,
  state: 'OPEN',
  members: 3,
  max_members: 100_000,
  owner: '0x1',
} satisfies LeagueInvitation;
export const standings = {
  leaderboard: [{ ...row, captain: null, played: null }],
  total: 1,
  me: null,
  distribution: [],
  updated_at: AT,
  summary: { total_players: 120, top_score: 60, average_score: 20, gameweek: 12 },
} satisfies Leaderboard;

/** A games service that knows one team and one league, and records the requests that it gets. */
export interface FakeGames {
  readonly url: string;
  requests: { path: string; authorization: string | undefined; cookie: string | undefined }[];
  /** Fields of the team's players, which are added to all responses. */
  players: object;
  /** Prize of the team in wei; null while the game is not settled. */
  prize: string | null;
  stop(): Promise<void>;
}

export async function startFakeGames(): Promise<FakeGames> {
  const respond = (path: string): object | null => {
    const { players, prize } = fake;
    if (path.startsWith(`/api/games/participations/${TEAM}/card`))
      return { game, row: { ...row, ...players }, total_players: 120, ranked: true, prize, ...players };
    if (path.startsWith(`/api/games/${GAME}/leaderboard`))
      return { ...standings, leaderboard: [{ ...standings.leaderboard[0], ...players }] };
    if (path === `/api/leagues/invitations/${invitation.code}`) return { invitation };
    return path === `/api/games/${GAME}` ? { game: { ...game, ...players } } : null;
  };
  const server = createServer(({ url: path = '', headers }, response) => {
    fake.requests.push({ path, authorization: headers.authorization, cookie: headers.cookie });
    const data = respond(path);
    response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' });
    const failure = { success: false, error: 'No.', code: 'NOT_FOUND', request_id: 'x' };
    response.end(JSON.stringify(data ? { success: true, data } : failure));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const fake: FakeGames = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    players: {},
    prize: null,
    stop: () => new Promise((done) => server.close(() => done())),
  };
  return fake;
}
