import type { Schema } from './schema.ts';

/**
 * The JetStream stream of all events and the subjects it captures; its sequence numbers are the ids of live messages.
 */
export const STREAM = { name: 'TOUCHLINE', subjects: ['auth.>', 'fpl.>', 'games.>', 'staking.>'] };

/** Something that happened, delivered at least once; the subject is declared only here. */
export interface EventType<P extends Schema> {
  subject: string;
  payload: P;
}

/** A question between services (NATS request and reply), below `request.` where the stream does not capture it. */
export interface RequestType<A extends Schema, R extends Schema> {
  subject: `request.${string}`;
  request: A;
  reply: R;
}

export const event = <P extends Schema>(subject: string, payload: P): EventType<P> => ({
  subject,
  payload,
});

export const requestType = <A extends Schema, R extends Schema>(
  subject: `request.${string}`,
  ask: A,
  reply: R,
): RequestType<A, R> => ({ subject, request: ask, reply });
