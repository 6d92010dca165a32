import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** The connection to NATS: there may be none for a while, at start and later; everything on it waits or tries again. */
export interface Bus {
  readonly name: string;
  readonly log: Log;
  /** Aborts when the bus closes: loops on it end. */
  readonly closing: AbortSignal;
  /** Is there a live connection now? */
  connected(): boolean;
  /** Resolves with the connection, however long the first one takes; rejects when the bus closes before. */
  connection(): Promise<NatsConnection>;
  /** Runs before the connection drains; for subscriptions that must let a message in work end. */
  onClose(stop: () => Promise<void>): void;
  readonly counted: BusCounters;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/** Begins to connect and returns at once; tries for ever, also after a lost connection. `name` is the service's. */
export function openBus(url: string, options: { name: string; log: Log; metrics?: Metrics }): Bus {
  const { name, log } = options;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // every subscription, question and publisher waits on it
  const stops: (() => Promise<void>)[] = [];
  let current: NatsConnection | undefined;
  let alive = false;
  const first = connectForEver(url, name, log, closing.signal).then((nc) => {
    current = nc;
    alive = true;
    void follow(nc);
    return nc;
  });
  first.catch(() => {}); // closed before the first connection; whoever waits for it hears so

  async function follow(nc: NatsConnection) {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') alive = false;
      if (status.type === 'reconnect') alive = true;
      if (status.type === 'disconnect' || status.type === 'reconnect') log.warn({ nats: status.type }, 'bus');
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
    counted: countersOf(options.metrics),
    async close() {
      closing.abort();
      await Promise.all(stops.map((stop) => stop()));
      if (!current || current.isClosed()) return;
      // Draining needs the server: without it, close.
      await (alive ? current.drain() : current.close()).catch(() => {});
    },
  };
}

async function connectForEver(
  url: string,
  name: string,
  log: Log,
  closing: AbortSignal,
): Promise<NatsConnection> {
  for (let attempt = 0; ; attempt++) {
    closing.throwIfAborted();
    try {
      const nc = await connect({
        servers: url,
        name,
        timeout: 2_000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_MS,
        reconnectJitter: 200,
        pingInterval: 10_000,
        maxPingOut: 2,
      });
      if (closing.aborted) await nc.close();
      closing.throwIfAborted();
      return nc;
    } catch (error) {
      if (attempt % 20 === 0) log.warn({ err: error }, 'NATS does not answer yet');
      await sleep(RECONNECT_MS, undefined, { signal: closing });
    }
  }
}

/** What the bus counts; without metrics nobody looks. */
export interface BusCounters {
  published(): void;
  handled(subject: string, result: 'ok' | 'failed' | 'unparsable'): void;
  waiting(rows: number): void;
}

function countersOf(metrics: Metrics | undefined): BusCounters {
  const published = metrics?.counter('outbox_published_total', 'Events that the stream acknowledged');
  const waiting = metrics?.gauge('outbox_waiting', 'Events that wait in the outbox');
  const handled = metrics?.counter('events_handled_total', 'Events handled', ['subject', 'result']);
  return {
    published: () => published?.inc(),
    handled: (subject, result) => handled?.inc({ subject, result }),
    waiting: (rows) => waiting?.set(rows),
  };
}
