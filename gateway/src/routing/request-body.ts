import type { IncomingMessage } from 'node:http';
import { TouchlineError } from '@touchline/api/errors';

const MAX_BODY_BYTES = 32 * 1024;

/**
 * Reads the complete body into memory, so that a slow client never occupies a connection to a service.
 * @throws TouchlineError BODY_TOO_LARGE; REQUEST_TIMEOUT when it has not arrived within `timeoutMs`
 */
export async function readRequestBody(request: IncomingMessage, timeoutMs: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(tooSlow()), timeoutMs);
    const end = (error?: Error) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', end).off('close', onClose).off('error', end);
      request.resume(); // discards the rest
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) return end(tooLarge());
      chunks.push(chunk);
    };
    const onClose = () => end(new Error('the client closed the connection'));
    request.on('data', onData).once('end', end).once('close', onClose).once('error', end);
  });
}

/** Returns whether the headers of a request announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const tooLarge = () =>
  new TouchlineError('BODY_TOO_LARGE', `The request body is larger than ${MAX_BODY_BYTES / 1024} kB.`);

const tooSlow = () =>
  new TouchlineError('REQUEST_TIMEOUT', 'The request body took too long to arrive. Try again.');
