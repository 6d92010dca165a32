import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/database';
import type { Knex } from 'knex';

/** Nobody waits longer for his turn (browsers give up after 30 s); who is sent away has changed nothing. */
const PATIENCE_MS = 20_000;

/** By game, the last of those who change it or wait to. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * A transaction that changes one game, after all others of this process that change the same one. They would wait for each
 * other at the game's row anyway, but there each holds a connection, and a game that many want at once would take them all
 * from everybody else. Not to be nested.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when the wait was too long
 */
export async function gameTransaction<T>(
  db: Database,
  gameId: string,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const asked = performance.now();
  const turn = (lastOf.get(gameId) ?? Promise.resolve()).then(() => {
    if (performance.now() - asked > PATIENCE_MS) throw busy();
    return db.transaction(work);
  });
  const over = turn.then(
    () => {},
    () => {},
  );
  lastOf.set(gameId, over);
  try {
    return await turn;
  } finally {
    if (lastOf.get(gameId) === over) lastOf.delete(gameId);
  }
}

const busy = () =>
  new TouchlineError('UPSTREAM_UNAVAILABLE', 'This game is very busy right now. Please try again.', {
    retryAfter: 2,
  });
