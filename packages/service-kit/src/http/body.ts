import type { IncomingMessage } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import { TouchlineError } from '@touchline/api/errors';
import type { Context } from 'koa';

/** Default limit of a request body. */
export const BODY_LIMIT = '32kb';
const BODY_LIMIT_BYTES = 32 * 1024;

const createParser = (jsonLimit: string) =>
  bodyParser({
    enableTypes: ['json'],
    jsonLimit,
    jsonStrict: true,
    onError: (error) => {
      throw toTouchlineError(error, jsonLimit);
    },
  });
const parse = createParser(BODY_LIMIT);

/**
 * Parses the JSON body; an empty object without a body. `ctx.state.bodyLimit` raises the limit for authorised uploads.
 * @throws TouchlineError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, VALIDATION_FAILED (not JSON)
 */
export async function readBody(ctx: Context): Promise<object> {
  if (!hasBody(ctx)) return {};
  if (isPlain(ctx)) return readPlainBody(ctx.req);
  if (!ctx.is('application/json'))
    throw new TouchlineError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON (Content-Type: application/json).',
    );
  const { bodyLimit } = ctx.state;
  await (typeof bodyLimit === 'string' ? createParser(bodyLimit) : parse)(ctx, async () => {});
  return (ctx.request.body ?? {}) as object; // jsonStrict: an object or an array
}

const PLAIN_TYPES = new Set(['application/json', 'application/json; charset=utf-8']);

/** Detects the common case: uncompressed UTF-8 JSON of a known length within the limit. */
function isPlain({ req: { headers }, state }: Context): boolean {
  if (headers['content-encoding'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  const type = headers['content-type'];
  if (type === undefined || !PLAIN_TYPES.has(type) || state.bodyLimit !== undefined) return false;
  return Number(headers['content-length']) <= BODY_LIMIT_BYTES;
}

/** Fast path for plain JSON; same results and errors as the general parser. */
async function readPlainBody(request: IncomingMessage): Promise<object> {
  try {
    return parseText(await readText(request));
  } catch (error) {
    throw toTouchlineError(error as Error, BODY_LIMIT);
  }
}

function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('request aborted'));
    });
  });
}

const BYTE_ORDER_MARK = '\ufeff';
const OBJECT_OR_ARRAY = /^[ \t\n\r]*[{[]/;

function parseText(text: string): object {
  const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  if (!OBJECT_OR_ARRAY.test(json)) throw new SyntaxError('neither an object nor an array');
  // Only these texts can contain a `__proto__` key, which would set the prototype of an object.
  const isSuspect = json.includes('__proto__') || json.includes('\\u');
  return JSON.parse(json, isSuspect ? rejectPrototypeKeys : undefined);
}

function rejectPrototypeKeys(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('forbidden key');
  return value;
}

function hasBody(ctx: Context): boolean {
  return ctx.get('transfer-encoding') !== '' || (ctx.request.length ?? 0) > 0;
}

function toTouchlineError(error: Error, limit: string): TouchlineError {
  const status = 'status' in error ? error.status : undefined;
  if (status === 413)
    return new TouchlineError('BODY_TOO_LARGE', `The body is larger than ${limit}.`, { cause: error });
  if (status === 415)
    return new TouchlineError('UNSUPPORTED_MEDIA_TYPE', 'The body has an encoding that is not supported.', {
      cause: error,
    });
  return new TouchlineError('VALIDATION_FAILED', 'The body is not valid JSON.', {
    cause: error,
    details: [{ path: '', message: 'is not a JSON object' }],
  });
}
