import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { nanos, RequestError } from '@nats-io/transport-node';
import { STREAM } from '@touchline/api/event';
import pRetry from 'p-retry';
import type { Bus } from './bus.ts';
import { buildTraceHeaders } from './messages.ts';

/** A JetStream client and manager on the bus; cheap, waits for the first connection. */
export async function openJetStream(bus: Bus): Promise<{ js: JetStreamClient; jsm: JetStreamManager }> {
  const nc = await bus.connection();
  const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: 3_000 });
  return { js: jetstream(nc, { timeout: 3_000 }), jsm };
}

/** How long a request for messages lasts. A server of the cluster that is gone is noticed after as long, with 30 s by default. */
export const PULL_MS = 5_000;

const DAY_MS = 86_400_000;

/** The one stream: on disk, a week of events and no more than fits, message ids deduplicate within two minutes. */
const streamConfig = {
  name: STREAM.name,
  subjects: [...STREAM.subjects],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  max_age: nanos(7 * DAY_MS),
  max_bytes: 1024 ** 3,
  duplicate_window: nanos(120_000),
};

/** A cluster of servers keeps three copies of each event: what is acknowledged survives the loss of one. */
async function readReplicaCount(bus: Bus): Promise<{ num_replicas: number }> {
  const nc = await bus.connection();
  return { num_replicas: nc.info?.cluster ? 3 : 1 };
}

/** Creates the stream when it is missing: at the first start, or when NATS lost its store. */
export async function ensureStream(bus: Bus): Promise<void> {
  const { jsm } = await openJetStream(bus);
  try {
    await jsm.streams.info(STREAM.name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await jsm.streams.add({ ...streamConfig, ...(await readReplicaCount(bus)) });
  }
}

/** Creates the stream, or gives an older one today's subjects, limits and copies. Only the operator of NATS may change it. */
export async function updateStream(bus: Bus): Promise<void> {
  await ensureStream(bus);
  const { jsm } = await openJetStream(bus);
  const { subjects, max_age, max_bytes, discard } = streamConfig;
  const copies = await readReplicaCount(bus);
  await jsm.streams.update(STREAM.name, { subjects, max_age, max_bytes, discard, ...copies });
}

/** The stream or the consumer does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.apiError().code === 404;
}

interface Message {
  subject: string;
  payload: unknown;
  /** A second message with the same id is dropped. */
  id?: string;
}

/**
 * Publishes and waits for the acknowledgement. Nobody responds when there is no stream, nor in the moment between its
 * creation by another client and its first subscription: nats-server lists it before it listens. Both pass with a retry.
 */
export async function publish(bus: Bus, { subject, payload, id }: Message): Promise<void> {
  const { js } = await openJetStream(bus);
  const options = { timeout: 2_000, ...(id ? { msgID: id } : {}), ...buildTraceHeaders() };
  const send = async (attempt: number) => {
    if (attempt > 1) await ensureStream(bus);
    await js.publish(subject, JSON.stringify(payload), options);
  };
  await pRetry(send, {
    retries: 4,
    minTimeout: 20,
    factor: 3,
    shouldRetry: ({ error }) => error.cause instanceof RequestError && error.cause.isNoResponders(),
  });
}
