import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { CheckedRelease } from '@touchline/api/release-check';

export type ReleasedFiles = ReadonlyMap<string, Buffer>;

const BINARY = new Set(['.png', '.jpg', '.webp', '.woff2', '.gz', '.br']);
const WEIGHED = new Set(['.js', '.css']);
/** Quick, and within a few percent of what browsers get. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export const computeDigests = (files: ReleasedFiles): Record<string, string> =>
  Object.fromEntries(
    [...files].map(([path, content]) => [
      path,
      `sha384-${createHash('sha384').update(content).digest('base64')}`,
    ]),
  );

/** The files as `releaseProblems` reads them. */
export async function buildCheckedRelease(name: string, files: ReleasedFiles): Promise<CheckedRelease> {
  let compressed = 0;
  for (const [path, content] of files)
    if (WEIGHED.has(extname(path))) compressed += (await promisify(brotliCompress)(content, QUALITY)).length;
  const texts = [...files].filter(([path]) => !BINARY.has(extname(path)));
  return {
    name,
    paths: [...files.keys()],
    texts: new Map(texts.map(([path, content]) => [path, content.toString('utf8')])),
    compressed,
  };
}

/** Writes the files to `folder`/name/version: all of them or none. Nothing is served before the version is registered. */
export async function storeFiles(
  folder: string,
  name: string,
  version: string,
  files: ReleasedFiles,
): Promise<void> {
  const to = join(folder, name, version);
  const part = `${to}.${process.pid}.${Date.now()}.part`;
  for (const [path, content] of files) {
    await mkdir(dirname(join(part, path)), { recursive: true });
    await writeFile(join(part, path), content);
  }
  // Left over from a publication that was interrupted before it was registered.
  await rm(to, { recursive: true, force: true });
  await rename(part, to);
}

export const deleteFiles = (folder: string, name: string, version: string) =>
  rm(join(folder, name, version), { recursive: true, force: true });
