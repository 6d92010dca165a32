import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import { createClient } from '@touchline/api/client';
import type { AnyEndpoint, EndpointAuth } from '@touchline/api/endpoint';
import { auditLog } from '@touchline/api/http/admin-audit';
import { setSwitch } from '@touchline/api/http/admin-controls';
import { parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '../bin/lib/process-identity.mjs';
import { signIn } from './clients/signed-in.ts';
import { type Walker, walkAdministration, walkerOf } from './clients/walk-administration.ts';
import { seedDemo } from './demo-data/seed-demo.ts';
import { chainAccount } from './dependencies/accounts.ts';
import { query } from './dependencies/query.ts';
import { CREDENTIALS, filesBelow, filesWith, secretsOf } from './dependencies/secret-search.ts';
import { balanceOf, transfer } from './dependencies/token-transfers.ts';
import { waitUntil } from './dependencies/wait.ts';
import { PROJECT, type Product, type ProductOptions, startProduct } from './product.ts';
import { SERVICES } from './supervisor/services.ts';

// The processes are the built ones: `npm run build` comes first, as in npm test.
const homes = [newHome(), newHome()] as const;
let first: Product;
let second: Product;

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'touchline-test-home-'));
  chmodSync(home, 0o755); // Postgres of root's own user must get in
  return home;
}

function start(home: string, options: Partial<ProductOptions> = {}): Promise<Product> {
  return startProduct({ home, replay: { paused: true }, ...options });
}

/** At first the second product has two administrators, after its restart only the first of them. */
const ADMIN_WALLETS = [0, 1].map((n) => chainAccount(n).address).join(',');
/** The logs of the first product are searched for secrets, down to the lowest level. */
const EVERYTHING = Object.fromEntries(SERVICES.map(({ name }) => [name, { LOG_LEVEL: 'trace' }]));
const TWO_ADMINS = Object.fromEntries(SERVICES.map(({ name }) => [name, { ADMIN_WALLETS }]));

beforeAll(async () => {
  const starts = await Promise.allSettled([
    start(homes[0], { env: EVERYTHING }).then((product) => {
      first = product;
    }),
    start(homes[1], { env: TWO_ADMINS }).then((product) => {
      second = product;
    }),
  ]); // both awaited: when one cannot start, the other is still to be stopped
  for (const one of starts) if (one.status === 'rejected') throw one.reason;
}, 300_000);

afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  for (const home of homes) rmSync(home, { recursive: true, force: true });
}, 120_000);

function pidsOf(product: Product): number[] {
  return product.names.map((name) => product.pid(name) ?? 0);
}

test('two copies run side by side with separate ports and processes', async () => {
  expect(first.url).not.toBe(second.url);
  for (const product of [first, second]) {
    expect((await fetch(`${product.urls.gateway}/readyz`)).status).toBe(200);
    expect(product.names).toEqual(
      expect.arrayContaining([
        'postgres',
        'nats',
        'chain',
        'replay',
        'fpl-relay',
        'games',
        'staking',
        'admin',
        'gateway',
      ]),
    );
  }
  expect(new Set([...pidsOf(first), ...pidsOf(second)]).size).toBe(first.names.length * 2);
});

const words = (text: string) => text.trim().split(/\s+/);

/** Access by endpoint. A new endpoint fails here until its access is decided. */
const ACCESS: Record<EndpointAuth, readonly string[]> = {
  none: words(`
    login logout refresh config nicknames bootstrap currentGameweek fixtures gameweekFixtures
    playerDetails players teams matchEvents validateTeam currentGameweekOfGames entryFees getGame listGames
    stakingStats stakingTiers teamCard
    gamePrizes listResults gameResult gameResultGameweek reserves findInvitation removeNotifications endPreviews
    managerHistory receiptKeys lockRoots lineupProof
  `),
  release: words(`
    listReleases publishRelease promoteRelease shareRelease rollbackRelease replaceReleaseToken moveRoute
    previewRelease changeTesters registerService
  `),
  optional: words('publicLineup leaderboard remotes reportRemote'),
  player: words(`
    profile publicUser logoutAll setNickname createStake myStakes canJoin joinGame reserve saveLineup
    renameTeam getParticipation myParticipation myParticipations
    createLeague myLeagues joinLeague getLeague editLeague rotateLeagueCode removeLeagueMember editLeagueMember
    liftLeagueBan getSupportedClub setSupportedClub leagueTable leagueOwnership leagueFixtures leagueManager leagueRecap leagueDrawData
    myPrizes gameResultMine notificationSettings saveNotifications myReceipts
  `),
  admin: words(`
    createTournament listAdminParticipations getAdminParticipation updateAdminParticipation clearPoints
    clearAllPoints excludeParticipation includeParticipation listAdminGames getAdminGame updateAdminGame
    cancelAdminGame listAdminStakes getAdminStake updateAdminStake listPayouts beginPayout reportPayout
    giveUpPayout listAdminPayments adminStats adminSeries adminHealth adminRemotes auditLog getSwitches
    setSwitch endSessions rollBackRemote restorePoints
    getPrizePlan updatePrizePlan listSettlements getSettlement approveSettlement revealLineup
    approveFunding getSettlementFunding listUnpaidPrizes
    adminServices revokeService
  `),
};
const access = Object.entries(ACCESS).flatMap(([auth, names]) => names.map((name) => ({ auth, name })));

test('A5 the access to every endpoint is decided', () => {
  const declared = ALL_ENDPOINTS.map(({ name, endpoint }) => ({ auth: endpoint.auth as string, name }));
  expect(new Set(declared)).toEqual(new Set(access));
});

/** Calls an endpoint with valid-looking path parameters and an empty body. */
async function statusOf({ method, path }: AnyEndpoint, token?: string): Promise<[number, string]> {
  const url = `${first.url}/api${path.replace(/:[a-z_]*id/g, randomUUID()).replace(/:\w+/g, '1')}`;
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  const { code } = (await response.json()) as { code?: string };
  return [response.status, code ?? ''];
}

const endpoints = (...auth: EndpointAuth[]) =>
  ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter((one) => auth.includes(one.auth));

test.each(endpoints('player', 'admin', 'release'))(
  'A5 $method $path requires authentication',
  async (endpoint) => {
    expect(await statusOf(endpoint)).toEqual([401, 'TOKEN_MISSING']);
    expect(await statusOf(endpoint, 'a.forged.token')).toEqual([401, 'TOKEN_INVALID']);
  },
);

/** Signed in to the second product as the administrator that it loses with its restart. */
let exAdmin: Walker;
const walk = (product: Product, walker: Walker) =>
  walkAdministration(product.url, join(homes[product === first ? 0 : 1], 'remotes'), walker);
const account = (n: number) => privateKeyToAccount(first.chain.accounts[n]?.privateKey ?? '0x');
const ADMINISTRATOR = { reads: [400], changes: [400], files: [200], listed: true };
const PLAYER = { reads: [403], changes: [403], files: [404], listed: false };

test('ADMIN-02 every admin call and every file of mf-admin is for administrators alone', async () => {
  const guest = { reads: [401], changes: [401], files: [404], listed: false };
  expect(await walk(first, await walkerOf(first.url))).toEqual(guest);
  expect(await walk(first, await walkerOf(first.url, account(1)))).toEqual(PLAYER);
  const admin = await walkerOf(first.url, account(0));
  expect(await walk(first, admin)).toEqual(ADMINISTRATOR);
  // An old sign-in reads, and changes nothing.
  await query(
    first.databaseUrl('gateway'),
    "update sessions set signed_in_at = now() - interval '16 minutes'",
  );
  await admin.refresh();
  expect(await walk(first, admin)).toEqual({ ...ADMINISTRATOR, changes: [403] });
  exAdmin = await walkerOf(second.url, account(1));
  expect(await walk(second, exAdmin)).toEqual(ADMINISTRATOR);
});

test.each(endpoints('none', 'optional'))('$method $path is open to guests', async (endpoint) => {
  expect(await statusOf(endpoint)).not.toEqual([401, 'TOKEN_MISSING']);
});

test('a change that an administrator makes is in the audit log, with its reason, before and after', async () => {
  const { request: call } = createClient({ base: `${second.url}/api`, token: () => exAdmin.token });
  for (const name of ['tournaments', 'staking'] as const)
    await call(setSwitch, { params: { name }, body: { on: false, reason: 'incident' } });
  const logged = { subject: 'staking', reason: 'incident', before: { on: true }, after: { on: false } };
  await expect
    .poll(async () => (await call(auditLog)).changes)
    .toMatchObject([logged, { owner: 'games', subject: 'tournaments' }]);
});

const secretsOfThisCopy = () => secretsOf(homes[0], first.chain.accounts);

test('A20 no log of any process holds a token, a signature, a cookie or a password', async () => {
  const token = await signIn(first.url, account(1));
  for (const endpoint of endpoints('player', 'optional', 'admin')) {
    await statusOf(endpoint, token);
    await statusOf(endpoint, `${token.slice(0, -4)}AAAA`);
  }
  const logs = filesBelow(join(homes[0], 'logs'), /\.log$/);
  for (const name of ['games', 'staking', 'gateway', 'admin', 'fpl-relay'])
    expect(logs.find((log) => log.name === `${name}.log`)?.text).toContain('"msg":"request"');
  expect(filesWith(logs, [...secretsOfThisCopy(), token, ...CREDENTIALS])).toEqual([]);
});

test('A23 no file that browsers get holds a secret of this copy', () => {
  const folders = [join(PROJECT, 'shell', 'dist'), join(homes[0], 'remotes')];
  const files = folders.flatMap((folder) => filesBelow(folder, /\.(js|css|html|json|map)$/));
  expect(files.length).toBeGreaterThan(10);
  expect(filesWith(files, secretsOfThisCopy())).toEqual([]);
});

test('a home or a port in use is rejected with a suggestion', async () => {
  const port = Number(new URL(first.url).port);
  await expect(start(homes[0], { port })).rejects.toThrow(
    /is in use by process \d+: .*--home DIR and --port N/,
  );
  const home = newHome();
  await expect(start(home, { port })).rejects.toThrow(`port ${port} is in use: choose another with --port N`);
  rmSync(home, { recursive: true });
});

test('demo teams that were stopped while they played are an error that names --reset', async () => {
  const advance = () => Promise.reject(new Error('stopped'));
  const options = { teams: 1, gameweek: 9 };
  const stopped = seedDemo({ ...first, replay: { ...first.replay, advance } }, options);
  await expect(stopped).rejects.toThrow('stopped');
  await expect(seedDemo(first, options)).rejects.toThrow('start over with --reset');
}, 300_000);

test.each(['games', 'staking', 'admin', 'gateway', 'nats', 'postgres', 'chain', 'replay'])(
  '%s is restarted after kill -9, and all services become ready again',
  async (name) => {
    const before = first.pid(name);
    await first.kill(name);
    await first.ready(name);
    expect(first.pid(name)).not.toBe(before);
    for (const service of ['fpl-relay', 'games', 'staking', 'admin', 'gateway'] as const) {
      await waitUntil(async () => (await fetch(`${first.urls[service]}/readyz`)).ok, {
        what: `${service} to be ready again`,
        timeoutMs: 120_000,
      });
    }
  },
  300_000,
);

test('a restart keeps a row in Postgres and a transfer on the chain, and leaves no process behind', async () => {
  await query(first.databaseUrl('games'), 'create table kept (id int); insert into kept values (42)');
  const [, from, to] = first.chain.accounts;
  await transfer(first.chain, from!.wallet, to!.address, parseEther('12.5'));
  const { token } = first.chain;
  const pids = pidsOf(first);
  await first.stop();
  expect(pids.filter(isAlive)).toEqual([]);

  first = await start(homes[0]);
  expect(await query(first.databaseUrl('games'), 'select id from games.kept')).toEqual([{ id: 42 }]);
  expect(first.chain.token).toBe(token);
  expect(await balanceOf(first.chain, first.chain.accounts[2]!.address)).toBe(parseEther('1000012.5'));
}, 300_000);

test('the token is deployed again if the chain loses its state, and who is no administrator any more is out', async () => {
  await second.stop();
  rmSync(join(homes[1], 'chain', 'state.json'));
  rmSync(join(homes[1], 'chain', 'state.json.previous'), { force: true });
  second = await start(homes[1], { port: Number(new URL(second.url).port) }); // cookies carry the port
  await exAdmin.refresh();
  expect(await walk(second, exAdmin)).toEqual(PLAYER);
  expect(await balanceOf(second.chain, second.chain.accounts[3]!.address)).toBe(parseEther('1000000'));
}, 300_000);
