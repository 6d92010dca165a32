import { extname } from 'node:path';
import { chooseEncoding, compress, type Encoding } from '@touchline/service-kit/http/encoding';
import { setEtag } from '@touchline/service-kit/http/route';
import type { ServerResponseWithDefaults } from '@touchline/service-kit/http/server-response';
import compressible from 'compressible';
import type { Context } from 'koa';
import { DOCUMENT_HEADERS } from '../headers/security-headers.ts';
import type { EncodedFiles, TrustCheck } from './encoded-files.ts';
import { type FoundFile, isHashed } from './find-file.ts';

/** Cache-Control for files that never change at their address. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
const MIN_COMPRESSED_BYTES = 1024;
/** Types that browsers never display as a document; excludes SVG. */
const SUBRESOURCE_TYPES = /^(text\/(javascript|css)|font\/\w+|image\/png)$/;

interface SendOptions {
  cacheControl?: string;
  /** Checks a compressed file next to the original. */
  isTrusted?: TrustCheck;
}

/** Sends a file: immutable if its name has a content hash, otherwise revalidated by ETag on each request. */
export async function sendFile(
  ctx: Context,
  files: EncodedFiles,
  file: FoundFile,
  { cacheControl = isHashed(file.path) ? IMMUTABLE : REVALIDATE, isTrusted }: SendOptions = {},
): Promise<void> {
  setType(ctx, file.path);
  const { size, mtimeMs } = file.stats;
  const encoding = chooseFileEncoding(ctx, size);
  ctx.set('Cache-Control', cacheControl);
  ctx.vary('Accept-Encoding');
  if (!setEtag(ctx, `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}-${encoding}"`)) return;
  ctx.body = await files.read(file, encoding, isTrusted);
  if (encoding === 'identity') ctx.length = size;
  else ctx.set('Content-Encoding', encoding);
}

/** Sends the content of a file that never changes at its address. */
export async function sendContent(ctx: Context, path: string, content: Buffer): Promise<void> {
  setType(ctx, path);
  ctx.set('Cache-Control', IMMUTABLE);
  await sendEncoded(ctx, content);
}

/** Sends a body of the response's type, compressed for this request. */
export async function sendEncoded(ctx: Context, content: Buffer): Promise<void> {
  ctx.vary('Accept-Encoding');
  const encoding = chooseFileEncoding(ctx, content.length);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = encoding === 'identity' ? content : await compress[encoding](content);
}

function setType(ctx: Context, path: string): void {
  ctx.type = extname(path);
  if (SUBRESOURCE_TYPES.test(ctx.response.type))
    (ctx.res as ServerResponseWithDefaults).omitDefaults(DOCUMENT_HEADERS);
}

/** Chooses the encoding for a body of this size and type. */
export function chooseFileEncoding(ctx: Context, size: number): Encoding {
  if (size < MIN_COMPRESSED_BYTES || !compressible(ctx.response.type)) return 'identity';
  return chooseEncoding(ctx);
}
