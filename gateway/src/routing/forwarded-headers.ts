import type { IncomingHttpHeaders } from 'node:http';

/** Request headers that reach a service. Cookies, hop-by-hop headers and any x- header of the client do not. */
const REQUEST_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'content-length',
  'if-match',
  'if-none-match',
] as const;

/** Headers of a service that reach the client. */
const ANSWER_HEADERS = [
  'allow',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'retry-after',
  'vary',
] as const;

export function forwardedRequestHeaders(
  headers: IncomingHttpHeaders,
  requestId: string,
): Record<string, string> {
  return { ...pick(headers, REQUEST_HEADERS), 'x-request-id': requestId };
}

export function forwardedAnswerHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return pick(headers, ANSWER_HEADERS);
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}
