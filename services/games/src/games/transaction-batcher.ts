import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { ChangeGame } from './game-queue.ts';

/** Result of one request in a batch. */
export type BatchResult<T> = { value: T } | { error: unknown };

/** Processes requests for one game in their order, in one transaction. Returns one result for each request. */
export type RunBatch<R, T> = (
  trx: Knex.Transaction,
  gameId: string,
  requests: readonly R[],
) => Promise<readonly BatchResult<T>[]>;

/** Largest batch. Bounds the time for which a batch locks the game's row. */
const MAX_BATCH = 250;
/**
 * Shortest time from the start of one batch to the start of the next. A transaction costs much more than another request in
 * it, so a short wait raises throughput. After a small batch it pays to wait longer.
 */
const [PAUSE_MS, PAUSE_AFTER_SMALL_BATCH_MS] = [10, 25];
const SMALL_BATCH = 32;

interface Pending<R, T> {
  request: R;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

/**
 * Batches concurrent requests for one game into one transaction, with one lock and one commit. A lone request is not delayed;
 * while requests follow each other closely, they are collected for some milliseconds. Requests resolve after the commit.
 *
 * When a batch of several requests fails, each of them is retried in a separate transaction, so that one bad request does not
 * fail the others. There is no retry while the database is unavailable.
 */
export function createTransactionBatcher<R, T>(
  changeGame: ChangeGame,
  runBatch: RunBatch<R, T>,
  maxBatch = MAX_BATCH,
): (gameId: string, request: R) => Promise<T> {
  const queues = new Map<string, Pending<R, T>[]>();
  /** Pauses after the last batch, by game. */
  const pauses = new Map<string, Promise<void>>();

  function pause(gameId: string, requests: number) {
    const over = sleep(requests < SMALL_BATCH ? PAUSE_AFTER_SMALL_BATCH_MS : PAUSE_MS).then(() => {
      if (pauses.get(gameId) === over) pauses.delete(gameId);
    });
    pauses.set(gameId, over);
  }

  async function processNext(gameId: string): Promise<void> {
    let batch: Pending<R, T>[] = [];
    const take = () => {
      const queue = queues.get(gameId)!;
      batch = queue.splice(0, maxBatch);
      pause(gameId, batch.length);
      if (queue.length === 0) queues.delete(gameId);
      else void processNext(gameId);
    };
    try {
      await pauses.get(gameId);
      const results = await changeGame(gameId, (trx) => {
        take();
        return runBatch(
          trx,
          gameId,
          batch.map(({ request }) => request),
        );
      });
      for (const [index, pending] of batch.entries()) complete(pending, results[index]!);
    } catch (error) {
      const started = batch.length > 0;
      if (!started) take(); // The transaction did not start: all waiting requests fail with the same error.
      if (!started || batch.length === 1 || isDatabaseUnavailable(error))
        for (const { reject } of batch) reject(error);
      else for (const pending of batch) void runAlone(gameId, pending);
    }
  }

  async function runAlone(gameId: string, pending: Pending<R, T>): Promise<void> {
    try {
      const [result] = await changeGame(gameId, (trx) => runBatch(trx, gameId, [pending.request]));
      complete(pending, result!);
    } catch (error) {
      pending.reject(error);
    }
  }

  return (gameId, request) =>
    new Promise((resolve, reject) => {
      const pending = { request, resolve, reject };
      const queue = queues.get(gameId);
      if (queue) queue.push(pending);
      else {
        queues.set(gameId, [pending]);
        void processNext(gameId);
      }
    });
}

/** Resolves or rejects the promise of a request. */
function complete<R, T>({ resolve, reject }: Pending<R, T>, result: BatchResult<T>): void {
  if ('value' in result) resolve(result.value);
  else reject(result.error);
}
