import type { IncomingHttpHeaders } from 'node:http';

/** Alternating names and values, which is faster than objects of many shapes. */
export type HeaderList = string[];

/** Request headers forwarded to services. Cookies, hop-by-hop headers and x- headers of the client are dropped. */
const REQUEST_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'if-match',
  'if-none-match',
] as const;

/** Without content-length: undici sets it from the received body. */
const REQUEST_HEADERS_WITH_BODY = [...REQUEST_HEADERS, 'content-type'] as const;

/** Response headers forwarded to the client. */
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

/** Picks the forwarded headers; content-type only with a body. */
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
