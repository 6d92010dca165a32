import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authChangesRequest } from '@touchline/api/events/admin-changes';
import {
  gamesSwitchesChanged,
  gamesSwitchesRequest,
  gatewayHealthRequest,
  stakingSwitchesRequest,
  userTotalsRequest,
} from '@touchline/api/events/admin-services';
import { endSessions } from '@touchline/api/http/admin-controls';
import { adminRemotes, rollBackRemote } from '@touchline/api/http/admin-overview';
import { adminServices, revokeService } from '@touchline/api/http/admin-services';
import { createTestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { requestOwner } from '@touchline/service-kit/administration/owner-requests';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { reply, request } from '@touchline/service-kit/messaging/request';
import { publish } from '@touchline/service-kit/messaging/stream';
import { createLog } from '@touchline/service-kit/process/log';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ADMIN_WALLET,
  createFolder,
  type GatewayUnderTest,
  gatewaySuite,
} from '../testing/gateway-under-test.ts';
import { openLive } from '../testing/live-client.ts';
import { registerFolder } from '../testing/register-folder.ts';
import { RELEASE_SECRET, releaseToken } from '../testing/release-team.ts';
import { admin, bearer, getToken, newPlayer, signIn, visitor } from '../testing/visitor.ts';

const suite = gatewaySuite(createTestDatabase);
const folder = createFolder('admin');
const by = { admin: ADMIN_WALLET.toLowerCase(), request_id: randomUUID() };
const body = { reason: 'stolen phone' };
let nats: TestNats;
let gateway: GatewayUnderTest;
let games: Bus;
let staking: Bus;

function publishRemote(name: string, version: string, files: Record<string, unknown>) {
  const path = join(folder, name, version);
  mkdirSync(path, { recursive: true });
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(path, file), typeof content === 'string' ? content : JSON.stringify(content));
}

beforeAll(async () => {
  const routes = [{ path: '/rankings', label: 'Rankings', order: 20 }];
  publishRemote('mf-leaderboards', '1.0.0', {
    'remote.json': { name: 'mf-leaderboards', routes },
    'mf-manifest.json': {},
  });
  nats = await testNats();
  publishRemote('mf-leaderboards', '1.1.0', {
    'remote.json': { name: 'mf-leaderboards', routes },
    'mf-manifest.json': {},
  });
  gateway = await suite.start({
    NATS_URL: nats.url,
    REMOTES_DIR: folder,
    RELEASE_SECRET,
    TEAM_SERVICES: 'rivals=http://127.0.0.1:1',
  });
  await registerFolder(gateway, folder);
  const silent = createLog('test', 'silent');
  games = openBus(nats.url, { name: 'games', log: silent });
  staking = openBus(nats.url, { name: 'staking', log: silent });
  await games.connection();
  await vi.waitFor(() => request(games, userTotalsRequest, {}), { timeout: 10_000 });
});
afterAll(async () => {
  await Promise.all([games?.close(), staking?.close()]);
  await nats?.stop();
});

describe('sessions ended by an administrator', () => {
  test('an administrator ends the sessions of a wallet in all browsers, and the change is recorded', async () => {
    const [desktop, phone] = [visitor(gateway.url), visitor(gateway.url)];
    const tokens = [getToken(await signIn(desktop, admin)), getToken(await signIn(phone, admin))];
    const wallet = admin.address.toLowerCase();
    const sessions = () => suite.db('sessions').where({ wallet_address: wallet }).whereNull('ended_at');
    expect(await sessions()).toHaveLength(2);
    const input = { by, params: { wallet }, body };
    expect(await requestOwner(games, 'gateway', endSessions, input)).toEqual({ ended: 2 });
    expect(await sessions()).toEqual([]);
    for (const token of tokens)
      expect((await phone.get('/api/auth/profile', bearer(token))).status).toBe(401);
    expect((await desktop.post('/api/auth/refresh')).status).toBe(403);
    const { changes } = await request(games, authChangesRequest, { position: 0, limit: 500 });
    expect(changes.map(({ change }) => change)).toEqual([
      {
        ...by,
        ...body,
        id: expect.any(String),
        at: expect.any(String),
        owner: 'gateway',
        action: 'SESSIONS_ENDED',
        subject: wallet,
        wallet,
        before: { sessions: 2 },
        after: { sessions: 0 },
      },
    ]);
    const audited = await suite
      .db('audit_events')
      .where({ event: 'ended_by_admin' })
      .select('wallet', 'address');
    expect(audited).toEqual([{ wallet, address: by.admin }]);
  });

  test('a wallet that is not an admin cannot end sessions', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const token = getToken(await signIn(browser, player));
    const wallet = player.address.toLowerCase();
    const input = { by: { ...by, admin: wallet }, params: { wallet }, body };
    const rejected = requestOwner(games, 'gateway', endSessions, input);
    await expect(rejected).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await browser.get('/api/auth/profile', bearer(token))).status).toBe(200);
  });
});

test('the gateway reports users, replicas, and remotes with versions and errors to the admin service', async () => {
  const users = await suite.db('users').select('wallet_address');
  expect(await request(games, userTotalsRequest, {})).toEqual({ users: users.length });
  expect(await request(games, gatewayHealthRequest, {})).toMatchObject({
    replicas: [{ id: expect.any(String) }, { id: expect.any(String) }], // one more than this test's: the suite's own
    outbox: { waiting: expect.any(Number) },
    bus: { connected: true, lag: [] },
    feed: null,
    chain: null,
  });
  gateway.clock.now += 1_000;
  publishRemote('mf-leaderboards', '1.0.0', { 'mf-manifest.json': { changed: true } });
  for (let n = 0; n < 2; n++)
    await visitor(gateway.url).get('/remotes/mf-leaderboards/1.0.0/mf-manifest.json');
  const remotes = async () => (await requestOwner(games, 'gateway', adminRemotes, { by })).remotes;
  await expect.poll(async () => (await remotes())[0]?.errors.length).toBe(1);
  expect((await remotes())[0]).toMatchObject({ rollback_to: '1.0.0' });
  const rollBack = (from?: string) =>
    requestOwner(games, 'gateway', rollBackRemote, {
      by,
      params: { name: 'mf-leaderboards' },
      body: { ...body, from },
    });
  await rollBack('1.1.0');
  await expect(rollBack('1.1.0')).rejects.toMatchObject({
    code: 'CHANGE_REFUSED',
    message: '1.1.0 is no longer the latest version of this remote. Reload the page.',
  });
  await expect(rollBack()).rejects.toMatchObject({ code: 'CHANGE_REFUSED' });
  const { changes } = await request(games, authChangesRequest, { position: 0, limit: 500 });
  expect(changes.at(-1)?.change).toMatchObject({
    owner: 'gateway',
    action: 'REMOTE_ROLLED_BACK',
    subject: 'mf-leaderboards',
    reason: body.reason,
    before: { current: '1.1.0' },
    after: { current: '1.0.0' },
  });
  const published_at = expect.any(String);
  const done = { at: expect.any(String), by: by.admin };
  const first = { ...done, action: 'CURRENT', detail: null, by: 'test' };
  expect(await remotes()).toEqual([
    {
      name: 'mf-leaderboards',
      audience: 'everyone',
      current_version: '1.0.0',
      routes: [{ path: '/rankings', label: 'Rankings', order: 20, audience: 'everyone' }],
      share: null,
      versions: [
        { version: '1.1.0', published_at, state: 'returned', because: body.reason },
        { version: '1.0.0', published_at, state: 'current', because: null },
      ],
      rollback_to: null,
      errors: [
        {
          version: '1.0.0',
          at: expect.any(String),
          message: 'mf-manifest.json has changed since publication.',
          count: 2,
        },
      ],
      history: [
        { ...done, action: 'CURRENT', version: '1.0.0', detail: null },
        { ...done, action: 'RETURNED', version: '1.1.0', detail: body.reason },
        ...['1.1.0', '1.0.0'].map((version) => ({ ...first, version })),
      ],
    },
  ]);
});

test('an administrator revokes and restores a team service, with an audit record', async () => {
  const declaration = {
    requests_per_minute: 10,
    concurrent_requests: 1,
    timeout_ms: 500,
    endpoints: [{ method: 'GET', path: '/rivals', auth: 'none' }],
  };
  const register = () =>
    visitor(gateway.url).put('/api/services/rivals', declaration, releaseToken('rivals'));
  expect((await register()).status).toBe(200);
  const list = async () => (await requestOwner(games, 'gateway', adminServices, { by })).services;
  // Nothing listens at its address.
  await expect.poll(async () => (await list())[0]?.health.state).toBe('no response');
  expect((await visitor(gateway.url).get('/api/rivals')).status).toBe(503);
  const revoke = (revoked: boolean) =>
    requestOwner(games, 'gateway', revokeService, {
      by,
      params: { name: 'rivals' },
      body: { revoked, reason: body.reason },
    });
  const { service } = await revoke(true);
  expect(service).toMatchObject({ prefix: '/api/rivals', revoked: { admin: by.admin, reason: body.reason } });
  expect((await visitor(gateway.url).get('/api/rivals')).status).toBe(404);
  const rejected = await register();
  expect([rejected.status, rejected.json.code]).toEqual([403, 'FORBIDDEN']);
  expect(rejected.json.error).toContain(body.reason);
  await revoke(true); // is revoked already: no second record
  expect((await revoke(false)).service.revoked).toBeNull();
  expect((await visitor(gateway.url).get('/api/rivals')).status).toBe(503);
  const { changes } = await request(games, authChangesRequest, { position: 0, limit: 500 });
  const own = changes.filter(({ change }) => change.subject === 'rivals');
  expect(own.map(({ change }) => [change.action, change.before, change.after])).toEqual([
    ['SERVICE_REVOKED', { revoked: false }, { revoked: true }],
    ['SERVICE_RESTORED', { revoked: true }, { revoked: false }],
  ]);
});

test('S12 /config follows the switches of games and staking, and browsers are notified of a change', async () => {
  const features = async () => (await visitor(gateway.url).get('/api/config')).json.data?.features;
  expect(await features()).toEqual({ tournaments: true, paid_games: true, staking: true });
  const on = { paid_games: true, tournaments: true, staking: false };
  const stored = (name: keyof typeof on) => ({ name, on: on[name], held_off: false, changed: null });
  reply(games, gamesSwitchesRequest, async () => ({
    switches: [stored('paid_games'), stored('tournaments')],
  }));
  reply(staking, stakingSwitchesRequest, async () => ({ switches: [stored('staking')] }));
  await expect.poll(features).toEqual({ tournaments: true, paid_games: true, staking: false });
  const live = await openLive(gateway.url);
  on.tournaments = false;
  await publish(games, { subject: gamesSwitchesChanged.subject, payload: {} });
  await expect.poll(async () => (await live.next()).message).toEqual({ topic: 'switches' });
  expect(await features()).toEqual({ tournaments: false, paid_games: true, staking: false });
  live.close();
  await games.close();
  expect(await features()).toMatchObject({ tournaments: false });
});
