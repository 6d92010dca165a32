import { setMaxListeners } from 'node:events';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pRetry from 'p-retry';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** The connection to NATS. It may be down, at start and later: everything on it waits or retries. */
export interface Bus {
  readonly name: string;
  readonly log: Log;
  /** Aborts when the bus closes; loops stop on it. */
  readonly closing: AbortSignal;
  /** Whether the connection is up. */
  connected(): boolean;
  /** Resolves with the first connection, however long that takes; rejects when the bus closes before it. */
  connection(): Promise<NatsConnection>;
  /** Registers what must end before the connection drains: subscriptions finish the message in progress. */
  onClose(stop: () => Promise<void>): void;
  readonly counted: BusCounters;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/**
 * Starts connecting and returns at once; retries without limit, after a lost connection too. `name` is the service's.
 */
export function openBus(url: string, options: { name: string; log: Log; metrics?: Metrics }): Bus {
  const { name, log } = options;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // one listener per subscription, question and publisher
  const stops: (() => Promise<void>)[] = [];
  let current: NatsConnection | undefined;
  let alive = false;
  const first = connectWithRetry(url, name, log, closing.signal).then((nc) => {
    current = nc;
    alive = true;
    void follow(nc);
    return nc;
  });
  first.catch(() => {}); // closed before the first connection; those who await it get the rejection

  async function follow(nc: NatsConnection) {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') alive = false;
      if (status.type === 'reconnect') alive = true;
      if (status.type === 'disconnect' || status.type === 'reconnect')
        log.warn({ status: status.type }, 'NATS connection changed');
    }
    alive = false;
  }

  return {
    name,
    log,
    closing: closing.signal,
    connected: () => alive,
    connection: () => first,
    onClose: (stop) => stops.push(stop),
    counted: createCounters(options.metrics),
    async close() {
      closing.abort();
      await Promise.all(stops.map((stop) => stop()));
      if (!current || current.isClosed()) return;
      // Draining needs the server: without it, close.
      await (alive ? current.drain() : current.close()).catch(() => {});
    },
  };
}

function connectWithRetry(
  url: string,
  name: string,
  log: Log,
  closing: AbortSignal,
): Promise<NatsConnection> {
  const attempt = async () => {
    const nc = await connect({
      ...loginOf(url),
      name,
      // nats-server lets nobody read the replies to others: tools/local-stack/src/dependencies/nats-rights.ts
      inboxPrefix: `_INBOX_${name}`,
      timeout: 2_000,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      reconnectJitter: 200,
      pingInterval: 10_000,
      maxPingOut: 2,
    });
    if (closing.aborted) await nc.close();
    return nc;
  };
  return pRetry(attempt, {
    retries: Number.POSITIVE_INFINITY,
    factor: 1,
    minTimeout: RECONNECT_MS,
    signal: closing,
    onFailedAttempt: ({ error, attemptNumber }) => {
      if (attemptNumber % 20 === 1 && !closing.aborted)
        log.warn({ err: error }, 'NATS unreachable, retrying');
    },
  });
}

/** Server, user and password of a URL; the client ignores credentials inside of it. */
function parseLogin(url: string) {
  const { host, username, password, protocol } = new URL(url);
  const servers = `${protocol}//${host}`;
  return username
    ? { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : { servers };
}

/** Counters of the bus; without metrics they do nothing. */
export interface BusCounters {
  published(): void;
  handled(subject: string, result: 'ok' | 'failed' | 'unparsable'): void;
  waiting(rows: number): void;
  /** Events that a consumer has not acknowledged yet. */
  pending(consumer: string, events: number): void;
}

function createCounters(metrics: Metrics | undefined): BusCounters {
  const published = metrics?.counter('outbox_published_total', 'Events acknowledged by the stream');
  const waiting = metrics?.gauge('outbox_waiting', 'Events waiting in the outbox');
  const pending = metrics?.gauge('events_pending', 'Events that a consumer has not handled', ['consumer']);
  const handled = metrics?.counter('events_handled_total', 'Events handled', ['subject', 'result']);
  return {
    published: () => published?.inc(),
    handled: (subject, result) => handled?.inc({ subject, result }),
    waiting: (rows) => waiting?.set(rows),
    pending: (consumer, events) => pending?.set({ consumer }, events),
  };
}
