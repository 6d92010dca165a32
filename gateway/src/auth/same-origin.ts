import type { IncomingHttpHeaders } from 'node:http';
import { TouchlineError } from '@touchline/api/errors';

/**
 * Protects endpoints that use cookies from cross-site requests: a body must be JSON, Origin must be ours and Sec-Fetch-Site
 * must not indicate another site. Programs that send neither header are allowed.
 * @throws TouchlineError FORBIDDEN, UNSUPPORTED_MEDIA_TYPE
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, publicUrl: URL): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== undefined && type !== 'application/json')
    throw new TouchlineError('UNSUPPORTED_MEDIA_TYPE', 'The request body must be application/json.');
  const foreign = headers.origin !== undefined && headers.origin !== publicUrl.origin;
  const site = headers['sec-fetch-site'];
  if (foreign || site === 'cross-site' || site === 'same-site')
    throw new TouchlineError('FORBIDDEN', 'This endpoint only accepts requests from pages of this site.');
}
