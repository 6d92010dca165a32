import type { IncomingHttpHeaders } from 'node:http';

/** What a service is told of a request. Everything else stays here: cookies, hop headers, and any x- header of a client. */
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

/** What a client is told of a service's answer. */
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
