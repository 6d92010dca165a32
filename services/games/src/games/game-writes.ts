import { TouchlineError } from '@touchline/api/errors';
import { type Database, isDatabaseUnavailable } from '@touchline/service-kit/data/database';
import { createBatcher } from '@touchline/service-kit/process/shared-work';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { StoredGame } from './game.ts';
import { lockGame } from './games.store.ts';
import { gameNotFound } from './games.ts';

/** A transaction on one game. The game's row is locked until its end, so no other transaction can change the game. */
type Work<T> = (trx: Knex.Transaction, game: StoredGame) => Promise<T>;

/** Outcome of one request in a batch. */
export type Outcome<T> = { value: T } | { error: unknown };

/** Returns the result of `run`, or the TouchlineError that it throws. Other errors fail the transaction. */
export function toOutcome<T>(run: () => T): Outcome<T> {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof TouchlineError) return { error };
    throw error;
  }
}

/** Processes requests in their order. Returns one outcome for each request. */
type BatchWork<R, T> = (
  trx: Knex.Transaction,
  game: StoredGame,
  requests: readonly R[],
) => Promise<readonly Outcome<T>[]>;

/**
 * All transactions that change one game, its entries or its money. They run one after the other per game (docs/decisions/18).
 * Calls must not be nested.
 */
export interface GameWrites {
  /** @throws TouchlineError NOT_FOUND; UPSTREAM_UNAVAILABLE after a long wait, with nothing written */
  run<T>(gameId: string, work: Work<T>): Promise<T>;
  /**
   * Creates a function whose concurrent calls for one game share a transaction, with one lock and one commit. Each call has the
   * same outcome as a separate transaction: when a batch fails, its requests are repeated one by one.
   */
  batched<R, T>(work: BatchWork<R, T>, maxBatch?: number): (gameId: string, request: R) => Promise<T>;
}

interface GameWritesDeps {
  db: Database;
  /** Runs a transaction and includes its changes in the standings that this process shows. */
  track<T>(gameId: string, transaction: () => Promise<T>): Promise<T>;
}

/** Longest wait for a transaction, below the browsers' timeout of 30 s. */
const MAX_WAIT_MS = 20_000;
/** Largest batch. Bounds the time for which a batch locks the game's row. */
const MAX_BATCH = 250;
/** Another request in a batch costs much less than another batch, so it pays to wait; longer after a small batch. */
const pauseMs = (requests: number) => (requests < 32 ? 25 : 10);
/**
 * Games with a queue and a batcher. A game that drops out gets new ones, which affects only the number of waiting connections and the
 * sizes of batches.
 */
const MAX_GAMES = 1_000;

export function createGameWrites({ db, track }: GameWritesDeps): GameWrites {
  // Without a queue each transaction would hold a connection while it waits for the lock of the game's row, and one busy game would
  // drain the pool.
  const queues = new LRUCache({ max: MAX_GAMES, memoMethod: (_gameId: string) => pLimit(1) });
  const transact: Transact = (gameId, work) =>
    queues.memo(gameId)(() =>
      track(gameId, () =>
        db.transaction(async (trx) => {
          const game = await lockGame(trx, gameId);
          if (!game) throw gameNotFound();
          return work(trx, game);
        }),
      ),
    );
  return {
    run(gameId, work) {
      const calledAt = performance.now();
      return transact(gameId, (trx, game) => {
        assertInTime(calledAt);
        return work(trx, game);
      });
    },
    batched: (work, maxBatch = MAX_BATCH) => createBatched(transact, work, maxBatch),
  };
}

type Transact = <T>(gameId: string, work: Work<T>) => Promise<T>;

interface Call<R> {
  request: R;
  /** By `performance.now()`. */
  calledAt: number;
}

function createBatched<R, T>(transact: Transact, work: BatchWork<R, T>, maxBatch: number) {
  /** @param take takes the calls once the game is locked, so that the batch has all that arrived until then */
  const process = (gameId: string, take: () => readonly Call<R>[]) =>
    transact(gameId, (trx, game) => {
      const calls = take();
      for (const { calledAt } of calls) assertInTime(calledAt);
      return work(
        trx,
        game,
        calls.map(({ request }) => request),
      );
    });

  async function processTogether(gameId: string, take: () => readonly Call<R>[]) {
    let calls: readonly Call<R>[] = [];
    try {
      return await process(gameId, () => {
        calls = take();
        return calls;
      });
    } catch (error) {
      if (calls.length < 2 || isDatabaseUnavailable(error)) throw error;
      return Promise.all(calls.map((call) => processAlone(gameId, call)));
    }
  }

  async function processAlone(gameId: string, call: Call<R>): Promise<Outcome<T>> {
    try {
      return (await process(gameId, () => [call]))[0]!;
    } catch (error) {
      return { error };
    }
  }

  const batchers = new LRUCache({
    max: MAX_GAMES,
    memoMethod: (gameId: string) =>
      createBatcher((take: () => readonly Call<R>[]) => processTogether(gameId, take), { maxBatch, pauseMs }),
  });
  return async (gameId: string, request: R): Promise<T> => {
    const outcome = await batchers.memo(gameId)({ request, calledAt: performance.now() });
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
}

/** @throws TouchlineError UPSTREAM_UNAVAILABLE */
function assertInTime(calledAt: number): void {
  if (performance.now() - calledAt <= MAX_WAIT_MS) return;
  throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'This game is very busy right now. Please try again.', {
    retryAfter: 2,
  });
}
