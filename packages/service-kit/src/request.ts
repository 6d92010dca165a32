import { errorDetail, TouchlineError } from '@touchline/api/errors';
import type { RequestType } from '@touchline/api/event';
import type { Schema } from '@touchline/api/schema';
import { z } from 'zod';
import type { Bus } from './bus.ts';
import { isDatabaseUnavailable } from './database.ts';
import { buildTraceHeaders, parseMessage, readTraceparent } from './messages.ts';
import { inSpan } from './traces.ts';

/** The reply on the bus: the data, or code, message and details of the error. */
const replyEnvelope = z.union([
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    message: z.string(),
    details: z.array(errorDetail).optional(),
  }),
]);

/**
 * Asks another service and waits for its answer.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when no answer arrives in time, or the error with which the other service
 * answered
 */
export async function request<A extends Schema, R extends Schema>(
  bus: Bus,
  question: RequestType<A, R>,
  payload: z.input<A>,
  options: { timeoutMs?: number } = {},
): Promise<z.output<R>> {
  const reply = await send(
    bus,
    question.subject,
    question.request.parse(payload),
    options.timeoutMs ?? 3_000,
  );
  const envelope = replyEnvelope.safeParse(parseMessage(reply));
  if (!envelope.success) throw unavailableError(question.subject, envelope.error);
  if (!envelope.data.ok) {
    const { code, message, details = [] } = envelope.data;
    throw new TouchlineError(code, message, { details });
  }
  const parsed = question.reply.safeParse(envelope.data.data);
  if (!parsed.success) throw unavailableError(question.subject, parsed.error);
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
  return new TouchlineError('UPSTREAM_UNAVAILABLE', `Part of Touchline is not responding (${subject}).`, {
    cause,
    retryAfter: 1,
  });
}

/** Answers a question until the bus closes; each question goes to one of the replicas. */
export function reply<A extends Schema, R extends Schema>(
  bus: Bus,
  question: RequestType<A, R>,
  handler: (asked: z.output<A>) => Promise<z.input<R>>,
): void {
  void bus.connection().then(
    (nc) => {
      nc.subscribe(question.subject, {
        queue: bus.name,
        callback: (error, message) => {
          if (error) return bus.log.error({ err: error, subject: question.subject }, 'subscription failed');
          // A consumer of the stream can deliver events to this subject; they keep their own, so they are no questions.
          if (message.subject !== question.subject) return;
          const facts = { name: question.subject, kind: 'server', parent: readTraceparent(message) } as const;
          void inSpan(facts, () => handleRequest(bus, question, message, handler)).then((reply) =>
            message.respond(JSON.stringify(reply)),
          );
        },
      });
    },
    () => {}, // closed before the first connection
  );
}

async function handleRequest<A extends Schema, R extends Schema>(
  bus: Bus,
  question: RequestType<A, R>,
  message: { string(): string },
  handler: (asked: z.output<A>) => Promise<z.input<R>>,
) {
  const asked = question.request.safeParse(parseMessage(message));
  if (!asked.success)
    return { ok: false, code: 'VALIDATION_FAILED', message: 'The question does not match its schema.' };
  try {
    return { ok: true, data: await handler(asked.data) };
  } catch (error) {
    if (error instanceof TouchlineError) {
      const { code, message, details } = error;
      return { ok: false, code, message, details };
    }
    if (isDatabaseUnavailable(error)) {
      bus.log.warn(
        { cause: String(error), subject: question.subject },
        'database unavailable, question refused',
      );
      return {
        ok: false,
        code: 'UPSTREAM_UNAVAILABLE',
        message: 'The service is busy or restarting. Please try again.',
      };
    }
    bus.log.error({ err: error, subject: question.subject }, 'question failed');
    return { ok: false, code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' };
  }
}
