import { randomUUID } from 'node:crypto';
import { upsertPayouts } from '@touchline/chain-ledger/payouts/payouts.store';
import type { TestDatabase } from '@touchline/local-stack/testing';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import type { CoefficientStep } from '@touchline/rules/stakes';
import { tokensToWei } from '@touchline/rules/tokens';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { CancelDeps } from '../awards/cancel-small-games.ts';
import { createPrizeWorker } from '../awards/prize-worker.ts';
import { findSettlement, type StoredSettlement } from '../awards/settlements.store.ts';
import { createSeasons } from '../football/seasons.ts';
import { createGameWrites } from '../games/game-writes.ts';
import { findGame } from '../games/games.store.ts';
import type { StoredPlan } from '../games/prizes.ts';
import type { FreezeDeps } from '../prizes/freeze.ts';
import { settlePrizes } from '../prizes/prize-job.ts';
import { createSeals } from '../seals.ts';
import { HOUR } from './feed-builders.ts';
import { createGamesDatabase } from './games-database.ts';

/** Transfers of the treasury. */
export const TREASURY = { chainId: 480, address: `0x${'b'.repeat(40)}`, side: 'sender' } as const;
export const FOOTBALL = `0x${'a'.repeat(40)}`;
export const NOW = Date.parse('2031-08-20T12:00:00Z');
export const REVIEW_MS = HOUR;

/** 200 FOOTBALL, divided by TOP: 65/35 with five to nine entries. */
export const FREE_PLAN: StoredPlan = {
  token: { address: FOOTBALL, symbol: 'FOOTBALL', decimals: 18 },
  guarantee: tokensToWei('200').toString(),
  commission_bps: 0,
  template: 'TOP',
  rows: [],
  min_entries: 2,
  eligibility: 'ALL',
};

export type Replica = FreezeDeps & CancelDeps & { close(): Promise<void> };

/** Final games on a database, without the rest of the service. */
export interface FinalGames {
  db: Database;
  databaseUrl: string;
  /** Time of all replicas, epoch ms. */
  clock: { now: number };
  /** The replica that the steps below use. */
  replica: Replica;
  openReplica(changes?: Partial<FreezeDeps>): Replica;
  /** Creates a final weekly game; each number is the points of an entry, whose wallet is `wallet(place)`. */
  createGame(points: readonly number[], plan?: Partial<StoredPlan>): Promise<string>;
  /** Records that an entry has paid its fee, in wei. */
  pay(game: string, ordinal: number, fee: number): Promise<void>;
  settle(game: string, replica?: Replica): Promise<void>;
  /** Sets the steps of a wallet, as they are once they have been applied to its games. */
  stake(n: number, steps: readonly CoefficientStep[]): Promise<void>;
  findSettlement(game: string): Promise<StoredSettlement>;
  /** Amounts in whole tokens by ordinal; entries without a prize are missing. */
  readPrizes(game: string): Promise<Record<number, string>>;
  /** Number of settlement events that were written for a game. */
  countEvents(game: string): Promise<number>;
}

export const wallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

/** Creates an empty database for the tests of the calling file. */
export function setUpFinalGames(options: Partial<FreezeDeps> = {}): FinalGames {
  const suite = { clock: { now: NOW } } as FinalGames;
  const opened: Replica[] = [];
  let database: TestDatabase;

  const openReplica: FinalGames['openReplica'] = (changes = {}) => {
    const db = openDatabase(database.url, 'games');
    const replica: Replica = {
      db,
      seasons: createSeasons(db, DEFAULT_CALENDAR),
      seals: createSeals('secret of the tests'),
      writes: createGameWrites({ db, track: (_game, run) => run() }),
      worker: createPrizeWorker(),
      log: createLog('games', 'silent'),
      reviewMs: REVIEW_MS,
      chainId: 480,
      vault: `0x${'c'.repeat(40)}`,
      approvalAbove: () => 0n,
      adminWallets: [],
      payouts: { upsert: (trx, due) => upsertPayouts(trx, TREASURY, due, suite.clock.now) },
      calendar: DEFAULT_CALENDAR,
      now: () => suite.clock.now,
      close: () => db.destroy(),
      ...options,
      ...changes,
    };
    opened.push(replica);
    return replica;
  };

  beforeAll(async () => {
    database = await createGamesDatabase();
    const replica = openReplica();
    await replica.db.raw("insert into seasons (season, seen_at) values ('2031', now())");
    Object.assign(suite, {
      db: replica.db,
      databaseUrl: database.url,
      replica,
      openReplica,
      ...createSteps(replica),
    });
  });
  afterEach(() => {
    suite.clock.now = NOW;
  });
  afterAll(async () => {
    await Promise.all(opened.map((replica) => replica.close()));
    await database?.drop();
  });
  return suite;
}

function createSteps(replica: Replica) {
  const { db } = replica;
  let gameweek = 0;
  return {
    async createGame(points: readonly number[], plan: Partial<StoredPlan> = {}) {
      gameweek += 1;
      const game = randomUUID();
      // Together: a running service would settle a final game without entries.
      await db.transaction(async (trx) => {
        await trx.raw('set local statement_timeout = 120000');
        await insertGame(trx, {
          game,
          gameweek,
          plan: { ...FREE_PLAN, ...plan },
          participants: points.length,
        });
        await insertEntries(trx, { game, gameweek, points });
      });
      return game;
    },
    async pay(game: string, ordinal: number, fee: number) {
      await db.raw(
        `insert into reservations (id, game_id, wallet_address, team, fixed_at, fee, state, not_before, expires_at, entry_id,
           created_at)
         select gen_random_uuid(), game_id, wallet_address, '{}', joined_at, ?, 'JOINED', joined_at, joined_at, id, joined_at
         from entries where game_id = ? and ordinal = ?`,
        [fee, game, ordinal],
      );
    },
    async settle(game: string, by: Replica = replica) {
      await settlePrizes(by, (await findGame(by.db, game))!);
    },
    async stake(n: number, steps: readonly CoefficientStep[]) {
      await db.raw(
        `insert into wallet_coefficients (wallet_address, version, applied_version, steps) values (:wallet, 1, 1, :steps)
         on conflict (wallet_address) do update set steps = excluded.steps`,
        { wallet: wallet(n), steps: JSON.stringify(steps) },
      );
    },
    async findSettlement(game: string) {
      return (await findSettlement(db, game))!;
    },
    async readPrizes(game: string) {
      const rows = await query<{ ordinal: number; amount: string }>(
        db,
        'select ordinal, trim_scale(amount / 1e18)::text as amount from prize_awards where game_id = ? and leaf is not null',
        [game],
      );
      return Object.fromEntries(rows.map(({ ordinal, amount }) => [ordinal, amount]));
    },
    async countEvents(game: string) {
      const rows = await query(
        db,
        "select from outbox where subject = 'games.prizes.settled' and payload ->> 'game_id' = ?",
        [game],
      );
      return rows.length;
    },
  };
}

interface GameRow {
  game: string;
  gameweek: number;
  plan: StoredPlan;
  participants: number;
}

async function insertGame(db: Database, { game, gameweek, plan, participants }: GameRow): Promise<void> {
  await db.raw(
    `insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
       end_time, status, settlement, participants, created_at, prize_plan)
     values (:game, '2031', 'WEEKLY', 'Gameweek ' || :gameweek::text, '', 0, :gameweek, :gameweek, '2031-08-16Z',
       '2031-08-19Z', 'COMPLETED', 'FINAL', :participants, now(), :plan)`,
    { game, gameweek, participants, plan: JSON.stringify(plan) },
  );
  // Before the start, so that no stake changes points.
  await db.raw(
    `insert into settled_gameweeks (game_id, gameweek, game_version, stake_cut_off)
     values (?, ?, 0, '2031-08-15Z')`,
    [game, gameweek],
  );
}

/** Inserts an entry per number of points, in the order of joining. */
async function insertEntries(
  db: Database,
  { game, gameweek, points }: { game: string; gameweek: number; points: readonly number[] },
): Promise<void> {
  await db.raw(
    `insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, digest, roster_numbers,
       first_version, first_gameweek, first_lineup, first_commitment)
     select gen_random_uuid(), :game, n, decode(lpad(to_hex(n), 40, '0'), 'hex'), 'Team ' || n, 0,
       timestamptz '2031-08-15Z' + n * interval '1 second', substr(sha256(int4send(n)), 1, 6), '', 0, :gameweek,
       substr(sha256('a') || sha256('b'), 1, 38), sha256(int4send(n))
     from generate_series(1, cast(:count as integer)) as n`,
    { game, gameweek, count: points.length },
  );
  await db.raw(
    `insert into entry_gameweeks (game_id, gameweek, ordinal, raw_points, points, earned)
     select ?, ?, n, p, p, p * 1000 from unnest(?::int[]) with ordinality as scored (p, n)`,
    [game, gameweek, [...points]],
  );
}
