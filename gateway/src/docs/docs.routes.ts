import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ALL_ENDPOINTS, NAMED_SCHEMAS, PLAIN_CALLS } from '@touchline/api/all-endpoints';
import { DOCS_PATH, OPENAPI_PATH } from '@touchline/api/http/documents';
import { openApiDocument } from '@touchline/api/openapi/describe';
import type { Routes } from '@touchline/service-kit/route';
import type { Context } from 'koa';
import { docsPage } from './page.ts';
import { STYLE } from './style.ts';

const API_VERSION = '1.0.0';

/** The page's one style is named by its hash; it has no script and talks to nobody. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API document for programs and for people, both made when first asked for. */
export function docsRoutes({ router }: Routes): void {
  const document = once(() =>
    openApiDocument({ endpoints: ALL_ENDPOINTS, named: NAMED_SCHEMAS, plain: PLAIN_CALLS }, API_VERSION),
  );
  const program = once(() => answer('application/json', JSON.stringify(document())));
  const page = once(() => answer('text/html', docsPage(document())));
  router.get(OPENAPI_PATH, (ctx) => program()(ctx));
  router.get(DOCS_PATH, (ctx) => {
    ctx.set('Content-Security-Policy', PAGE_POLICY);
    return page()(ctx);
  });
}

function answer(type: string, text: string) {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`;
  const zipped = once(() => promisify(gzip)(text));
  return async (ctx: Context) => {
    ctx.state.route = ctx.path;
    ctx.status = 200;
    ctx.set({ 'Cache-Control': 'public, no-cache', ETag: etag });
    ctx.vary('Accept-Encoding');
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = `${type}; charset=utf-8`;
    if (ctx.acceptsEncodings('gzip') !== 'gzip') ctx.body = text;
    else {
      ctx.set('Content-Encoding', 'gzip');
      ctx.body = await zipped();
    }
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
