import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '@touchline/api/event';
import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import type { Schema } from '@touchline/api/schema';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { type Database, getDatabaseInfo, preparedQuery, queryOne } from '../data/database.ts';
import { keepDoing } from '../process/keep-doing.ts';
import { getTraces, inSpan } from '../process/traces.ts';
import type { Bus } from './bus.ts';
import { publish } from './stream.ts';

/**
 * Table of the outbox. A store that writes events in its own SQL inserts (subject, payload) and then calls
 * `wakeOutboxPublisher`. Without that call the row is published at the next poll.
 */
export const outboxTable = `
  -- position: publishing order; id: the message id, prefixed with the schema; traceparent: trace of the event
  create table outbox (
    position bigserial primary key,
    id uuid not null default gen_random_uuid(),
    subject text not null,
    payload jsonb not null,
    created_at timestamptz not null default now(),
    traceparent text
  );
`;

/** Adds an event to the transaction that it describes: published at least once if it commits, otherwise never. */
export async function writeOutbox<P extends Schema>(
  trx: Knex.Transaction,
  event: EventType<P>,
  payload: z.input<P>,
): Promise<void> {
  const { traceparent, ...row } = buildOutboxRow(event, payload);
  await trx('outbox').insert({ ...row, ...(traceparent ? { traceparent } : {}) });
  wakeAfterCommit(trx);
}

/** An event for the outbox. */
export interface OutboxRow {
  subject: string;
  /** JSON. */
  payload: string;
  /** Trace of the event. */
  traceparent: string | null;
}

/** Builds an outbox row for a statement that inserts it together with other rows; see `wakeAfterCommit`. */
export function buildOutboxRow<P extends Schema>(event: EventType<P>, payload: z.input<P>): OutboxRow {
  return {
    subject: event.subject,
    payload: JSON.stringify(event.payload.parse(payload)),
    traceparent: getTraces()?.traceparent() ?? null,
  };
}

/** Wakes the publisher of this process once the transaction, which wrote to the outbox, has committed. */
export function wakeAfterCommit(trx: Knex.Transaction): void {
  void trx.executionPromise.then(
    () => wakeOutboxPublisher(trx),
    () => {}, // rolled back: no event
  );
}

/** Wakes the publisher of this process; call it after the commit. */
function wakeOutboxPublisher(db: Database): void {
  for (const wake of getDatabaseInfo(db).outboxListeners) wake();
}

/** Counts the events in the outbox; null without an outbox. */
export async function readOutboxBacklog(db: Database): Promise<ServiceHealth['outbox']> {
  const exists = await queryOne<{ name: string | null }>(db, "select to_regclass('outbox')::text as name");
  if (!exists?.name) return null;
  const row = await queryOne<{ waiting: number; oldest_seconds: number }>(
    db,
    `select count(*) as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
     from outbox`,
  );
  return { waiting: row!.waiting, oldest_seconds: Math.max(0, Math.round(row!.oldest_seconds)) };
}

/** Updates the metric of waiting events. A busy service always has some that are just being published; they do not wait. */
async function updateWaitingMetric(db: Database, bus: Bus): Promise<void> {
  const backlog = await readOutboxBacklog(db);
  bus.counters.waiting(backlog && backlog.oldest_seconds > 0 ? backlog.waiting : 0);
}

const POLL_MS = 250;
const BATCH = 200;
/** A batch ends after this time, because Postgres ends a transaction that is idle for longer (IDLE_IN_TRANSACTION_MS). */
const MAX_BATCH_MS = 20_000;
/** Interval of the metric of waiting events. */
const MEASURE_MS = 10_000;

/**
 * Publishes the outbox in order until the bus closes. A row is deleted only after the stream has acknowledged it, so nothing
 * is lost while NATS is down or if this process dies. Duplicates have the same message id. All replicas may run it; one at a
 * time publishes, and all report the number of waiting events.
 */
export function publishFromOutbox(db: Database, bus: Bus, maxBatchMs = MAX_BATCH_MS): void {
  let wake = () => {};
  let work = 0;
  let drained = 0;
  const onWritten = () => {
    work++;
    wake();
  };
  getDatabaseInfo(db).outboxListeners.add(onWritten);
  async function publishWaiting(): Promise<void> {
    const isWoken = work !== drained;
    drained = work;
    while (await drain(db, bus, isWoken, maxBatchMs)) if (bus.closing.aborted) return;
  }
  const waitForWork = async () => {
    if (work !== drained) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
      void sleep(POLL_MS, undefined, { signal: bus.closing }).then(resolve, resolve);
    });
  };
  const failure = 'outbox publish failed; will retry';
  const runs = keepDoing({ signal: bus.closing, log: bus.log, failure, pause: waitForWork }, publishWaiting);
  const measuring = keepDoing(
    {
      signal: bus.closing,
      log: bus.log,
      failure: 'outbox check failed; will retry',
      pauseMs: MEASURE_MS,
    },
    () => updateWaitingMetric(db, bus),
  );
  bus.onClose(async () => {
    getDatabaseInfo(db).outboxListeners.delete(onWritten);
    await Promise.all([runs, measuring]);
  });
}

const LOCK = 'select pg_try_advisory_xact_lock(hashtext(?), hashtext(?)) as mine';
const FIRST = `select position, id, subject, payload, traceparent from outbox order by position limit ${BATCH}`;
const DELETE = 'delete from outbox where position = any(cast(? as bigint[]))';

/** Publishes one batch; true when there may be more. `isWoken`: an event was written, so the check for rows is skipped. */
async function drain(db: Database, bus: Bus, isWoken: boolean, maxBatchMs: number): Promise<boolean> {
  if (!bus.connected()) return false;
  if (!isWoken && (await db('outbox').select('position').limit(1)).length === 0) return false;
  return db.transaction(async (trx) => {
    const { schema } = getDatabaseInfo(db);
    const [lock] = await preparedQuery<{ mine: boolean }>(trx, 'outbox-lock', LOCK, [schema, 'outbox']);
    if (!lock?.mine) return false;
    const rows = await preparedQuery<Row>(trx, 'outbox-first', FIRST, []);
    if (rows.length === 0) return false;
    const acknowledged = await publishRows(bus, schema, rows, maxBatchMs);
    await preparedQuery(trx, 'outbox-delete', DELETE, [acknowledged]);
    return acknowledged.length === BATCH;
  });
}

interface Row {
  position: number;
  id: string;
  subject: string;
  payload: unknown;
  traceparent: string | null;
}

/** Publishes in order until a row is not acknowledged or the time is up; returns the positions of the acknowledged rows. */
async function publishRows(bus: Bus, schema: string, rows: Row[], maxBatchMs: number): Promise<number[]> {
  const acknowledged: number[] = [];
  const end = performance.now() + maxBatchMs;
  for (const row of rows) {
    if (performance.now() > end) break;
    try {
      const parent = row.traceparent ?? undefined;
      await inSpan({ name: `publish ${row.subject}`, kind: 'producer', parent }, () =>
        publish(bus, { subject: row.subject, payload: row.payload, id: `${schema}:${row.id}` }),
      );
    } catch (error) {
      bus.log.warn(
        { err: error, subject: row.subject },
        'event publish not acknowledged; kept in the outbox',
      );
      break;
    }
    acknowledged.push(row.position);
    bus.counters.published();
  }
  return acknowledged;
}
