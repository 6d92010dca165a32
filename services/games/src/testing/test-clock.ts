import { type Database, query } from '@touchline/service-kit/data/database';
import { eventually } from '@touchline/service-kit/testing/waiting';

export interface TestClock {
  now: number;
  /** Resolves once games that had ended at a later time are open again. */
  waitForReopenedGames(db: Database): Promise<void>;
}

/**
 * Clock that tests set. Unlike real time it may go back; the service must then reopen ended games before the next request.
 */
export function createTestClock(start: number): TestClock {
  let now = start;
  let reopening: Promise<unknown> | null = Promise.resolve();
  return {
    get now() {
      return now;
    },
    set now(time: number) {
      if (time < now) reopening = null;
      now = time;
    },
    async waitForReopenedGames(db) {
      reopening ??= eventually(() => db.transaction((trx) => assertReopened(trx, now)));
      await reopening;
    },
  };
}

/** @throws Error while a game is still COMPLETED */
async function assertReopened(trx: Database, now: number): Promise<void> {
  // Waits for writers that still use the previous time.
  await trx.raw('select from seasons for no key update');
  const over = await query<{ name: string }>(
    trx,
    "select name from games where status = 'COMPLETED' and settlement <> 'FINAL' and end_time > ?",
    [new Date(now)],
  );
  if (over.length > 0) throw new Error(`${over[0]!.name} is still over`);
}
