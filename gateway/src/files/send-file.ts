import type { Context } from 'koa';
import { contentType } from './content-types.ts';
import type { EncodedFiles } from './encodings.ts';
import type { FoundFile } from './find-file.ts';

/** A name with a content hash in it never means anything else again. */
const HASHED = /[.-][0-9a-f]{8,}\./;

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Answers with a file: hashed names may be kept for ever, others are asked for again by ETag. */
export async function sendFile(
  ctx: Context,
  files: EncodedFiles,
  file: FoundFile,
  cacheControl = HASHED.test(file.path.slice(file.path.lastIndexOf('/'))) ? IMMUTABLE : REVALIDATE,
): Promise<void> {
  const { encoding, body } = await files.read(file, ctx.get('accept-encoding'));
  ctx.set('Cache-Control', cacheControl);
  ctx.vary('Accept-Encoding');
  ctx.set(
    'ETag',
    `"${file.stats.size.toString(36)}-${Math.floor(file.stats.mtimeMs).toString(36)}-${encoding}"`,
  );
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = body;
  ctx.type = contentType(file.path);
}
