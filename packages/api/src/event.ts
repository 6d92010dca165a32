import type { z } from 'zod';

/** The one JetStream stream that carries every event, and the subjects it captures; its sequence is the id of a live message. */
export const STREAM = { name: 'TOUCHLINE', subjects: ['fpl.>', 'games.>', 'staking.>'] };

/** Something that happened, at least once delivered; `subject` is written nowhere else. */
export interface EventType<P extends z.ZodType> {
  subject: string;
  payload: P;
}

/** A question between services (NATS request and reply): below `ask.`, so that the stream does not capture it. */
export interface Question<A extends z.ZodType, R extends z.ZodType> {
  subject: `ask.${string}`;
  ask: A;
  reply: R;
}

export const event = <P extends z.ZodType>(subject: string, payload: P): EventType<P> => ({
  subject,
  payload,
});

export const question = <A extends z.ZodType, R extends z.ZodType>(
  subject: `ask.${string}`,
  ask: A,
  reply: R,
): Question<A, R> => ({ subject, ask, reply });
