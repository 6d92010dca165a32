import { setMaxListeners } from 'node:events';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pRetry from 'p-retry';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';

/** The connection to NATS. It may be down at any time, including at start; users of it wait or retry. */
export interface Bus {
  readonly name: string;
  readonly log: Log;
  /** Aborts when the connection closes; loops use it to stop. */
  readonly closing: AbortSignal;
  /** Reports whether the connection is up. */
  connected(): boolean;
  /** Resolves with the first connection, without a timeout; rejects if the bus closes first. */
  connection(): Promise<NatsConnection>;
  /** Registers a callback that runs before the connection drains, so that a subscription can finish its current message. */
  onClose(stop: () => Promise<void>): void;
  readonly counters: ReturnType<typeof createCounters>;
  /** Names of the durable consumers of this process. */
  readonly durables: Set<string>;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;
/** Every service receives replies in an inbox that starts with this. */
export const INBOX_PREFIX = '_INBOX_';

/**
 * Starts connecting and returns immediately. It retries without limit, also after a lost connection.
 * @param options name: name of the service
 */
export function openBus(url: string, options: { name: string; log: Log; metrics?: Metrics }): Bus {
  const { name, log } = options;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // one listener per subscription, request handler and publisher
  const stops: (() => Promise<void>)[] = [];
  let current: NatsConnection | undefined;
  let alive = false;
  const first = connectWithRetry(url, name, log, closing.signal).then((nc) => {
    current = nc;
    alive = true;
    void followStatus(nc);
    return nc;
  });
  first.catch(() => {}); // closed before the first connection; callers of `connection` get the rejection

  /** @throws Error when the connection ends for good: uncaught, so that the supervisor restarts the process */
  async function followStatus(nc: NatsConnection) {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') alive = false;
      if (status.type === 'reconnect') alive = true;
      if (status.type === 'disconnect' || status.type === 'reconnect')
        log.warn({ status: status.type }, 'NATS connection changed');
    }
    alive = false;
    if (!closing.signal.aborted) throw new Error('NATS connection ended', { cause: await nc.closed() });
  }

  return {
    name,
    log,
    closing: closing.signal,
    connected: () => alive,
    connection: () => first,
    onClose: (stop) => stops.push(stop),
    counters: createCounters(options.metrics),
    durables: new Set(),
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
      ...parseLogin(url),
      name,
      // nats-server allows each service to read only its own replies; see nats-rights.ts in tools/local-stack.
      inboxPrefix: `${INBOX_PREFIX}${name}`,
      timeout: 2_000,
      maxReconnectAttempts: -1,
      // Otherwise two rejected logins would end the connection, for example while a password is replaced.
      ignoreAuthErrorAbort: true,
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
        log.warn({ err: error }, 'NATS unreachable; will retry');
    },
  });
}

/** Splits a URL into server, user and password, because the NATS client ignores credentials in URLs. */
function parseLogin(url: string) {
  const { host, username, password, protocol } = new URL(url);
  const servers = `${protocol}//${host}`;
  return username
    ? { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : { servers };
}

/** Creates the metrics of NATS; no-ops without a metrics registry. */
function createCounters(metrics: Metrics | undefined) {
  const published = metrics?.counter('outbox_published_total', 'Events acknowledged by the stream');
  const waiting = metrics?.gauge('outbox_waiting', 'Events waiting in the outbox');
  const pending = metrics?.gauge('events_pending', 'Events not yet handled, by consumer', ['consumer']);
  const handled = metrics?.counter('events_handled_total', 'Events handled', ['subject', 'result']);
  return {
    published: () => published?.inc(),
    handled: (subject: string, result: 'ok' | 'failed' | 'unparsable') => handled?.inc({ subject, result }),
    waiting: (rows: number) => waiting?.set(rows),
    /** Sets the number of events that a consumer has not yet acknowledged. */
    pending: (consumer: string, events: number) => pending?.set({ consumer }, events),
  };
}
