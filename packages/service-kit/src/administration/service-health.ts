import { randomUUID } from 'node:crypto';
import { STREAM } from '@touchline/api/event';
import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import { toInstant } from '@touchline/api/values';
import { type Database, query } from '../data/database.ts';
import type { Bus } from '../messaging/bus.ts';
import { readOutboxBacklog } from '../messaging/outbox.ts';
import { isNotFound, openJetStream } from '../messaging/stream.ts';
import { keepDoing } from '../process/keep-doing.ts';

/**
 * Table of replicas. A replica is alive while its row is fresh; a NATS request reaches only one replica, so it cannot count them.
 */
export const replicasTable = `
  create table replicas (
    id uuid primary key,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
  );
`;

const HEARTBEAT_MS = 10_000;
/** Replicas without a heartbeat within this time are not listed. */
const ALIVE = "interval '30 seconds'";

/**
 * Writes heartbeats of this process until the bus closes, by the clock of Postgres, and deletes replicas after an hour without
 * one. Each heartbeat also updates the metrics of unhandled events.
 */
export function keepHeartbeat(db: Database, bus: Bus): void {
  const id = randomUUID();
  const repeat = (failure: string, run: () => Promise<void>) =>
    keepDoing({ signal: bus.closing, log: bus.log, failure, pauseMs: HEARTBEAT_MS }, run);
  const heartbeats = repeat('heartbeat failed; will retry', () => writeHeartbeat(db, id));
  const metrics = repeat('consumer lag check failed; will retry', () => updatePendingMetrics(bus));
  bus.onClose(async () => {
    await Promise.all([heartbeats, metrics]);
    await db.raw('delete from replicas where id = ?', [id]).catch(() => {});
  });
}

async function updatePendingMetrics(bus: Bus): Promise<void> {
  for (const { consumer, waiting } of await readConsumerLag(bus)) bus.counters.pending(consumer, waiting);
}

async function writeHeartbeat(db: Database, id: string): Promise<void> {
  await db.raw(
    `with expired as (delete from replicas where seen_at < now() - interval '1 hour')
     insert into replicas (id) values (?) on conflict (id) do update set seen_at = now()`,
    [id],
  );
}

/** Health that only some services report. */
export interface OwnHealth {
  feedHealth?: () => Promise<ServiceHealth['feed']>;
  chainHealth?: () => Promise<ServiceHealth['chain']>;
}

const readNothing = async () => null;

/** Collects the health of a service: replicas, outbox (if there is one), consumers, and what only some services report. */
export async function collectHealth(
  db: Database,
  bus: Bus,
  { feedHealth = readNothing, chainHealth = readNothing }: OwnHealth = {},
): Promise<ServiceHealth> {
  const [replicas, outbox, lag, feed, chain] = await Promise.all([
    listReplicas(db),
    readOutboxBacklog(db),
    readConsumerLag(bus),
    feedHealth(),
    chainHealth(),
  ]);
  return { replicas, outbox, bus: { connected: bus.connected(), lag }, feed, chain };
}

async function listReplicas(db: Database): Promise<ServiceHealth['replicas']> {
  const rows = await query<{ id: string; started_at: number; seen_at: number }>(
    db,
    `select id, started_at, seen_at from replicas where seen_at > now() - ${ALIVE} order by started_at, id`,
  );
  return rows.map((row) => ({
    id: row.id,
    started_at: toInstant(row.started_at),
    seen_at: toInstant(row.seen_at),
  }));
}

/** Returns unacknowledged events by durable consumer; empty while NATS is down. */
async function readConsumerLag(bus: Bus): Promise<ServiceHealth['bus']['lag']> {
  if (!bus.connected()) return [];
  const { jsm } = await openJetStream(bus);
  return Promise.all(
    [...bus.durables].sort().map(async (consumer) => {
      const info = await jsm.consumers.info(STREAM.name, consumer).catch((error: unknown) => {
        if (isNotFound(error)) return null;
        throw error;
      });
      return { consumer, waiting: (info?.num_pending ?? 0) + (info?.num_ack_pending ?? 0) };
    }),
  );
}
