import type { IncomingHttpHeaders } from 'node:http';

/** Names and values by turns: objects with so many shapes are slow. */
export type HeaderList = string[];

/** Request headers that reach a service. Cookies, hop-by-hop headers and any x- header of the client do not. */
const REQUEST_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'if-match',
  'if-none-match',
] as const;

/** The length is that of the body as it has arrived. */
const REQUEST_HEADERS_WITH_BODY = [...REQUEST_HEADERS, 'content-type'] as const;

/** Headers of a service that reach the client. */
const RESPONSE_HEADERS = [
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

/** Without those that describe a body, unless there is one. */
export const pickRequestHeaders = (headers: IncomingHttpHeaders, hasBody: boolean): HeaderList =>
  pick(headers, hasBody ? REQUEST_HEADERS_WITH_BODY : REQUEST_HEADERS);

export const pickResponseHeaders = (headers: IncomingHttpHeaders): HeaderList =>
  pick(headers, RESPONSE_HEADERS);

function pick(headers: IncomingHttpHeaders, names: readonly string[]): HeaderList {
  const picked: HeaderList = [];
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked.push(name, value);
  }
  return picked;
}
