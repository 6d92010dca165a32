import type pg from 'pg';
import { keepDoing } from '../process/keep-doing.ts';
import type { Log } from '../process/log.ts';
import { createDedicatedClient, type Database, getDatabaseInfo } from './database.ts';

export interface HeldLock {
  /** Reports whether this process currently holds the lock. */
  held(): boolean;
  /** Stops the job and releases the lock; resolves when both are done. */
  stop(): Promise<void>;
}

const HEARTBEAT_MS = 2_000;

/**
 * Runs a job on exactly one replica: the one whose connection holds the advisory lock `name` of this schema. The others
 * wait inside Postgres and take over as soon as the holder's connection ends. `signal` aborts when the lock is lost or
 * `stop` is called; the job must then return soon. A job that returns or throws while it holds the lock runs again. A
 * write that must not come from a former holder still needs its own guard (a version in its WHERE).
 */
export function holdAdvisoryLock(
  db: Database,
  name: string,
  log: Log,
  whileHeld: (signal: AbortSignal) => Promise<void>,
): HeldLock {
  const stopping = new AbortController();
  let holding = false;
  let waiting: pg.Client | undefined;

  async function waitAndRun(): Promise<void> {
    const client = createDedicatedClient(db);
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    try {
      await client.connect(); // wait for it: a client that is ended while connecting never emits `end`
      if (stopping.signal.aborted) return;
      waiting = client;
      const { schema } = getDatabaseInfo(db);
      await client.query('select pg_advisory_lock(hashtext($1), hashtext($2))', [schema, name]);
      waiting = undefined;
      holding = true;
      if (!stopping.signal.aborted)
        await runJob(client, AbortSignal.any([stopping.signal, lost.signal]), lost);
    } finally {
      holding = false;
      await client.end().catch(() => {});
    }
  }

  /** Runs the job with a heartbeat that detects a dead connection, and so a lost lock, within seconds. */
  async function runJob(client: pg.Client, signal: AbortSignal, lost: AbortController) {
    let isPending = false;
    const heartbeat = setInterval(() => {
      if (isPending) return lost.abort();
      isPending = true;
      client.query('select 1').then(
        () => {
          isPending = false;
        },
        () => lost.abort(),
      );
    }, HEARTBEAT_MS);
    try {
      await whileHeld(signal);
    } finally {
      clearInterval(heartbeat);
    }
  }

  const failure = 'advisory lock or its job failed; will retry';
  const runs = keepDoing({ signal: stopping.signal, log, failure, fields: { lock: name } }, waitAndRun);
  return {
    held: () => holding,
    async stop() {
      stopping.abort();
      await waiting?.end().catch(() => {}); // may still be queued for the lock
      await runs;
    },
  };
}
