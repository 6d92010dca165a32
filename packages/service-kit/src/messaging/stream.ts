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

/** Creates a JetStream client and manager. It is cheap and waits for the first connection. */
export async function openJetStream(bus: Bus): Promise<{ js: JetStreamClient; jsm: JetStreamManager }> {
  const nc = await bus.connection();
  const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: 3_000 });
  return { js: jetstream(nc, { timeout: 3_000 }), jsm };
}

/** Duration of a pull request. It bounds the time to detect a lost cluster server; the default is 30 s. */
export const PULL_MS = 5_000;

const DAY_MS = 86_400_000;

/** The stream: on disk, up to a week and 1 GiB of events; message ids deduplicate within two minutes. */
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

/** A cluster keeps three copies of each event, so that acknowledged events survive the loss of a server. */
async function readReplicaCount(bus: Bus): Promise<{ num_replicas: number }> {
  const nc = await bus.connection();
  return { num_replicas: nc.info?.cluster ? 3 : 1 };
}

/** Creates the stream if it is missing: at the first start, or after NATS has lost its store. */
export async function ensureStream(bus: Bus): Promise<void> {
  const { jsm } = await openJetStream(bus);
  try {
    await jsm.streams.info(STREAM.name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await jsm.streams.add({ ...streamConfig, ...(await readReplicaCount(bus)) });
  }
}

/** Creates the stream or updates its subjects, limits and number of copies. Only the NATS user `operator` may update it. */
export async function updateStream(bus: Bus): Promise<void> {
  await ensureStream(bus);
  const { jsm } = await openJetStream(bus);
  const { subjects, max_age, max_bytes, discard } = streamConfig;
  const copies = await readReplicaCount(bus);
  await jsm.streams.update(STREAM.name, { subjects, max_age, max_bytes, discard, ...copies });
}

/**
 * Removes all events. Consumers and sequence numbers remain; services fetch the state at their start. Only the NATS user `operator`
 * may do this.
 */
export async function purgeStream(bus: Bus): Promise<void> {
  const { jsm } = await openJetStream(bus);
  await jsm.streams.purge(STREAM.name);
}

/** Reports whether the error means that the stream or consumer does not exist. */
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
 * Publishes and waits for the acknowledgement. NATS reports no responders if the stream is missing, and also briefly after its
 * creation, because nats-server lists a stream before it subscribes. A retry solves both.
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
