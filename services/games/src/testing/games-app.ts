import { type Client, createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { type Game, listGames } from '@touchline/api/http/games';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { listen } from '@touchline/service-kit/app';
import { createVerifier } from '@touchline/service-kit/auth';
import { openBus } from '@touchline/service-kit/bus';
import { type Database, openDatabase } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import { migrate } from '@touchline/service-kit/migrations';
import { startTokens, type Tokens } from '@touchline/service-kit/testing/tokens';
import type Koa from 'koa';
import { createApp } from '../app.ts';
import { migrations } from '../migrations.ts';
import { FeedStandIn } from './feed-stand-in.ts';

/** The real app on the real parts, with a feed and a clock that the test sets. */
export interface GamesApp {
  koa: Koa;
  url: string;
  db: Database;
  feed: FeedStandIn;
  clock: { now: number };
  tokens: Tokens;
  /** The API as a wallet, or as a guest. */
  as(wallet: string | null): Client;
  /** An answer as it is, for what the typed client would not send. */
  raw(
    method: string,
    path: string,
    wallet: string | null,
    body?: unknown,
  ): Promise<{ status: number; body: Answer }>;
  /** Resolves when everything that the feed has told is taken in. */
  caughtUp(): Promise<void>;
  game(type: Game['game_type'], gameweek?: number): Promise<Game>;
  /** Ends the service; feed and bus of the relay stay. */
  stopService(): Promise<void>;
  stop(): Promise<void>;
}

export interface Answer {
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
  /** The chain that entry fees are paid on; without it no RPC answers. */
  chain?: { rpcUrls: string[]; token: string; treasury: string; confirmations?: number };
  adminWallets?: string[];
  /** Epoch ms at which the test's clock stands. */
  now?: number;
  /** A feed that another app was started with. */
  feed?: FeedStandIn;
}

const NO_CHAIN = {
  rpcUrls: ['http://127.0.0.1:9'],
  token: `0x${'a'.repeat(40)}`,
  treasury: `0x${'b'.repeat(40)}`,
  confirmations: 1,
};

export async function startGamesApp(options: GamesAppOptions): Promise<GamesApp> {
  const log = createLog('games', 'silent');
  const tokens = await startTokens();
  const db = openDatabase(options.databaseUrl, 'games');
  const readDb = openDatabase(options.databaseUrl, 'games', { connections: 4 });
  await migrate(db, migrations);
  const feed = options.feed ?? new FeedStandIn(openBus(options.natsUrl, { name: 'fpl-relay', log }));
  const bus = openBus(options.natsUrl, { name: 'games', log });
  const clock = createClock(options.now ?? Date.now());
  const chain = options.chain ?? NO_CHAIN;
  const app = createApp({
    db,
    readDb,
    bus,
    verifier: createVerifier({ jwksUrl: tokens.jwksUrl, adminWallets: options.adminWallets ?? [] }),
    calendar: DEFAULT_CALENDAR,
    fees: {
      SEASON: options.seasonFee ?? '500',
      WEEKLY: '0',
      TOURNAMENT: '1000',
      token: chain.token,
      decimals: 18,
      recipient: chain.treasury,
    },
    transfers: createTransferReader({ rpcUrls: chain.rpcUrls, chainId: 480, token: chain.token }),
    chain: { id: 480, confirmations: chain.confirmations ?? 1, pollMs: 200 },
    log,
    now: () => clock.now,
  });
  const listening = await listen(app.koa, 0, '127.0.0.1');
  const { url } = listening;
  const as = (who: string | null): Client => {
    const client = clientOf(url, tokens, who);
    return {
      ...client,
      async call(endpoint, ...input) {
        await clock.followed(db);
        return client.call(endpoint, ...input);
      },
    };
  };
  const stopService = async () => {
    await listening.close();
    await app.stop();
    await bus.close();
    await Promise.all([db.destroy(), readDb.destroy()]);
    await tokens.stop();
  };
  return {
    koa: app.koa,
    url,
    db,
    feed,
    clock,
    tokens,
    as,
    async raw(method, path, who, body) {
      await clock.followed(db);
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(who ? { authorization: `Bearer ${await tokens.of(who)}` } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Answer };
    },
    caughtUp: () => caughtUp(db, feed),
    async game(type, gameweek) {
      const { games } = await as(null).call(listGames, { query: { game_type: type, limit: '100' } });
      const found = games.find((game) => gameweek === undefined || game.first_gameweek === gameweek);
      if (!found) throw new Error(`no ${type} game ${gameweek ?? ''}`);
      return found;
    },
    stopService,
    async stop() {
      await stopService();
      await feed.bus.close();
    },
  };
}

/**
 * The test's clock. Time never goes back in life; in a test it does, and a game that the service has seen end must be seen
 * to live again before the next call.
 */
function createClock(start: number) {
  let now = start;
  let following: Promise<unknown> | null = Promise.resolve();
  return {
    get now() {
      return now;
    },
    set now(time: number) {
      if (time < now) following = null;
      now = time;
    },
    async followed(db: Database): Promise<void> {
      following ??= eventually(() =>
        db.transaction(async (trx) => {
          // Whoever is still writing by the time of before ends first.
          await trx.raw('select from seasons for no key update');
          const { rows } = await trx.raw(
            "select name from games where status = 'COMPLETED' and settlement <> 'FINAL' and end_time > ?",
            [new Date(now)],
          );
          if (rows.length > 0) throw new Error(`${rows[0].name} is still over`);
        }),
      );
      await following;
    },
  };
}

/** The API of a service at that address, as a wallet or as a guest. */
export function clientOf(url: string, tokens: Tokens, who: string | null): Client {
  const base = `${url}/api`;
  return {
    now: Date.now,
    async call(endpoint, ...input) {
      const token = who === null ? null : await tokens.of(who);
      return createClient({ base, token: () => token }).call(endpoint, ...input);
    },
  };
}

/** Resolves when every version that the feed has told is stored. */
export async function caughtUp(db: Database, feed: FeedStandIn): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.raw('select kind, version from feed_snapshots where season = ?', [feed.season]);
    const stored = new Map(rows.map((row: { kind: string; version: number }) => [row.kind, row.version]));
    for (const [kind, version] of feed.versions)
      if (((stored.get(kind) as number | undefined) ?? 0) < version)
        throw new Error(`${kind} is not at ${version}`);
  });
}

/** Repeats until it no longer throws; the last error after ten seconds. */
export async function eventually<T>(check: () => Promise<T>, timeoutMs = 10_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** The error that a call is refused with. */
export async function refusal(call: Promise<unknown>): Promise<TouchlineError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof TouchlineError) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}
