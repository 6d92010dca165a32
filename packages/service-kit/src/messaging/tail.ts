import { type ConsumerMessages, DeliverPolicy } from '@nats-io/jetstream';
import { STREAM } from '@touchline/api/event';
import type { Bus } from './bus.ts';
import { follow } from './follow.ts';
import { parseMessage } from './messages.ts';
import { ensureStream, openJetStream, PULL_MS } from './stream.ts';

/** An event as stored in the stream; `payload` is not parsed yet. */
export interface TailMessage {
  sequence: number;
  subject: string;
  payload: unknown;
}

export interface TailOptions {
  /** Chooses the first sequence to read from the range of the stream; default: only new messages. */
  start?(range: { first: number; last: number }): number;
  onMessage(message: TailMessage): void;
  /**
   * Called when messages after the last one (or after `start`) are lost, or when the stream was recreated and counts from
   * one. Clients must refetch all displayed data.
   */
  onReset(): void;
}

/**
 * Reads every event of the stream in order until the bus closes, without a durable consumer. The gateway uses it for live
 * messages. It resumes after an outage.
 */
export function tail(bus: Bus, options: TailOptions): void {
  let next: number | undefined;
  /** Creation time of the stream that the sequences belong to. */
  let created: string | undefined;

  async function open(): Promise<ConsumerMessages> {
    await ensureStream(bus);
    const { js, jsm } = await openJetStream(bus);
    const info = await jsm.streams.info(STREAM.name);
    const recreated = created !== undefined && created !== info.created;
    created = info.created;
    const { first_seq, last_seq } = info.state;
    const wanted = next ?? options.start?.({ first: first_seq, last: last_seq }) ?? last_seq + 1;
    const isLost = recreated || wanted > last_seq + 1 || (wanted < first_seq && last_seq > 0);
    next = isLost ? last_seq + 1 : wanted;
    if (isLost) options.onReset();
    const consumer = await js.consumers.get(STREAM.name, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: next,
    });
    return consumer.consume({ abort_on_missing_resource: true, expires: PULL_MS });
  }

  follow(bus, {
    failure: 'event stream interrupted; will retry',
    open,
    handle(message) {
      next = message.seq + 1;
      options.onMessage({ sequence: message.seq, subject: message.subject, payload: parseMessage(message) });
    },
  });
}
