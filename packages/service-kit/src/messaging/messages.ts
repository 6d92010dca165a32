import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { getTraces } from '../process/traces.ts';

/** Parses the body of a message; undefined when it is not JSON. */
export function parseMessage(message: { string(): string }): unknown {
  try {
    return JSON.parse(message.string());
  } catch {
    return undefined;
  }
}

const TRACEPARENT = 'traceparent';

/** Builds the headers that pass the active span to the receiver of a message. */
export function buildTraceHeaders(): { headers?: MsgHdrs } {
  const traceparent = getTraces()?.traceparent();
  if (!traceparent) return {};
  const traceHeaders = headers();
  traceHeaders.set(TRACEPARENT, traceparent);
  return { headers: traceHeaders };
}

/** Reads the span in which a message was sent. */
export const readTraceparent = (message: { headers?: MsgHdrs | undefined }): string | undefined =>
  message.headers?.get(TRACEPARENT) || undefined;
