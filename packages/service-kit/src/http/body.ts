import type { IncomingMessage } from 'node:http';
import { TouchlineError } from '@touchline/api/errors';
import type { Context } from 'koa';

const MAX_BODY_BYTES = 32 * 1024;

interface ReadOptions {
  /** Default: 32 kB. */
  maxBytes?: number;
  /** Time limit for the complete body; default: the one of the server. */
  timeoutMs?: number;
}

/**
 * Reads the complete body into memory.
 * @throws TouchlineError BODY_TOO_LARGE; REQUEST_TIMEOUT when it has not arrived within `timeoutMs`; VALIDATION_FAILED when the
 * client closes the connection first
 */
export async function readBytes(
  request: IncomingMessage,
  { maxBytes = MAX_BODY_BYTES, timeoutMs }: ReadOptions = {},
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => end(tooSlow()), timeoutMs);
    const end = (error?: Error) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', end).off('close', onBroken).off('error', onBroken);
      request.resume(); // discards the rest
      if (error) reject(error);
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return end(tooLarge(maxBytes));
      chunks.push(chunk);
    };
    const onBroken = (cause?: Error) => end(incomplete(cause));
    request.on('data', onData).once('end', end).once('close', onBroken).once('error', onBroken);
  });
}

/**
 * Parses the JSON body, an object or an array; an empty object without a body. `ctx.state.maxBodyBytes` raises the limit for
 * authorised uploads.
 * @throws TouchlineError UNSUPPORTED_MEDIA_TYPE (not uncompressed UTF-8 JSON), BODY_TOO_LARGE, VALIDATION_FAILED (not JSON)
 */
export async function readBody(ctx: Context): Promise<object> {
  if (!hasBody(ctx.req)) return {};
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = ctx.req.headers;
  if (!JSON_TYPE.test(type) || encoding !== 'identity')
    throw new TouchlineError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be uncompressed JSON in UTF-8 (Content-Type: application/json).',
    );
  const bytes = await readBytes(ctx.req, { maxBytes: ctx.state.maxBodyBytes });
  try {
    return parseJson(bytes);
  } catch (cause) {
    throw new TouchlineError('VALIDATION_FAILED', 'The body is not valid JSON.', {
      cause,
      details: [{ path: '', message: 'is not a JSON object' }],
    });
  }
}

/** Returns whether the headers of a request announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const JSON_TYPE = /^application\/json *(; *charset="?utf-8"? *)?$/i;

/** @throws Error for text that is not UTF-8 */
function parseJson(bytes: Buffer): object {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  // Only these texts can contain a `__proto__` key, which would set the prototype of an object.
  const isSuspect = text.includes('__proto__') || text.includes('\\u');
  const value: unknown = JSON.parse(text, isSuspect ? rejectPrototypeKeys : undefined);
  if (typeof value !== 'object' || value === null) throw new SyntaxError('neither an object nor an array');
  return value;
}

function rejectPrototypeKeys(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('forbidden key');
  return value;
}

const tooLarge = (maxBytes: number) =>
  new TouchlineError('BODY_TOO_LARGE', `The request body is larger than ${maxBytes / 1024} kB.`);

const tooSlow = () =>
  new TouchlineError('REQUEST_TIMEOUT', 'The request body took too long to arrive. Try again.');

const incomplete = (cause?: Error) =>
  new TouchlineError('VALIDATION_FAILED', 'The request body is incomplete.', { cause });
