import { setTimeout as sleep } from 'node:timers/promises';
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { type EventType, STREAM } from '@touchline/api/event';
import type { z } from 'zod';
import type { Bus } from './bus.ts';
import { ensureStream, isNotFound, jetStreamOf } from './stream.ts';

/** About a delivery; `sequence` is the stream's. */
export interface Delivery {
  sequence: number;
  /** 1 the first time. */
  attempt: number;
}

export interface SubscribeOptions {
  /** Name of the consumer, kept in NATS: every replica with the same name shares its messages. Default: service and subject. */
  durable?: string;
  /**
   * Called at start and whenever the consumer had to be made anew (NATS lost its store), before the next message: ask
   * for the snapshots that the events speak of. Events only say what changed, so no event can be missed for good.
   */
  resync?: () => Promise<void>;
}

const ACK_WAIT_MS = 30_000;
const RETRY_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/**
 * Handles an event at least once, one message after the other, until the bus closes: acknowledged after the handler
 * returned, redelivered with growing pauses when it throws, dropped with an error in the log when the payload is not
 * what the event declares (no retry would help). Messages from before the first start (a week) come too. Handlers must
 * be idempotent.
 */
export function subscribe<P extends z.ZodType>(
  bus: Bus,
  event: EventType<P>,
  options: SubscribeOptions,
  handler: (payload: z.output<P>, delivery: Delivery) => Promise<void>,
): void {
  const durable = options.durable ?? `${bus.name}-${event.subject}`.replaceAll('.', '-');
  let messages: ConsumerMessages | undefined;
  const runs = (async () => {
    while (!bus.closing.aborted) {
      try {
        const consumer = await attach(bus, event.subject, durable);
        await options.resync?.();
        messages = await consumer.consume({ abort_on_missing_resource: true, max_messages: 64 });
        if (bus.closing.aborted) messages.stop();
        for await (const message of messages) {
          await handle(bus, event, message, handler);
          if (bus.closing.aborted) break;
        }
      } catch (error) {
        if (!bus.closing.aborted) bus.log.warn({ err: error, durable }, 'not subscribed, trying again');
      }
      await sleep(RETRY_MS, undefined, { signal: bus.closing }).catch(() => {});
    }
  })();
  bus.onClose(async () => {
    messages?.stop();
    await runs;
  });
}

/** The durable consumer, made when it is missing. One filter subject each: nats-server 2.9 knows no more. */
async function attach(bus: Bus, subject: string, durable: string): Promise<Consumer> {
  await ensureStream(bus);
  const { js, jsm } = await jetStreamOf(bus);
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

async function handle<P extends z.ZodType>(
  bus: Bus,
  event: EventType<P>,
  message: JsMsg,
  handler: (payload: z.output<P>, delivery: Delivery) => Promise<void>,
): Promise<void> {
  const about = { subject: message.subject, sequence: message.seq };
  const parsed = event.payload.safeParse(jsonOf(message));
  if (!parsed.success) {
    bus.log.error({ ...about, issues: parsed.error.issues.length }, 'event not understood, dropped');
    bus.counted.handled(event.subject, 'unparsable');
    return message.term();
  }
  const attempt = message.info.deliveryCount;
  const working = setInterval(() => message.working(), ACK_WAIT_MS / 3);
  try {
    await handler(parsed.data, { sequence: message.seq, attempt });
    message.ack();
    bus.counted.handled(event.subject, 'ok');
  } catch (error) {
    bus.log.error({ err: error, ...about, attempt }, 'event not handled, it comes again');
    bus.counted.handled(event.subject, 'failed');
    message.nak(Math.min(MAX_BACKOFF_MS, 250 * 2 ** Math.min(attempt, 10)));
  } finally {
    clearInterval(working);
  }
}

/** The JSON of a message; undefined when it is none. */
export function jsonOf(message: { string(): string }): unknown {
  try {
    return JSON.parse(message.string());
  } catch {
    return undefined;
  }
}
