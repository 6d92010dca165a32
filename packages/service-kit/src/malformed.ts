import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, TouchlineError } from '@touchline/api/errors';
import { failureBody } from './errors.ts';

const REFUSALS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The address or the headers of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
};

/** Answers what never becomes a request, because it is not HTTP or too large, in the envelope like everything else. */
export function refuseMalformed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [code, message] = REFUSALS[error.code ?? ''] ?? ['VALIDATION_FAILED', 'The request is not HTTP.'];
    const details = code === 'VALIDATION_FAILED' ? [{ path: '', message: 'cannot be read' }] : [];
    const refusal = new TouchlineError(code, message, { details });
    const body = JSON.stringify(failureBody(refusal, randomUUID()));
    socket.end(
      [
        `HTTP/1.1 ${refusal.status} Refused`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}
