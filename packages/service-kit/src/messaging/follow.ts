import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { keepDoing } from '../process/keep-doing.ts';
import type { Bus } from './bus.ts';

interface Following {
  /** Log message of an interruption. */
  failure: string;
  /** Further fields of the log message. */
  fields?: Readonly<Record<string, unknown>>;
  /** Starts to consume; called again after each interruption. */
  open(): Promise<ConsumerMessages>;
  handle(message: JsMsg): void | Promise<void>;
}

/** Handles messages one at a time until the bus closes, and reopens the consumer after an interruption. */
export function follow(bus: Bus, { failure, fields, open, handle }: Following): void {
  let messages: ConsumerMessages | undefined;
  const runs = keepDoing(
    { signal: bus.closing, log: bus.log, failure, ...(fields ? { fields } : {}) },
    async () => {
      messages = await open();
      if (bus.closing.aborted) messages.stop();
      for await (const message of messages) {
        await handle(message);
        if (bus.closing.aborted) break;
      }
    },
  );
  bus.onClose(async () => {
    messages?.stop();
    await runs;
  });
}
