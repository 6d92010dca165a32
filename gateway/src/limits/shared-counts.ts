import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';

/** Takes of one key, and when its window ends if it begins now (epoch ms). */
interface Take {
  key: string;
  points: number;
  expire: number;
  done(row: Count): void;
  failed(error: unknown): void;
}

interface Count {
  points: number;
  expire: number;
}

/** Keys in one statement. */
const MOST = 500;
/** From the beginning of a statement to that of the next: a statement costs ten times what one more key in it does. */
const PAUSE_MS = 10;

/**
 * Counts the points of keys in the database for all replicas. Takes that come while a statement is under way, or in the pause
 * after it, share the next one: at a deadline everybody takes a point at once, each with a key of his own.
 * @returns counts points; resolves to what was taken in the window up to and including this take
 */
export function createSharedCounts(db: Knex) {
  let waiting: Take[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const takes = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      const pause = sleep(PAUSE_MS);
      await count(db, takes).catch((error: unknown) => {
        for (const { failed } of takes) failed(error);
      });
      await pause;
    }
    running = false;
  }

  return (key: string, points: number, expire: number): Promise<Count> =>
    new Promise((done, failed) => {
      waiting.push({ key, points, expire, done, failed });
      if (!running) void run();
    });
}

async function count(db: Knex, takes: readonly Take[]): Promise<void> {
  const byKey = new Map<string, Take[]>();
  for (const take of takes) byKey.set(take.key, [...(byKey.get(take.key) ?? []), take]);
  // In one order everywhere: replicas that count the same keys would wait for each other.
  const keys = [...byKey.keys()].sort();
  const sums = keys.map((key) => byKey.get(key)!.reduce((sum, { points }) => sum + points, 0));
  const { rows } = await db.raw<{ rows: (Count & { key: string })[] }>(
    `insert into rate_limits as counted (key, points, expire)
     select * from unnest(cast(:keys as text[]), cast(:sums as integer[]), cast(:expires as bigint[]))
     on conflict (key) do update set
       points = case when counted.expire <= :now then excluded.points else counted.points + excluded.points end,
       expire = case when counted.expire <= :now then excluded.expire else counted.expire end
     returning key, points, expire`,
    { keys, sums, expires: keys.map((key) => byKey.get(key)![0]!.expire), now: Date.now() },
  );
  for (const { key, points, expire } of rows) {
    // The last of them has the sum of all, the one before less by its own points, and so on.
    let taken = points;
    for (const take of byKey.get(key)!.reverse()) {
      take.done({ points: taken, expire });
      taken -= take.points;
    }
  }
}
