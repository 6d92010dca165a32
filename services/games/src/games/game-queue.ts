import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/database';
import type { Knex } from 'knex';

/** Runs a transaction that changes one game. */
export type ChangeGame = <T>(gameId: string, work: (trx: Knex.Transaction) => Promise<T>) => Promise<T>;

/** Longest wait for a turn, below the 30 s after which browsers give up. A request that times out has written nothing. */
const TURN_TIMEOUT_MS = 20_000;

/**
 * Queues the transactions of this process by game. They would wait for each other at the game's row anyway, but each
 * while holding a connection: one busy game would drain the pool. Calls must not be nested.
 * @returns a function that throws TouchlineError UPSTREAM_UNAVAILABLE when the wait was too long
 */
export function createGameQueue(db: Database): ChangeGame {
  const tails = new Map<string, Promise<unknown>>();
  return async (gameId, work) => {
    const asked = performance.now();
    const turn = (tails.get(gameId) ?? Promise.resolve()).then(() => {
      if (performance.now() - asked > TURN_TIMEOUT_MS) throw busy();
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
