import { setTimeout as sleep } from 'node:timers/promises';
import { type ConsumerMessages, DeliverPolicy } from '@nats-io/jetstream';
import { STREAM } from '@touchline/api/event';
import { type Bus, ensureStream, jetStreamOf } from './bus.ts';
import { jsonOf } from './subscribe.ts';

/** An event as the stream holds it; `payload` is not yet parsed. */
export interface TailMessage {
  sequence: number;
  subject: string;
  payload: unknown;
}

export interface TailOptions {
  /** First sequence wanted; without it only what is new. */
  fromSequence?: number;
  onMessage(message: TailMessage): void;
  /**
   * Messages between the last one seen (or `fromSequence`) and the next are gone, or the stream was made anew and its
   * sequences mean something else now: whoever follows should fetch what is open.
   */
  onReset(): void;
}

export interface Tail {
  /** The highest sequence seen, or where the stream stood when the tail began; 0 before it began. */
  position(): number;
  stop(): Promise<void>;
}

const RETRY_MS = 500;

/**
 * Follows every event of the stream in order, without a durable consumer and without acknowledging; for the live
 * messages of the gateway. Goes on by itself after an outage, from where it was.
 */
export function tail(bus: Bus, options: TailOptions): Tail {
  const stopping = new AbortController();
  const ended = AbortSignal.any([stopping.signal, bus.closing]);
  let next = options.fromSequence;
  /** Which life of the stream the sequences belong to. */
  let created: string | undefined;
  let messages: ConsumerMessages | undefined;

  async function follow(): Promise<void> {
    await ensureStream(bus);
    const { js, jsm } = await jetStreamOf(bus);
    const { state, created: born } = await jsm.streams.info(STREAM.name);
    const anew = created !== undefined && created !== born;
    created = born;
    const wanted = next ?? state.last_seq + 1;
    const gone = anew || wanted > state.last_seq + 1 || (wanted < state.first_seq && state.last_seq > 0);
    next = gone ? state.last_seq + 1 : wanted;
    if (gone) options.onReset();
    const consumer = await js.consumers.get(STREAM.name, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: next,
    });
    messages = await consumer.consume({ abort_on_missing_resource: true });
    if (ended.aborted) messages.stop();
    for await (const message of messages) {
      next = message.seq + 1;
      options.onMessage({ sequence: message.seq, subject: message.subject, payload: jsonOf(message) });
    }
  }

  const runs = (async () => {
    while (!ended.aborted) {
      await follow().catch((error: unknown) => {
        if (!ended.aborted) bus.log.warn({ err: error }, 'live events interrupted, trying again');
      });
      await sleep(RETRY_MS, undefined, { signal: ended }).catch(() => {});
    }
  })();
  const stop = async () => {
    stopping.abort();
    messages?.stop();
    await runs;
  };
  bus.onClose(stop);
  return { position: () => (next ?? 1) - 1, stop };
}
