import { AckPolicy, type Consumer, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { type EventType, STREAM } from '@touchline/api/event';
import type { Schema } from '@touchline/api/schema';
import type { z } from 'zod';
import { inSpan } from '../process/traces.ts';
import type { Bus } from './bus.ts';
import { follow } from './follow.ts';
import { parseMessage, readTraceparent } from './messages.ts';
import { ensureStream, isNotFound, openJetStream, PULL_MS } from './stream.ts';

/** Delivery information of a message. */
export interface Delivery {
  /** Position of the message in the stream. */
  sequence: number;
  /** 1 for the first delivery. */
  attempt: number;
}

export interface SubscribeOptions {
  /** Name of the durable consumer; replicas with the same name share its messages. Default: service and subject. */
  durable?: string;
  /**
   * Runs at start and whenever the consumer was recreated (NATS lost its store), before the next message. Fetch the snapshots
   * that the events refer to: events only state what changed, so no change is lost.
   */
  resync?: () => Promise<void>;
}

const ACK_WAIT_MS = 30_000;
const MAX_BACKOFF_MS = 30_000;

/**
 * Handles an event at least once, one message at a time, until the bus closes. A message is acknowledged when the handler
 * returns, and redelivered with increasing pauses when it throws. A message with an invalid payload is logged and dropped. A
 * new consumer starts with the messages of the last week. Handlers must be idempotent.
 */
export function subscribe<P extends Schema>(
  bus: Bus,
  event: EventType<P>,
  options: SubscribeOptions,
  handler: (payload: z.output<P>, delivery: Delivery) => Promise<void>,
): void {
  const durable = options.durable ?? `${bus.name}-${event.subject}`.replaceAll('.', '-');
  bus.durables.add(durable);
  follow(bus, {
    failure: 'subscription failed; will retry',
    fields: { durable },
    async open() {
      const consumer = await attach(bus, event.subject, durable);
      await options.resync?.();
      return consumer.consume({ abort_on_missing_resource: true, max_messages: 64, expires: PULL_MS });
    },
    handle: (message) => handle(bus, event, message, handler),
  });
}

/** Opens the durable consumer and creates it if it is missing. nats-server 2.9 supports only one filter subject. */
async function attach(bus: Bus, subject: string, durable: string): Promise<Consumer> {
  await ensureStream(bus);
  const { js, jsm } = await openJetStream(bus);
  try {
    await jsm.consumers.info(STREAM.name, durable);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await jsm.consumers.add(STREAM.name, {
      durable_name: durable,
      filter_subject: subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ACK_WAIT_MS),
      max_deliver: -1,
      max_ack_pending: 1_000,
    });
  }
  return js.consumers.get(STREAM.name, durable);
}

async function handle<P extends Schema>(
  bus: Bus,
  event: EventType<P>,
  message: JsMsg,
  handler: (payload: z.output<P>, delivery: Delivery) => Promise<void>,
): Promise<void> {
  const info = { subject: message.subject, sequence: message.seq };
  const parsed = event.payload.safeParse(parseMessage(message));
  if (!parsed.success) {
    bus.log.error({ ...info, issues: parsed.error.issues.length }, 'event dropped; invalid payload');
    bus.counters.handled(event.subject, 'unparsable');
    return message.term();
  }
  const attempt = message.info.deliveryCount;
  const working = setInterval(() => message.working(), ACK_WAIT_MS / 3);
  try {
    const span = { name: `handle ${event.subject}`, kind: 'consumer', startTrace: true } as const;
    await inSpan({ ...span, parent: readTraceparent(message) }, () =>
      handler(parsed.data, { sequence: message.seq, attempt }),
    );
    message.ack();
    bus.counters.handled(event.subject, 'ok');
  } catch (error) {
    bus.log.error({ err: error, ...info, attempt }, 'event handler failed; will be redelivered');
    bus.counters.handled(event.subject, 'failed');
    message.nak(Math.min(MAX_BACKOFF_MS, 250 * 2 ** Math.min(attempt, 10)));
  } finally {
    clearInterval(working);
  }
}
