import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Runs a transaction that changes one game. */
export type ChangeGame = <T>(gameId: string, work: (trx: Knex.Transaction) => Promise<T>) => Promise<T>;

/** Longest wait in the queue, below the browsers' timeout of 30 s. A request that times out has written nothing. */
const TURN_TIMEOUT_MS = 20_000;

/**
 * Queues the transactions of this process by game. Without the queue each would hold a connection while it waits for the
 * lock of the game's row, and one busy game would drain the pool. Calls must not be nested.
 * @returns a function that throws TouchlineError UPSTREAM_UNAVAILABLE after too long a wait
 */
export function createGameQueue(db: Database): ChangeGame {
  const tails = new Map<string, Promise<unknown>>();
  return async (gameId, work) => {
    const queuedAt = performance.now();
    const turn = (tails.get(gameId) ?? Promise.resolve()).then(() => {
      if (performance.now() - queuedAt > TURN_TIMEOUT_MS) throw busy();
      return db.transaction(work);
    });
    const tail = turn.then(
      () => {},
      () => {},
    );
    tails.set(gameId, tail);
    try {
      return await turn;
    } finally {
      if (tails.get(gameId) === tail) tails.delete(gameId);
    }
  };
}

const busy = () =>
  new TouchlineError('UPSTREAM_UNAVAILABLE', 'This game is very busy right now. Please try again.', {
    retryAfter: 2,
  });
