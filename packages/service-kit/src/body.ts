import { bodyParser } from '@koa/bodyparser';
import { TouchlineError } from '@touchline/api/errors';
import type { Context } from 'koa';

/** The largest request body of any endpoint. */
export const BODY_LIMIT = '32kb';

const parserFor = (jsonLimit: string) =>
  bodyParser({
    enableTypes: ['json'],
    jsonLimit,
    jsonStrict: true,
    onError: (error) => {
      throw translated(error, jsonLimit);
    },
  });
const parse = parserFor(BODY_LIMIT);

/**
 * The parsed JSON body, at most `ctx.state.bodyLimit` where the caller has earned more than others (an upload); an empty object when there is none.
 * @throws TouchlineError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, VALIDATION_FAILED (not JSON)
 */
export async function readBody(ctx: Context): Promise<object> {
  if (!hasBody(ctx)) return {};
  if (!ctx.is('application/json'))
    throw new TouchlineError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON (Content-Type: application/json).',
    );
  const { bodyLimit } = ctx.state;
  await (typeof bodyLimit === 'string' ? parserFor(bodyLimit) : parse)(ctx, async () => {});
  return (ctx.request.body ?? {}) as object; // jsonStrict: an object or an array
}

function hasBody(ctx: Context): boolean {
  return ctx.get('transfer-encoding') !== '' || (ctx.request.length ?? 0) > 0;
}

function translated(error: Error, limit: string): TouchlineError {
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
