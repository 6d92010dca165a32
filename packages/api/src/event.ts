import type { Schema } from './schema.ts';

/** The JetStream stream of all events, with the subjects that it captures. Its sequence numbers are the ids of live messages. */
export const STREAM = { name: 'TOUCHLINE', subjects: ['auth.>', 'fpl.>', 'games.>', 'staking.>'] };

/** An event, delivered at least once. */
export interface EventType<P extends Schema> {
  subject: string;
  payload: P;
}

/** A NATS request/reply between services. Its subject starts with `request.`, which the stream does not capture. */
export interface RequestType<Req extends Schema, Rep extends Schema> {
  subject: `request.${string}`;
  request: Req;
  reply: Rep;
}

export const event = <P extends Schema>(subject: string, payload: P): EventType<P> => ({
  subject,
  payload,
});

export const requestType = <Req extends Schema, Rep extends Schema>(
  subject: `request.${string}`,
  request: Req,
  reply: Rep,
): RequestType<Req, Rep> => ({ subject, request, reply });
