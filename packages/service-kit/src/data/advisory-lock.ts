import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { keepDoing } from '../process/keep-doing.ts';
import type { Log } from '../process/log.ts';
import { waitAtMost } from '../process/shared-work.ts';
import { createDedicatedClient, type Database, getDatabaseInfo } from './database.ts';

export type HeldLock = ReturnType<typeof holdAdvisoryLock>;

/**
 * Times in ms. A holder must notice a dead connection before Postgres gives the lock to another replica:
 * `heartbeatMs + timeoutMs < leaseMs`.
 */
interface LockTimes {
  /** Pause between two attempts to get the lock. */
  retryMs: number;
  /** Pause between two signs of life of the holder. */
  heartbeatMs: number;
  /** Longest wait for a response of Postgres. */
  timeoutMs: number;
  /** Postgres ends a session that has been silent for this time, and so releases its lock. */
  leaseMs: number;
}

const TIMES: LockTimes = { retryMs: 500, heartbeatMs: 2_000, timeoutMs: 4_000, leaseMs: 10_000 };

/**
 * Runs a job on exactly one replica: the one whose connection holds the advisory lock `name` of this schema. The others
 * try again until the connection of the holder ends or is silent for `leaseMs`, for example because its machine vanished. `signal`
 * aborts when the lock is lost or `stop` is called; the job must then return soon. A job that returns or throws while it holds the
 * lock runs again. A write that must not come from a former holder still needs its own guard (a version in its WHERE).
 */
export function holdAdvisoryLock(
  db: Database,
  name: string,
  log: Log,
  whileHeld: (signal: AbortSignal) => Promise<void>,
  times = TIMES,
) {
  const stopping = new AbortController();
  /** Aborts when the lock is lost; null without the lock. */
  let lockLost: AbortSignal | null = null;

  async function competeAndRun(): Promise<void> {
    const client = createDedicatedClient(db, times);
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    try {
      await client.connect(); // wait for it: a client that is ended while connecting never emits `end`
      while (!signal.aborted && !(await tryLock(client)))
        await sleep(times.retryMs, undefined, { signal }).catch(() => {}); // aborted
      if (signal.aborted) return;
      lockLost = lost.signal;
      void keepAlive(client, signal).catch(() => lost.abort());
      await whileHeld(signal);
    } finally {
      lockLost = null;
      lost.abort();
      // A dead connection never confirms its end.
      await waitAtMost(times.timeoutMs, client.end()).catch(() => {});
    }
  }

  /** Does not wait inside Postgres: a statement that waits for days keeps vacuum from removing dead rows of all tables. */
  async function tryLock(client: pg.Client): Promise<boolean> {
    const { schema } = getDatabaseInfo(db);
    const sql = 'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as mine';
    const { rows } = await client.query<{ mine: boolean }>(sql, [schema, name]);
    return rows[0]!.mine;
  }

  /** Renews the lease until the signal aborts. Rejects when the connection, and so the lock, may be lost. */
  async function keepAlive(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(times.heartbeatMs, undefined, { signal });
      await client.query('select 1');
    }
  }

  const failure = 'advisory lock or its job failed; will retry';
  const runs = keepDoing({ signal: stopping.signal, log, failure, fields: { lock: name } }, competeAndRun);
  return {
    /** Reports whether this process currently holds the lock. */
    held: () => lockLost?.aborted === false,
    /** Stops the job and releases the lock; resolves when both are done. */
    async stop() {
      stopping.abort();
      await runs;
    },
  };
}
