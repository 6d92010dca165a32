import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { ChangeGame } from './game-queue.ts';

/** What became of one request of a shared transaction. */
export type Settled<A> = { answer: A } | { refused: unknown };

/** Settles requests for one game, in their order, in one transaction; one result for each. */
export type ShareTurn<R, A> = (
  trx: Knex.Transaction,
  gameId: string,
  requests: readonly R[],
) => Promise<readonly Settled<A>[]>;

/** Requests that one transaction settles: it holds the game's row no longer than some milliseconds. */
const MOST_AT_ONCE = 250;
/**
 * From the beginning of a shared transaction to that of the next: a transaction costs ten times what one more request in it does.
 * After one of few requests more are worth waiting for.
 */
const [PAUSE_MS, PAUSE_AFTER_FEW_MS] = [10, 25];
const FEW = 32;

interface Waiting<R, A> {
  request: R;
  resolve(answer: A): void;
  reject(reason: unknown): void;
}

/**
 * Lets requests for one game that wait for their turn anyway share the next one: one lock and one commit for all of them.
 * A request alone waits for nobody; while they come one after the other, they are gathered for a moment. Nothing is answered
 * before the commit. When a shared transaction fails, each of its requests runs in one of its own, so that nobody fails because
 * of a neighbour; but not while the database is away, which says nothing about any of them.
 */
export function createSharedTurns<R, A>(
  changeGame: ChangeGame,
  share: ShareTurn<R, A>,
  mostAtOnce = MOST_AT_ONCE,
): (gameId: string, request: R) => Promise<A> {
  const queues = new Map<string, Waiting<R, A>[]>();
  /** Until the pause after a game's last transaction has passed. */
  const pauses = new Map<string, Promise<void>>();

  function pause(gameId: string, requests: number) {
    const over = sleep(requests < FEW ? PAUSE_AFTER_FEW_MS : PAUSE_MS).then(() => {
      if (pauses.get(gameId) === over) pauses.delete(gameId);
    });
    pauses.set(gameId, over);
  }

  async function turn(gameId: string): Promise<void> {
    let taken: Waiting<R, A>[] = [];
    const take = () => {
      const queue = queues.get(gameId)!;
      taken = queue.splice(0, mostAtOnce);
      pause(gameId, taken.length);
      if (queue.length === 0) queues.delete(gameId);
      else void turn(gameId);
    };
    try {
      await pauses.get(gameId);
      const settled = await changeGame(gameId, (trx) => {
        take();
        return share(
          trx,
          gameId,
          taken.map(({ request }) => request),
        );
      });
      for (const [index, waiting] of taken.entries()) settle(waiting, settled[index]!);
    } catch (error) {
      const began = taken.length > 0;
      if (!began) take(); // no turn, or no connection: those who wait learn it together
      if (!began || taken.length === 1 || isDatabaseUnavailable(error))
        for (const { reject } of taken) reject(error);
      else for (const waiting of taken) void alone(gameId, waiting);
    }
  }

  async function alone(gameId: string, waiting: Waiting<R, A>): Promise<void> {
    try {
      const [settled] = await changeGame(gameId, (trx) => share(trx, gameId, [waiting.request]));
      settle(waiting, settled!);
    } catch (error) {
      waiting.reject(error);
    }
  }

  return (gameId, request) =>
    new Promise((resolve, reject) => {
      const waiting = { request, resolve, reject };
      const queue = queues.get(gameId);
      if (queue) queue.push(waiting);
      else {
        queues.set(gameId, [waiting]);
        void turn(gameId);
      }
    });
}

function settle<R, A>({ resolve, reject }: Waiting<R, A>, settled: Settled<A>): void {
  if ('answer' in settled) resolve(settled.answer);
  else reject(settled.refused);
}
