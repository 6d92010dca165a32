import { TouchlineError } from '@touchline/api/errors';
import {
  clearEntryPoints,
  clearWalletPoints,
  editEntry,
  entriesRequest,
  entryRequest,
} from '@touchline/api/events/admin-entries';
import { editGame, gamesRequest } from '@touchline/api/events/admin-games';
import {
  gamesTotalsRequest,
  stakingTotalsRequest,
  userTotalsRequest,
} from '@touchline/api/events/admin-services';
import { editStake, stakesRequest } from '@touchline/api/events/admin-stakes';
import {
  clearAllPoints,
  clearPoints,
  getAdminParticipation,
  listAdminParticipations,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { listAdminGames } from '@touchline/api/http/admin-games';
import { adminStats } from '@touchline/api/http/admin-overview';
import { listAdminStakes } from '@touchline/api/http/admin-stakes';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, expect, test } from 'vitest';
import { ADMIN, adminSuite } from '../testing/admin-suite.ts';
import { AT, details, game, gameDetails, ID, participation, stake, stakeDetails } from '../testing/fixtures.ts';

/** What games answers to a list with `realtime`. */
let updated: { entries: number; milliseconds: number } | null = null;
let refused: TouchlineError | null = null;

const suite = adminSuite((owners) => {
  owners.respond('games', entriesRequest, () => ({ rows: [participation], total: 45, updated }));
  owners.respond('games', entryRequest, () => details);
  owners.respond('games', editEntry, () => {
    if (refused) throw refused;
    return details;
  });
  owners.respond('games', clearEntryPoints, () => details);
  owners.respond('games', clearWalletPoints, () => ({ cleared: 2 }));
  owners.respond('games', gamesRequest, () => ({ rows: [game], total: 1 }));
  owners.respond('games', editGame, () => gameDetails);
  owners.respond('games', gamesTotalsRequest, () => ({ games: 4, entries: 1_000_000 }));
  owners.respond('staking', stakesRequest, () => ({ rows: [stake], total: 1 }));
  owners.respond('staking', editStake, () => stakeDetails);
});
beforeEach(() => {
  suite.owners.requests.length = 0;
  updated = null;
  refused = null;
});

const admin = () => suite.as(ADMIN);
const params = { id: ID };
const listed = { page: '3', limit: '20', sortOrder: 'asc' } as never;
const lastAsked = () => suite.owners.requests.at(-1);

/** A PUT with this body. */
async function put(path: string, body: object, version = '"1"') {
  const response = await fetch(`${suite.url}/api/admin/${path}/${ID}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await suite.tokens.accessToken(ADMIN)}`,
      'content-type': 'application/json',
      'if-match': version,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
}

test('API-33 participations are asked of games by page, sort and search; `realtime` says what moved', async () => {
  const quiet = await admin().request(listAdminParticipations, {
    query: { ...(listed as object), sortBy: 'earned_points', search: ' ours ', realtime: 'true' } as never,
  });
  expect(quiet).toEqual({ participations: [participation], total: 45 });
  expect(lastAsked()).toEqual({
    subject: entriesRequest.subject,
    payload: {
      page: 3,
      limit: 20,
      sort_by: 'earned_points',
      sort_order: 'asc',
      search: 'ours',
      realtime: true,
    },
  });
  updated = { entries: 12, milliseconds: 34 };
  expect(await admin().request(listAdminParticipations)).toMatchObject({
    pointsUpdated: true,
    updatedCount: 12,
    processingTime: 34,
  });
  expect(lastAsked()?.payload).toMatchObject({
    sort_by: 'current_points',
    sort_order: 'desc',
    realtime: false,
  });
  const wrong = admin().request(listAdminParticipations, { query: { sortBy: 'game_id' } as never });
  expect(await rejection(wrong)).toMatchObject({ status: 400, details: [{ path: 'sortBy' }] });
});

test('API-34 API-36 staking records and games are asked of their owners; without search text there is none', async () => {
  expect(await admin().request(listAdminStakes)).toEqual({ stakingRecords: [stake], total: 1 });
  expect(lastAsked()).toMatchObject({
    subject: stakesRequest.subject,
    payload: { page: 1, limit: 20, sort_by: 'lock_start_date', sort_order: 'desc', search: '' },
  });
  expect(await admin().request(listAdminGames, { query: listed })).toEqual({ games: [game], total: 1 });
  expect(lastAsked()).toMatchObject({
    subject: gamesRequest.subject,
    payload: { page: 3, sort_by: 'created_at', sort_order: 'asc', search: '' },
  });
});

test('API-35 the totals are put together; an owner that is away is 503 and named, and the others still answer', async () => {
  const gone = await rejection(admin().request(adminStats));
  expect(gone).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', status: 503 });
  expect(gone.message).toMatch(/^(gateway|staking) is not responding/);
  expect((await admin().request(listAdminGames)).total).toBe(1);
  suite.owners.respond('staking', stakingTotalsRequest, () => ({
    stakes: 9,
    active_stakes: 7,
    staked_amount: '1234.5',
  }));
  suite.owners.respond('gateway', userTotalsRequest, () => ({ users: 11 }));
  await suite.owners.flush();
  expect(await admin().request(adminStats)).toEqual({
    totalUsers: 11,
    totalGames: 4,
    totalParticipations: 1_000_000,
    totalStakingRecords: 9,
    totalStakedAmount: '1234.5',
    activeStakes: 7,
  });
});

/** Path, question and every field that the specification names, with a value. */
const CHANGES: [string, string, object][] = [
  [
    'game-participations',
    editEntry.subject,
    { team_name: 'X', formation: '4-4-2', captain_id: 5, vice_captain_id: 6, entry_points: 1 },
  ],
  [
    'staking-records',
    editStake.subject,
    { amount: '12.000', lock_start_date: AT, lock_end_date: AT, is_active: false },
  ],
  [
    'games',
    editGame.subject,
    { name: 'Y', game_type: 'WEEKLY', status: 'CANCELLED', entry_fee: '0.10', start_time: AT, end_time: AT },
  ],
];

test.each(CHANGES)(
  'API-37 API-38 API-39 a PUT of %s carries only what changed, as sent, with version and actor',
  async (...row) => {
    const [path, subject, change] = row;
    for (const [key, value] of Object.entries(change)) {
      expect((await put(path, { [key]: value }, '"v.1"')).status).toBe(200);
      expect(lastAsked()).toEqual({
        subject,
        payload: {
          by: {
            admin: ADMIN,
            request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            reason: 'edited in dashboard',
          },
          id: ID,
          version: 'v.1',
          change: { [key]: value },
        },
      });
    }
    expect((await put(path, { wallet_address: wallet(8) })).text).toContain('wallet_address');
    expect((await put(path, change, '')).text).toContain('If-Match');
    expect((await put(path, change)).etag).toMatch(/^"[\w.]+"$/);
  },
);

test('what the owner refuses arrives as it said it', async () => {
  refused = new TouchlineError('STALE', 'Somebody has changed this since you opened it. Load it again.');
  const call = admin().request(updateAdminParticipation, {
    params,
    version: '1',
    body: { team_name: 'Mine' },
  });
  expect(await rejection(call)).toMatchObject({ status: 409, code: 'STALE', message: refused.message });
  refused = new TouchlineError('LINEUP_INVALID', 'No.', { details: [{ path: 'captain_id', message: 'no' }] });
  const other = admin().request(updateAdminParticipation, { params, version: '1', body: { captain_id: 9 } });
  expect(await rejection(other)).toMatchObject({
    status: 422,
    details: [{ path: 'captain_id', message: 'no' }],
  });
});

test('DATA-16 DATA-17 a row has the fields that the specification names, and no others', async () => {
  const [row] = (await admin().request(listAdminParticipations)).participations;
  expect(Object.keys(row!).join(' ')).toBe(
    'id wallet_address team_name game_name game_type formation captain_id vice_captain_id entry_points current_points ' +
      'coefficient_applied earned_points players_snapshot',
  );
  const [record] = (await admin().request(listAdminStakes)).stakingRecords;
  expect(Object.keys(record!).join(' ')).toBe(
    'id wallet_address amount lock_start_date lock_end_date is_active',
  );
  const [one] = (await admin().request(listAdminGames)).games;
  expect(Object.keys(one!).join(' ')).toBe(
    'id name game_type status entry_fee start_time end_time participation_count',
  );
});

test('API-40 both calls that clear points have no body; the reason is in the query', async () => {
  const query = { reason: 'played under two names' };
  await admin().request(clearPoints, { params, version: 'v.7', query });
  expect(lastAsked()?.payload).toMatchObject({ id: ID, version: 'v.7', by: query });
  expect(await admin().request(clearAllPoints, { params: { userId: wallet(7) } })).toEqual({ cleared: 2 });
  expect(lastAsked()?.payload).toMatchObject({ wallet: wallet(7), by: { reason: 'edited in dashboard' } });
});

test('a dialog gets the object with its version, in the body and as ETag', async () => {
  const { participation: read } = await admin().request(getAdminParticipation, { params });
  expect(read.version).toBe('v.7');
  const response = await fetch(`${suite.url}/api/admin/game-participations/${ID}`, {
    headers: { authorization: `Bearer ${await suite.tokens.accessToken(ADMIN)}` },
  });
  expect(response.headers.get('etag')).toBe('"v.7"');
});
