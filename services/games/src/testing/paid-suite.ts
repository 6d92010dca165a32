import { type JoinResponse, type joinBody, joinGame } from '@touchline/api/http/entries';
import { createTournament, type Game } from '@touchline/api/http/games';
import { type Reservation, reserve } from '@touchline/api/http/reservations';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testChain,
  testNats,
} from '@touchline/local-stack/testing';
import { weiToTokens } from '@touchline/rules/tokens';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { z } from 'zod';
import type { GamesDeps } from '../app.ts';
import { type OpenPayment, openPayments } from '../payments/open-payments.store.ts';
import { buildJoin, DAY, HOUR, MINUTE } from './feed-builders.ts';
import { type Answer, type GamesApp, startGamesApp } from './games-app.ts';
import { type Payers, payers, type TestChain } from './payer.ts';
import { type RpcDoor, startRpcDoor } from './rpc-proxy.ts';

type JoinBody = z.input<typeof joinBody>;

/** The app on a chain of its own, with a paid season game and tournaments. */
export interface PaidSuite extends GamesApp, Payers {
  chain: TestChain;
  season: Game;
  /** A tournament that can be joined now; fee 1000 unless said. */
  tournament(changes?: Partial<{ entry_fee: string; start: number; deadline: number }>): Promise<Game>;
  reserve(who: string, game: Game, changes?: Partial<JoinBody>): Promise<Reservation>;
  join(who: string, game: Game, hash: string | null, changes?: Partial<JoinBody>): Promise<JoinResponse>;
  /** The answer as it is. */
  tryJoin(
    who: string,
    game: Game,
    hash: string | null,
    changes?: Partial<JoinBody>,
  ): Promise<{ status: number; body: Answer }>;
  /** Like a browser: repeats the call while the answer is PENDING. 200 when the worker was faster than the answer. */
  settleJoin(
    who: string,
    game: Game,
    hash: string,
    changes?: Partial<JoinBody>,
  ): Promise<{ status: number; body: Answer }>;
  /** Everything owed back or not matched to this wallet. */
  owed(who: string): Promise<Owed[]>;
}

/** Amounts in whole FOOTBALL. */
type Owed = Omit<OpenPayment, 'amount' | 'refund'> & { amount: string; refund: string };

export const ADMIN = wallet(1);
/** In the game, by this call or by the worker a moment before. */
export const JOINED = [200, 201];

export interface PaidParts {
  databaseUrl: string;
  natsUrl: string;
  chain: TestChain;
  confirmations?: number;
  allowed?: GamesDeps['allowed'];
  /** Where the app asks, the chain's own unless said. */
  rpcUrls?: string[];
}

/** `app.stop` ends the app; the parts are ended by who made them. */
export async function startPaidSuite(options: PaidParts): Promise<PaidSuite> {
  const { databaseUrl, natsUrl, chain } = options;
  const now = Date.now();
  const app = await startGamesApp({
    databaseUrl,
    natsUrl,
    now,
    adminWallets: [ADMIN],
    ...(options.allowed ? { allowed: options.allowed } : {}),
    chain: {
      rpcUrls: options.rpcUrls ?? [chain.rpcUrl],
      token: chain.token,
      treasury: chain.treasury.toLowerCase(),
      confirmations: options.confirmations ?? 1,
    },
  });
  for (const week of [1, 2]) app.feed.addGameweek(week, [now + (week - 1) * 7 * DAY + DAY]);
  await app.feed.everything();
  await app.caughtUp();
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
      const answer = await app.as(who).request(reserve, { params: { id: game.id }, body });
      return answer.reservation;
    },
    join: (who, game, transaction_hash, changes = {}) =>
      app.as(who).request(joinGame, {
        params: { id: game.id },
        body: buildJoin({ ...changes, transaction_hash }),
      }),
    tryJoin,
    settleJoin: (who, game, hash, changes) =>
      eventually(async () => {
        const answer = await tryJoin(who, game, hash, changes);
        if (answer.status === 202 || answer.status === 503) throw new Error(`still ${answer.status}`);
        return answer;
      }, 30_000),
    async owed(who) {
      const open = await openPayments(app.db, { only: null, search: who }, { limit: 1000, after: null });
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
  /** Between the app and the chain. */
  door: RpcDoor;
  /** When the clock of the app stood at the start of the file, epoch ms. */
  start: number;
}

/** Starts before the tests of the file and ends after them; the members are there once a test runs. */
export function paidSuite({
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
    [database, nats] = await Promise.all([createTestDatabase('games'), testNats()]);
    const door = await startRpcDoor(chain.rpcUrl);
    const app = await startPaidSuite({
      databaseUrl: database.url,
      natsUrl: nats.url,
      chain,
      rpcUrls: [door.url],
      confirmations,
      ...(allowed ? { allowed } : {}),
    });
    Object.assign(suite, app, { door, start: app.clock.now });
  });
  beforeEach(async () => {
    suite.me = await suite.newPayer();
  });
  afterAll(async () => {
    await suite.stop?.();
    await suite.door?.stop();
    await Promise.all([nats?.stop(), stopChain?.()]);
    await database?.drop();
  });
  return suite;
}
