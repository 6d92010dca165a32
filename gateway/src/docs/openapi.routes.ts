import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { OPENAPI_PATH } from '@touchline/api/http/documents';
import { createOpenApiDocument } from '@touchline/api/openapi-document';
import { plainRoute, type Routes, setEtag } from '@touchline/service-kit/http/route';

/** Serves the OpenAPI document, generated on the first request. */
export function openApiRoutes(routes: Routes): void {
  let document: ReturnType<typeof generate> | undefined;
  plainRoute(routes, { path: OPENAPI_PATH }, async ({ ctx }) => {
    document ??= generate();
    const { plain, gzipped, etag } = await document;
    ctx.set('Cache-Control', 'public, no-cache');
    ctx.vary('Accept-Encoding');
    if (!setEtag(ctx, etag)) return;
    const zip = ctx.acceptsEncodings('gzip') === 'gzip';
    if (zip) ctx.set('Content-Encoding', 'gzip');
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = zip ? gzipped : plain;
  });
}

async function generate() {
  const plain = JSON.stringify(createOpenApiDocument());
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 20);
  return { plain, gzipped: await promisify(gzip)(plain), etag: `W/"${hash}"` };
}
