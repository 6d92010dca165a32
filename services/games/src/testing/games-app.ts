import { type Client, createClient } from '@touchline/api/client';
import { type Game, listGames } from '@touchline/api/http/games';
import { createTransferReader, type TransferReader } from '@touchline/chain-ledger/transfer-reader';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { TOKEN_WEI } from '@touchline/rules/tokens';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { createVerifier } from '@touchline/service-kit/http/auth';
import { listen } from '@touchline/service-kit/http/server';
import { openBus } from '@touchline/service-kit/messaging/bus';
import { createLog, type Log } from '@touchline/service-kit/process/log';
import { createMetrics, type Metrics } from '@touchline/service-kit/process/metrics';
import { startTokens, type Tokens } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { createStandingsEngine } from '@touchline/standings/engine';
import { createInlineThread } from '@touchline/standings/thread';
import type Koa from 'koa';
import { createApp, type GamesDeps } from '../app.ts';
import { createSeals } from '../seals.ts';
import { FakeFeed } from './fake-feed.ts';
import { HOUR } from './feed-builders.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

/** The real app on a real database and NATS server, with a fake feed and clock. */
export interface GamesApp {
  koa: Koa;
  url: string;
  db: Database;
  feed: FakeFeed;
  clock: TestClock;
  tokens: Tokens;
  metrics: Metrics;
  /** A client that is signed in as a wallet; null for a guest. */
  as(wallet: string | null): Client;
  /** Sends a request that the typed client would not send, and returns the raw response. */
  raw(
    method: string,
    path: string,
    wallet: string | null,
    body?: unknown,
  ): Promise<{ status: number; body: ApiBody }>;
  /** Resolves when everything that the feed published is stored. */
  waitForFeed(): Promise<void>;
  game(type: Game['game_type'], gameweek?: number): Promise<Game>;
  /** Stops the service; the fake feed and its NATS connection keep running. */
  stopService(): Promise<void>;
  stop(): Promise<void>;
}

export interface ApiBody {
  success: boolean;
  code?: string;
  error?: string;
  details?: { path?: string; player_id?: number; message: string }[];
  data?: Record<string, unknown>;
}

export interface GamesAppOptions {
  databaseUrl: string;
  natsUrl: string;
  seasonFee?: string;
  /** Chain for entry fees; without it no RPC is available. */
  chain?: { rpcUrls: string[]; token: string; treasury: string; confirmations?: number; funders?: string[] };
  adminWallets?: string[];
  /** Prize plans of new games; none by default. */
  plans?: GamesDeps['plans'];
  prizes?: Partial<GamesDeps['prizes']>;
  /** Keys of notifications; none are sent by default. */
  push?: GamesDeps['notifications']['push'];
  /** Read on every request; all are on by default. */
  allowed?: GamesDeps['allowed'];
  /** Initial time of the test clock, epoch ms. */
  now?: number;
  /** Silent by default. */
  log?: Log;
  /** Fake feed of an earlier app, to reuse. */
  feed?: FakeFeed;
}

const NO_CHAIN = {
  rpcUrls: ['http://127.0.0.1:9'],
  token: `0x${'a'.repeat(40)}`,
  treasury: `0x${'b'.repeat(40)}`,
  confirmations: 1,
};

const NO_PLAN = {
  token: { address: NO_CHAIN.token, symbol: 'FOOTBALL', decimals: 18 },
  guarantee: '0',
  commission_bps: 0,
  template: 'TOP',
  rows: [],
  min_entries: 1,
  eligibility: 'ALL',
} as const satisfies GamesDeps['plans']['SEASON'];
/** Plans without prizes and without a minimum number of entries. */
const NO_PRIZES = { SEASON: NO_PLAN, WEEKLY: NO_PLAN, TOURNAMENT: NO_PLAN };

/** Starts the service on a database and a NATS server. */
export async function startGamesApp(options: GamesAppOptions): Promise<GamesApp> {
  const log = options.log ?? createLog('games', 'silent');
  const feed = options.feed ?? new FakeFeed(openBus(options.natsUrl, { name: 'fpl-relay', log }));
  const clock = createTestClock(options.now ?? Date.now());
  const service = await startService(options, clock, log);
  const { url, db, tokens, stopService } = service;
  const as = (who: string | null): Client => {
    const client = createWalletClient(url, tokens, who);
    return {
      ...client,
      async request(endpoint, ...input) {
        await clock.waitForReopenedGames(db);
        return client.request(endpoint, ...input);
      },
    };
  };
  return {
    ...service,
    feed,
    clock,
    as,
    async raw(method, path, who, body) {
      await clock.waitForReopenedGames(db);
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(who ? { authorization: `Bearer ${await tokens.accessToken(who)}` } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as ApiBody };
    },
    waitForFeed: () => waitForFeed(db, feed),
    async game(type, gameweek) {
      const { games } = await as(null).request(listGames, { query: { game_type: type, limit: '100' } });
      const match = games.find((game) => gameweek === undefined || game.first_gameweek === gameweek);
      if (!match) throw new Error(`no ${type} game ${gameweek ?? ''}`);
      return match;
    },
    async stop() {
      await stopService();
      await feed.bus.close();
    },
  };
}

/** Without a chain, any vault is that of the treasury, so that prizes can be settled. */
function openTransfers(chain: GamesAppOptions['chain']): TransferReader {
  const { rpcUrls, token, treasury } = chain ?? NO_CHAIN;
  const reader = createTransferReader({ rpcUrls, chainId: 480, token });
  return chain ? reader : { ...reader, vaultOwner: async () => treasury };
}

/** Enough for concurrent requests of a test; each connection takes longer than most tests' queries. */
const openPools = (url: string, log: Log) => ({
  db: openDatabase(url, 'games', { connections: 4 }),
  readDb: openDatabase(url, 'games', { connections: 4 }),
  pushDb: openDatabase(url, 'games', { connections: 2 }),
  leagueDb: openDatabase(url, 'games', { connections: 4, log }),
});

async function startService(options: GamesAppOptions, clock: TestClock, log: Log) {
  const tokens = await startTokens();
  const { pushDb, ...pools } = openPools(options.databaseUrl, log);
  const bus = openBus(options.natsUrl, { name: 'games', log });
  const [metrics, chain] = [createMetrics('games'), options.chain ?? NO_CHAIN];
  const app = createApp({
    ...pools,
    bus,
    verifier: createVerifier({ jwksUrl: tokens.jwksUrl, adminWallets: options.adminWallets ?? [] }),
    adminWallets: options.adminWallets ?? [],
    calendar: DEFAULT_CALENDAR,
    seals: createSeals('secret of the tests, the same for each'),
    fees: {
      SEASON: options.seasonFee ?? '500',
      WEEKLY: '0',
      TOURNAMENT: '1000',
      token: chain.token,
      decimals: 18,
      recipient: chain.treasury,
    },
    allowed: options.allowed ?? { paid_games: true, tournaments: true },
    transfers: openTransfers(options.chain),
    chain: {
      id: 480,
      rpcUrls: chain.rpcUrls,
      confirmations: chain.confirmations ?? 1,
      smallestTransfer: TOKEN_WEI,
      funders: options.chain?.funders ?? [],
      pollMs: 200,
    },
    plans: options.plans ?? NO_PRIZES,
    prizes: {
      vault: null,
      tokens: [],
      reviewMs: HOUR,
      approvalAbove: () => 0n,
      fundingApprovalAbove: () => 100_000n * TOKEN_WEI,
      reservesRequired: false,
      pollMs: 100,
      ...options.prizes,
    },
    notifications: { db: pushDb, push: options.push ?? null, pollMs: 50 },
    maxFinishedEntries: 1_000_000,
    engine: createStandingsEngine(createInlineThread()),
    log,
    metrics,
    now: () => clock.now,
  });
  const http = await listen(app.koa, 0, '127.0.0.1');
  return {
    koa: app.koa,
    url: http.url,
    db: pools.db,
    tokens,
    metrics,
    async stopService() {
      await http.close();
      await app.stop();
      await bus.close();
      await Promise.all([pushDb, ...Object.values(pools)].map((pool) => pool.destroy()));
      await tokens.stop();
    },
  };
}

/** Creates a client of a service that is signed in as a wallet; null for a guest. */
export function createWalletClient(url: string, tokens: Tokens, who: string | null): Client {
  const base = `${url}/api`;
  return {
    now: Date.now,
    async request(endpoint, ...input) {
      const token = who === null ? null : await tokens.accessToken(who);
      return createClient({ base, token: () => token }).request(endpoint, ...input);
    },
  };
}

/** Resolves when every version that the feed published is stored. */
export async function waitForFeed(db: Database, feed: FakeFeed): Promise<void> {
  await eventually(async () => {
    const rows = await query<{ kind: string; version: number }>(
      db,
      'select kind, version from feed_snapshots where season = ?',
      [feed.season],
    );
    const stored = new Map(rows.map(({ kind, version }) => [kind, version]));
    for (const [kind, version] of feed.versions)
      if ((stored.get(kind) ?? 0) < version) throw new Error(`${kind} is not at ${version}`);
  });
}
