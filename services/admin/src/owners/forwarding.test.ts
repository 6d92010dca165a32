import { TouchlineError } from '@touchline/api/errors';
import {
  gamesTotalsRequest,
  stakingTotalsRequest,
  userTotalsRequest,
} from '@touchline/api/events/admin-services';
import {
  getAdminParticipation,
  listAdminParticipations,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { listAdminGames, updateAdminGame } from '@touchline/api/http/admin-games';
import { adminStats } from '@touchline/api/http/admin-overview';
import { listAdminStakes, updateAdminStake } from '@touchline/api/http/admin-stakes';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, expect, test } from 'vitest';
import { ADMIN, adminSuite } from '../testing/admin-suite.ts';
import {
  AT,
  details,
  game,
  gameDetails,
  ID,
  participation,
  stake,
  stakeDetails,
} from '../testing/fixtures.ts';

let rejectedWith: TouchlineError | null = null;

const suite = adminSuite((owners) => {
  const one = () => ({ participation: details });
  owners.handle('games', listAdminParticipations, ({ query }) => ({
    participations: [participation],
    total: 45,
    ...(query.realtime ? { pointsUpdated: true, updatedCount: 12, processingTime: 34 } : {}),
  }));
  owners.handle('games', getAdminParticipation, one);
  owners.handle('games', updateAdminParticipation, () => {
    if (rejectedWith) throw rejectedWith;
    return one();
  });
  owners.handle('games', listAdminGames, () => ({ games: [game], total: 1 }));
  owners.handle('games', updateAdminGame, () => ({ game: gameDetails }));
  owners.handle('staking', listAdminStakes, () => ({ stakingRecords: [stake], total: 1 }));
  owners.handle('staking', updateAdminStake, () => ({ stakingRecord: stakeDetails }));
  owners.respond('games', gamesTotalsRequest, () => ({ games: 4, entries: 1_000_000 }));
});
beforeEach(() => {
  suite.owners.requests.length = 0;
  rejectedWith = null;
});

const admin = () => suite.as(ADMIN);
const params = { id: ID };
const listed = { page: '3', limit: '20', sortOrder: 'asc' } as const;
const getLastRequest = () => suite.owners.requests.at(-1);

/** Sends a PUT with this body. */
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

test('API-33 participations are requested from games by page, sort and search; `realtime` reports the updates', async () => {
  const query = { ...listed, sortBy: 'earned_points', search: ' ours ' } as const;
  expect(await admin().request(listAdminParticipations, { query })).toEqual({
    participations: [participation],
    total: 45,
  });
  expect(getLastRequest()).toMatchObject({
    owner: 'games',
    query: { page: 3, limit: 20, sortBy: 'earned_points', sortOrder: 'asc', search: 'ours' },
  });
  expect(await admin().request(listAdminParticipations, { query: { realtime: 'true' } })).toMatchObject({
    pointsUpdated: true,
    updatedCount: 12,
    processingTime: 34,
  });
  expect(getLastRequest()?.query).toEqual({
    page: 1,
    limit: 20,
    sortBy: 'current_points',
    sortOrder: 'desc',
    realtime: true,
  });
  const wrong = admin().request(listAdminParticipations, { query: { sortBy: 'game_id' } as never });
  expect(await rejection(wrong)).toMatchObject({ status: 400, details: [{ path: 'sortBy' }] });
});

test('API-34 API-36 staking records and games are requested from their owners', async () => {
  expect(await admin().request(listAdminStakes)).toEqual({ stakingRecords: [stake], total: 1 });
  expect(getLastRequest()).toMatchObject({
    owner: 'staking',
    query: { page: 1, limit: 20, sortBy: 'lock_start_date', sortOrder: 'desc' },
  });
  expect(await admin().request(listAdminGames, { query: listed })).toEqual({ games: [game], total: 1 });
  expect(getLastRequest()).toMatchObject({
    owner: 'games',
    query: { page: 3, sortBy: 'created_at', sortOrder: 'asc' },
  });
});

test('API-35 the totals combine all owners; an unavailable owner is named in a 503, and the others still work', async () => {
  const unavailable = await rejection(admin().request(adminStats));
  expect(unavailable).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', status: 503 });
  expect(unavailable.message).toMatch(/^(gateway|staking) is not responding/);
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

/** Path, owner and a value for every specified field. */
const CHANGES: [string, string, object][] = [
  [
    'game-participations',
    'games',
    {
      team_name: 'X',
      formation: '4-4-2',
      captain_id: 5,
      vice_captain_id: 6,
      entry_points: 1,
      current_points: 2,
      coefficient_applied: 1.255,
    },
  ],
  [
    'staking-records',
    'staking',
    { amount: '12.000', lock_start_date: AT, lock_end_date: AT, is_active: false },
  ],
  [
    'games',
    'games',
    { name: 'Y', game_type: 'WEEKLY', status: 'CANCELLED', entry_fee: '0.10', start_time: AT, end_time: AT },
  ],
];

test.each(CHANGES)(
  'API-37 API-38 API-39 a PUT of %s forwards only the changed fields, with version and actor',
  async (...row) => {
    const [path, owner, change] = row;
    for (const [key, value] of Object.entries(change)) {
      expect((await put(path, { [key]: value }, '"v.1"')).status).toBe(200);
      expect(getLastRequest()).toEqual({
        owner,
        by: {
          admin: ADMIN,
          request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          reason: 'edited in dashboard',
        },
        params,
        query: { reason: 'edited in dashboard' },
        version: 'v.1',
        body: { [key]: value },
      });
    }
    expect((await put(path, change, '"v.2"')).status).toBe(200);
    expect(getLastRequest()).toMatchObject({ owner, version: 'v.2', body: change });
    expect((await put(path, { wallet_address: wallet(8) })).text).toContain('wallet_address');
    expect((await put(path, change, '')).text).toContain('If-Match');
    expect((await put(path, change)).etag).toMatch(/^"[\w.]+"$/);
  },
);

test('an error of the owner reaches the client unchanged', async () => {
  rejectedWith = new TouchlineError('STALE', 'This was changed by someone else. Reload and try again.');
  const edit = admin().request(updateAdminParticipation, {
    params,
    version: '1',
    body: { team_name: 'Mine' },
  });
  expect(await rejection(edit)).toMatchObject({ status: 409, code: 'STALE', message: rejectedWith.message });
  rejectedWith = new TouchlineError('LINEUP_INVALID', 'No.', {
    details: [{ path: 'captain_id', message: 'no' }],
  });
  const other = admin().request(updateAdminParticipation, { params, version: '1', body: { captain_id: 9 } });
  expect(await rejection(other)).toMatchObject({
    status: 422,
    details: [{ path: 'captain_id', message: 'no' }],
  });
});

test('DATA-16 DATA-17 a row has exactly the specified fields', async () => {
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

test('the details of an object include its version, in the body and as ETag', async () => {
  const { participation: read } = await admin().request(getAdminParticipation, { params });
  expect(read.version).toBe('v.7');
  const response = await fetch(`${suite.url}/api/admin/game-participations/${ID}`, {
    headers: { authorization: `Bearer ${await suite.tokens.accessToken(ADMIN)}` },
  });
  expect(response.headers.get('etag')).toBe('"v.7"');
});
