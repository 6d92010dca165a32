import type { Msg } from '@nats-io/transport-node';
import { errorDetail, TouchlineError } from '@touchline/api/errors';
import type { RequestType } from '@touchline/api/event';
import type { Schema } from '@touchline/api/schema';
import { z } from 'zod';
import { isDatabaseUnavailable, toTouchlineError } from '../data/database.ts';
import { waitAtMost } from '../process/shared-work.ts';
import { inSpan } from '../process/traces.ts';
import { type Bus, INBOX_PREFIX } from './bus.ts';
import { buildTraceHeaders, parseMessage, readTraceparent } from './messages.ts';

/** Default time limit of a reply. */
const TIMEOUT_MS = 3_000;

/**
 * A reply over NATS: the data, or code, message, status and details of the error. The status of a code that is newer than the
 * requesting service is unknown there. A status that is not one of a failure counts as missing, because HTTP responses get it.
 */
const replyEnvelope = z.union([
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    message: z.string(),
    status: z.int().min(400).max(599).optional().catch(undefined),
    details: z.array(errorDetail).optional(),
  }),
]);

/**
 * Sends a request to another service and waits for its reply.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when no reply arrives in time, or the error of the reply
 */
export async function request<Req extends Schema, Rep extends Schema>(
  bus: Bus,
  type: RequestType<Req, Rep>,
  payload: z.input<Req>,
  options: { timeoutMs?: number } = {},
): Promise<z.output<Rep>> {
  const reply = await send(bus, type.subject, type.request.parse(payload), options.timeoutMs ?? TIMEOUT_MS);
  const envelope = replyEnvelope.safeParse(parseMessage(reply));
  if (!envelope.success) throw unavailableError(type.subject, envelope.error);
  if (!envelope.data.ok) {
    const { code, message, status, details = [] } = envelope.data;
    throw new TouchlineError(code, message, { details, ...(status === undefined ? {} : { status }) });
  }
  const parsed = type.reply.safeParse(envelope.data.data);
  if (!parsed.success) throw unavailableError(type.subject, parsed.error);
  return parsed.data;
}

async function send(bus: Bus, subject: string, payload: unknown, timeout: number) {
  try {
    if (!bus.connected()) throw new Error('not connected to NATS');
    const nc = await bus.connection();
    const send = () => nc.request(subject, JSON.stringify(payload), { timeout, ...buildTraceHeaders() });
    return await inSpan({ name: subject, kind: 'client' }, send);
  } catch (error) {
    throw unavailableError(subject, error);
  }
}

function unavailableError(subject: string, cause: unknown): TouchlineError {
  return new TouchlineError(
    'UPSTREAM_UNAVAILABLE',
    `A service is not responding (${subject}). Please try again.`,
    {
      cause,
      retryAfter: 1,
    },
  );
}

/**
 * Replies to requests until the bus closes, which waits for the requests in progress, up to the usual timeout. NATS delivers each
 * request to one of the replicas.
 */
export function reply<Req extends Schema, Rep extends Schema>(
  bus: Bus,
  type: RequestType<Req, Rep>,
  handler: (payload: z.output<Req>) => Promise<z.input<Rep>>,
): void {
  const running = new Set<Promise<void>>();
  async function respond(message: Msg): Promise<void> {
    const span = { name: type.subject, kind: 'server', parent: readTraceparent(message) } as const;
    try {
      const reply = await inSpan(span, () => handleRequest(bus, type, message, handler));
      message.respond(JSON.stringify(reply));
    } catch (error) {
      bus.log.error({ err: error, subject: type.subject }, 'reply not sent');
    }
  }
  void bus.connection().then(
    (nc) => {
      const subscription = nc.subscribe(type.subject, {
        queue: bus.name,
        callback: (error, message) => {
          if (error)
            return bus.log.error({ err: error, subject: type.subject }, 'request subscription failed');
          // A stream consumer can deliver events to this subject. They keep their own subject and are not requests.
          if (message.subject !== type.subject) return;
          // nats-server lets this service publish to the reply subject of a request, for example where the stream is purged.
          if (!message.reply?.startsWith(INBOX_PREFIX)) return;
          const response = respond(message).finally(() => running.delete(response));
          running.add(response);
        },
      });
      bus.onClose(async () => {
        // NATS closes a subscription for which this user has no rights.
        if (bus.connected() && !subscription.isClosed()) await subscription.drain();
        // A handler that hangs must not stop the process from closing its other connections.
        await waitAtMost(TIMEOUT_MS, Promise.all(running));
      });
    },
    () => {}, // closed before the first connection
  );
}

async function handleRequest<Req extends Schema, Rep extends Schema>(
  bus: Bus,
  type: RequestType<Req, Rep>,
  message: { string(): string },
  handler: (payload: z.output<Req>) => Promise<z.input<Rep>>,
) {
  const payload = type.request.safeParse(parseMessage(message));
  if (!payload.success)
    return { ok: false, code: 'VALIDATION_FAILED', message: 'The request does not match its schema.' };
  try {
    return { ok: true, data: await handler(payload.data) };
  } catch (error) {
    const { code, message, status, details } = toTouchlineError(error);
    // A code of a service without a status is a 500 too.
    if (status === 500) bus.log.error({ err: error, subject: type.subject }, 'request handler failed');
    else if (isDatabaseUnavailable(error))
      bus.log.warn({ cause: String(error), subject: type.subject }, 'database unavailable; request rejected');
    return { ok: false, code, message, status, details };
  }
}
