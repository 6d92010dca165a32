import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, TouchlineError } from '@touchline/api/errors';
import type { Context, Next } from 'koa';
import { failureBody } from './errors.ts';

const PARSER_ERRORS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The URL or the headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
};

const ALWAYS = { 'X-Content-Type-Options': 'nosniff' };

/**
 * Answers input that never becomes a request (not HTTP, or too large) with the failure envelope instead of Node's bare
 * 400. `headers` are added to those answers.
 */
export function rejectMalformed(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [code, message] = PARSER_ERRORS[error.code ?? ''] ?? [
      'VALIDATION_FAILED',
      'The request is not valid HTTP.',
    ];
    const details = code === 'VALIDATION_FAILED' ? [{ path: '', message: 'cannot be read' }] : [];
    const refusal = new TouchlineError(code, message, { details });
    const body = JSON.stringify(failureBody(refusal, randomUUID()));
    socket.end(
      [
        `HTTP/1.1 ${refusal.status} Refused`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        ...Object.entries({ ...ALWAYS, ...headers }).map(([name, value]) => `${name}: ${value}`),
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}

/**
 * Reduces the request target to a path. An absolute URL (what clients send to a proxy; RFC 9112 3.2.2) becomes its
 * path; any other target that HTTP allows (`*`, `foo://bar`, `http://[`) raises VALIDATION_FAILED, because Koa cannot
 * parse it.
 */
export function normaliseTarget(ctx: Context, next: Next) {
  const target = ctx.req.url ?? '';
  if (target.startsWith('/')) return next();
  const isUrl = /^https?:/i.test(target) && URL.canParse(target);
  // The path is logged later and must be readable then.
  ctx.req.url = isUrl ? toPath(new URL(target)) : '/';
  if (isUrl) return next();
  throw new TouchlineError('VALIDATION_FAILED', 'The request target is not a path.', {
    details: [{ path: '', message: 'must begin with a slash' }],
  });
}

const toPath = ({ pathname, search }: URL) => pathname + search;
