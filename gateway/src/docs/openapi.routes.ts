import { createHash } from 'node:crypto';
import { OPENAPI_PATH } from '@touchline/api/http/documents';
import { createOpenApiDocument } from '@touchline/api/openapi-document';
import { plainRoute, type Routes, setEtag } from '@touchline/service-kit/http/route';

/** Serves the OpenAPI document, generated on the first request. */
export function openApiRoutes(routes: Routes): void {
  let document: ReturnType<typeof generate> | undefined;
  plainRoute(routes, { path: OPENAPI_PATH }, async ({ ctx }) => {
    document ??= generate();
    ctx.set('Cache-Control', 'public, no-cache');
    ctx.vary('Accept-Encoding');
    if (!setEtag(ctx, document.etag)) return;
    ctx.type = 'json';
    ctx.body = document.text;
  });
}

function generate() {
  const text = JSON.stringify(createOpenApiDocument());
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  return { text, etag: `W/"${hash}"` };
}
