import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { DOCS_PATH, OPENAPI_PATH } from '@touchline/api/http/documents';
import { methodNotAllowedError, notFoundError } from '@touchline/service-kit/http/errors';
import { API_PREFIX } from '@touchline/service-kit/http/route';
import type { Context } from 'koa';
import type { EncodedFiles } from '../files/encoded-files.ts';
import { findFile } from '../files/find-file.ts';
import { sendFile } from '../files/send-file.ts';
import { PAGE_HEADERS } from '../headers/security-headers.ts';

const PAGE = API_PREFIX + DOCS_PATH;
const FILES = new Set(['swagger-ui.css', 'swagger-ui-bundle.js']);
const START = 'start.js';

/** Allows Swagger UI from our own origin only. It embeds its icons as data: URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Touchline API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${PAGE}/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="${PAGE}/swagger-ui-bundle.js"></script>
<script src="${PAGE}/${START}"></script>
</body>
</html>
`;

/** A separate file because the policy forbids inline scripts. The page is read-only and cannot send requests. */
const START_SCRIPT = `SwaggerUIBundle(${JSON.stringify({
  url: API_PREFIX + OPENAPI_PATH,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  validatorUrl: null,
})});
document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
`;

/** Serves Swagger UI at /api/docs and its files below. */
export function docsPage(files: EncodedFiles) {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui.css'));
  return async (ctx: Context): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowedError();
    ctx.state.route = DOCS_PATH;
    const name = ctx.path.slice(PAGE.length + 1);
    ctx.set('Cache-Control', 'no-cache');
    if (name === '') {
      ctx.set({ ...PAGE_HEADERS, 'Content-Security-Policy': POLICY });
      ctx.type = 'html';
      ctx.body = HTML;
      return;
    }
    if (name === START) {
      ctx.type = 'js';
      ctx.body = START_SCRIPT;
      return;
    }
    const file = FILES.has(name) ? await findFile(folder, name) : null;
    if (!file) throw notFoundError();
    await sendFile(ctx, files, file);
  };
}
