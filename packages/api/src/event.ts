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

/** A question between services (NATS request and reply), below `ask.` where the stream does not capture it. */
export interface Question<A extends Schema, R extends Schema> {
  subject: `ask.${string}`;
  ask: A;
  reply: R;
}

export const event = <P extends Schema>(subject: string, payload: P): EventType<P> => ({
  subject,
  payload,
});

export const question = <A extends Schema, R extends Schema>(
  subject: `ask.${string}`,
  ask: A,
  reply: R,
): Question<A, R> => ({ subject, ask, reply });
