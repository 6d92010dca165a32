import { type Database, query } from '@touchline/service-kit/database';
import { eventually } from '@touchline/service-kit/testing/waiting';

export interface TestClock {
  now: number;
  /** Resolves once games that were over by a later time are open again. */
  followed(db: Database): Promise<void>;
}

/**
 * A clock that tests set. Unlike real time it may go back; the service must then reopen the games it has seen end before
 * the next call.
 */
export function createTestClock(start: number): TestClock {
  let now = start;
  let following: Promise<unknown> | null = Promise.resolve();
  return {
    get now() {
      return now;
    },
    set now(time: number) {
      if (time < now) following = null;
      now = time;
    },
    async followed(db) {
      following ??= eventually(() => db.transaction((trx) => refuseOver(trx, now)));
      await following;
    },
  };
}

/** @throws Error while a game is still COMPLETED */
async function refuseOver(trx: Database, now: number): Promise<void> {
  // Waits for writers that still use the former time.
  await trx.raw('select from seasons for no key update');
  const over = await query<{ name: string }>(
    trx,
    "select name from games where status = 'COMPLETED' and settlement <> 'FINAL' and end_time > ?",
    [new Date(now)],
  );
  if (over.length > 0) throw new Error(`${over[0]!.name} is still over`);
}
