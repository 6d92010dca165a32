import type { IncomingHttpHeaders } from 'node:http';
import { TouchlineError } from '@touchline/api/errors';

/**
 * Protects calls that use cookies from other sites: a body must be JSON, an Origin must be ours, and Sec-Fetch-Site must
 * not name another site. Programs that send neither header may call.
 * @throws TouchlineError FORBIDDEN, UNSUPPORTED_MEDIA_TYPE
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, publicUrl: URL): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== undefined && type !== 'application/json')
    throw new TouchlineError('UNSUPPORTED_MEDIA_TYPE', 'Send this call as application/json.');
  const foreign = headers.origin !== undefined && headers.origin !== publicUrl.origin;
  const site = headers['sec-fetch-site'];
  if (foreign || site === 'cross-site' || site === 'same-site')
    throw new TouchlineError('FORBIDDEN', 'This call is only available to pages of this site.');
}
