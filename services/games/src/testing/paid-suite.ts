import { type JoinResponse, type joinBody, joinGame } from '@touchline/api/http/entries';
import { createTournament, type Game } from '@touchline/api/http/games';
import { type Reservation, reserve } from '@touchline/api/http/reservations';
import { type TestDatabase, type TestNats, testChain, testNats } from '@touchline/local-stack/testing';
import { weiToTokens } from '@touchline/rules/tokens';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { z } from 'zod';
import type { GamesDeps } from '../app.ts';
import { findOpenPayments, type OpenPayment } from '../payments/open-payments.store.ts';
import { buildJoin, DAY, HOUR, MINUTE } from './feed-builders.ts';
import { type ApiBody, type GamesApp, startGamesApp } from './games-app.ts';
import { createGamesDatabase } from './games-database.ts';
import { type Payers, payers, type TestChain } from './payer.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';

type JoinBody = z.input<typeof joinBody>;

/** The app on a separate chain, with a paid season game and tournaments. */
export interface PaidSuite extends GamesApp, Payers {
  chain: TestChain;
  season: Game;
  /** Creates a tournament that can be joined now; the fee defaults to 1000. */
  tournament(changes?: Partial<{ entry_fee: string; start: number; deadline: number }>): Promise<Game>;
  reserve(who: string, game: Game, changes?: Partial<JoinBody>): Promise<Reservation>;
  join(who: string, game: Game, hash: string | null, changes?: Partial<JoinBody>): Promise<JoinResponse>;
  /** Sends one join and returns the raw response. */
  tryJoin(
    who: string,
    game: Game,
    hash: string | null,
    changes?: Partial<JoinBody>,
  ): Promise<{ status: number; body: ApiBody }>;
  /** Repeats the join while it is PENDING, like a browser. Returns 200 when the worker has joined the wallet first. */
  settleJoin(
    who: string,
    game: Game,
    hash: string,
    changes?: Partial<JoinBody>,
  ): Promise<{ status: number; body: ApiBody }>;
  /** Payments of the wallet that are unmatched or due for a refund. */
  openPayments(who: string): Promise<WholeOpenPayment[]>;
}

/** Amounts in whole FOOTBALL. */
type WholeOpenPayment = Omit<OpenPayment, 'amount' | 'refund'> & { amount: string; refund: string };

export const ADMIN = wallet(1);
/** Tops up the treasury. */
export const FUNDER = `0x${'f'.repeat(37)}fff`;
/** Statuses of a successful join: by this request, or by the worker before it. */
export const JOINED = [200, 201];

export interface PaidSuiteOptions {
  databaseUrl: string;
  natsUrl: string;
  chain: TestChain;
  confirmations?: number;
  allowed?: GamesDeps['allowed'];
  /** RPCs of the app; default: the chain's RPC. */
  rpcUrls?: string[];
}

/** Starts the app. `app.stop` stops only the app; the caller stops its dependencies. */
export async function startPaidSuite(options: PaidSuiteOptions): Promise<PaidSuite> {
  const { databaseUrl, natsUrl, chain } = options;
  const now = Date.now();
  const app = await startGamesApp({
    databaseUrl,
    natsUrl,
    now,
    adminWallets: [ADMIN],
    ...(options.allowed ? { allowed: options.allowed } : {}),
    prizes: { vault: chain.vault.toLowerCase() },
    chain: {
      rpcUrls: options.rpcUrls ?? [chain.rpcUrl],
      token: chain.token,
      treasury: chain.treasury.toLowerCase(),
      confirmations: options.confirmations ?? 1,
      funders: [FUNDER],
    },
  });
  for (const week of [1, 2]) app.feed.addGameweek(week, [now + (week - 1) * 7 * DAY + DAY]);
  await app.feed.publishAll();
  await app.waitForFeed();
  const season = await app.game('SEASON');
  const money = payers(chain);
  const tryJoin: PaidSuite['tryJoin'] = (who, game, transaction_hash, changes = {}) =>
    app.raw('POST', `/games/${game.id}/join`, who, buildJoin({ ...changes, transaction_hash }));
  return {
    ...app,
    ...money,
    chain,
    season,
    async tournament({ entry_fee = '1000', start, deadline } = {}) {
      const from = start ?? app.clock.now + HOUR;
      const { game } = await app.as(ADMIN).request(createTournament, {
        body: {
          game_type: 'TOURNAMENT',
          name: 'Cup',
          entry_fee,
          start_time: new Date(from).toISOString(),
          end_time: new Date(deadline ?? from + 30 * MINUTE).toISOString(),
        },
      });
      return game;
    },
    async reserve(who, game, changes = {}) {
      const { transaction_hash: _, ...body } = buildJoin(changes);
      const response = await app.as(who).request(reserve, { params: { id: game.id }, body });
      return response.reservation;
    },
    join: (who, game, transaction_hash, changes = {}) =>
      app.as(who).request(joinGame, {
        params: { id: game.id },
        body: buildJoin({ ...changes, transaction_hash }),
      }),
    tryJoin,
    settleJoin: (who, game, hash, changes) =>
      eventually(async () => {
        const response = await tryJoin(who, game, hash, changes);
        if (response.status === 202 || response.status === 503) throw new Error(`still ${response.status}`);
        return response;
      }, 30_000),
    async openPayments(who) {
      const open = await findOpenPayments(app.db, { only: null, search: who }, { limit: 1000, after: null });
      return open.map((payment) => ({
        ...payment,
        amount: weiToTokens(payment.amount),
        refund: weiToTokens(payment.refund),
      }));
    },
  };
}

export interface PaidTests extends PaidSuite {
  /** A new wallet with FOOTBALL and gas for each test. */
  me: string;
  /** Proxy between the app and the chain. */
  rpcProxy: RpcProxy;
  /** Initial time of the app's clock, epoch ms. */
  start: number;
}

/** Starts the suite before the tests of the file and stops it after them. Its members are available once a test runs. */
export function setUpPaidSuite({
  confirmations = 1,
  allowed,
}: {
  confirmations?: number;
  allowed?: GamesDeps['allowed'];
} = {}): PaidTests {
  const suite = {} as PaidTests;
  let database: TestDatabase;
  let nats: TestNats;
  let stopChain: () => Promise<void>;

  beforeAll(async () => {
    const chain = await testChain();
    stopChain = () => chain.stop();
    [database, nats] = await Promise.all([createGamesDatabase(), testNats()]);
    const rpcProxy = await startRpcProxy(chain.rpcUrl);
    const app = await startPaidSuite({
      databaseUrl: database.url,
      natsUrl: nats.url,
      chain,
      rpcUrls: [rpcProxy.url],
      confirmations,
      ...(allowed ? { allowed } : {}),
    });
    Object.assign(suite, app, { rpcProxy, start: app.clock.now });
  });
  beforeEach(async () => {
    suite.me = await suite.newPayer();
  });
  afterAll(async () => {
    await suite.stop?.();
    await suite.rpcProxy?.stop();
    await Promise.all([nats?.stop(), stopChain?.()]);
    await database?.drop();
  });
  return suite;
}
