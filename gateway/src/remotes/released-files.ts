import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { CheckedRelease } from '@touchline/api/release-check';
import { computeDigest } from '../files/file-digests.ts';

export type ReleasedFiles = ReadonlyMap<string, Buffer>;

const BINARY = new Set(['.png', '.jpg', '.webp', '.woff2', '.gz', '.br']);
const MEASURED = new Set(['.js', '.css']);
/** End of the names of folders that are being written. No version ends with it. */
const PART = '.part';
/** Such a folder is complete within seconds. */
const UNFINISHED_MS = 3_600_000;
/** Fast; the size is close to the size that browsers download. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Computes the digest of each file by path. */
export const computeDigests = (files: ReleasedFiles): Record<string, string> =>
  Object.fromEntries([...files].map(([path, content]) => [path, computeDigest(content)]));

/** Converts the files to the input of `findReleaseProblems`. */
export async function buildCheckedRelease(name: string, files: ReleasedFiles): Promise<CheckedRelease> {
  let compressed = 0;
  for (const [path, content] of files)
    if (MEASURED.has(extname(path))) compressed += (await promisify(brotliCompress)(content, QUALITY)).length;
  const texts = [...files].filter(([path]) => !BINARY.has(extname(path)));
  return {
    name,
    paths: [...files.keys()],
    texts: new Map(texts.map(([path, content]) => [path, content.toString('utf8')])),
    compressed,
  };
}

/** Writes the files to `folder`/name/version atomically. They are not served before the version is registered. */
export async function storeFiles(
  folder: string,
  name: string,
  version: string,
  files: ReleasedFiles,
): Promise<void> {
  const target = join(folder, name, version);
  const temporary = `${target}.${process.pid}.${Date.now()}${PART}`;
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(temporary, path)), { recursive: true });
      await writeFile(join(temporary, path), content);
    }
    // Removes the remains of a publication that was interrupted before its registration.
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** Reports whether the folder contains all of these files, unchanged. */
export async function areStored(
  folder: string,
  name: string,
  version: string,
  files: ReleasedFiles,
): Promise<boolean> {
  const isStored = ([path, content]: [string, Buffer]) =>
    readFile(join(folder, name, version, path)).then(
      (stored) => stored.equals(content),
      () => false,
    );
  return (await Promise.all([...files].map(isStored))).every(Boolean);
}

/** Deletes the files of a version, if there are any. */
export const deleteFiles = (folder: string, name: string, version: string) =>
  rm(join(folder, name, version), { recursive: true, force: true });

/** Deletes folders of a remote that a killed gateway was writing. @param now epoch ms */
export async function deleteUnfinished(folder: string, name: string, now: number): Promise<void> {
  const found = await readdir(join(folder, name)).catch(() => []);
  for (const path of found.filter((file) => file.endsWith(PART)).map((file) => join(folder, name, file))) {
    const begun = await stat(path).catch(() => null);
    if (begun && begun.mtimeMs < now - UNFINISHED_MS) await rm(path, { recursive: true, force: true });
  }
}
