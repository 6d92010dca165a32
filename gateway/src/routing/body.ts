import type { IncomingMessage } from 'node:http';

/** The most that a call may carry, in bytes. */
export const BODY_LIMIT = 32 * 1024;

/** The body of a request as it comes; raises when more comes than a call may carry. */
export async function* limitedBody(request: IncomingMessage, tooLarge: () => Error): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw tooLarge();
    yield chunk;
  }
}
