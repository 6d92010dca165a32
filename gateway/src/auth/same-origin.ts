import type { IncomingHttpHeaders } from 'node:http';
import { TouchlineError } from '@touchline/api/errors';

/**
 * Refuses a call that uses cookies unless our own page (or a program without an Origin) makes it: JSON or no body, our own
 * Origin, and not what the browser itself calls cross-site. Raises FORBIDDEN or UNSUPPORTED_MEDIA_TYPE.
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, publicUrl: URL): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== undefined && type !== 'application/json')
    throw new TouchlineError('UNSUPPORTED_MEDIA_TYPE', 'Send this call as application/json.');
  const foreign = headers.origin !== undefined && headers.origin !== publicUrl.origin;
  const site = headers['sec-fetch-site'];
  if (foreign || site === 'cross-site' || site === 'same-site')
    throw new TouchlineError('FORBIDDEN', 'This call is only for our own pages.');
}
