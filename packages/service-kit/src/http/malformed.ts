import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, TouchlineError } from '@touchline/api/errors';
import type { Context, Next } from 'koa';
import { buildFailureBody } from './errors.ts';

const PARSER_ERRORS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The URL or the headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
};

const DEFAULT_HEADERS = { 'X-Content-Type-Options': 'nosniff' };

/**
 * Responds to malformed input (not HTTP, or too large) with the failure envelope instead of Node's bare 400. `headers` are
 * added to the response.
 */
export function rejectMalformed(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [code, message] = PARSER_ERRORS[error.code ?? ''] ?? [
      'VALIDATION_FAILED',
      'The request is not valid HTTP.',
    ];
    const details = code === 'VALIDATION_FAILED' ? [{ path: '', message: 'cannot be read' }] : [];
    const failure = new TouchlineError(code, message, { details });
    const body = JSON.stringify(buildFailureBody(failure, randomUUID()));
    socket.end(
      [
        `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        ...Object.entries({ ...DEFAULT_HEADERS, ...headers }).map(([name, value]) => `${name}: ${value}`),
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}

/**
 * Reduces the request target to a path. An absolute URL (RFC 9112, 3.2.2, as sent to proxies) becomes its path. Any other
 * target (`*`, `foo://bar`, `http://[`) raises VALIDATION_FAILED, because Koa cannot parse it.
 */
export function normaliseTarget(ctx: Context, next: Next) {
  const target = ctx.req.url ?? '';
  if (target.startsWith('/')) return next();
  const isUrl = /^https?:/i.test(target) && URL.canParse(target);
  // The path is logged later, so it must be parsable.
  ctx.req.url = isUrl ? toPath(new URL(target)) : '/';
  if (isUrl) return next();
  throw new TouchlineError('VALIDATION_FAILED', 'The request target is not a path.', {
    details: [{ path: '', message: 'must start with a slash' }],
  });
}

const toPath = ({ pathname, search }: URL) => pathname + search;
