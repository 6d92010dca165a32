import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { remoteDescription } from '@touchline/api/http/remotes';
import { digestOf } from '../files/file-digests.ts';
import { firstFiles, remoteManifest } from './manifest.ts';
import type { RemoteVersion } from './remotes.store.ts';

/** The names and versions that may appear in a path. */
export const REMOTE_NAME = /^mf-[a-z0-9-]{1,60}$/;
export const REMOTE_VERSION = /^\d[0-9A-Za-z.+-]{0,80}$/;

/** Name of a folder that is still being copied. */
const UNFINISHED = /\.part$/;

export interface FolderVersion extends RemoteVersion {
  /** When the folder was made, epoch ms. */
  madeAt: number;
}

export interface FolderReport {
  versions: FolderVersion[];
  refused: RefusedFolder[];
}

/** A folder that holds no valid remote. */
export interface RefusedFolder {
  name: string;
  version: string;
  reason: string;
}

/** Reads the folder of published remotes: `<name>/<version>/` with remote.json and mf-manifest.json. */
export async function readPublished(folder: string): Promise<FolderReport> {
  const report: FolderReport = { versions: [], refused: [] };
  for (const name of (await namesIn(folder)).filter((entry) => REMOTE_NAME.test(entry)))
    for (const version of await namesIn(join(folder, name))) {
      if (UNFINISHED.test(version) || !REMOTE_VERSION.test(version)) continue;
      const path = join(folder, name, version);
      await readVersion(path, name, version).then(
        (found) => report.versions.push(found),
        (error: unknown) => report.refused.push({ name, version, reason: reasonOf(error, path) }),
      );
    }
  return report;
}

async function readVersion(path: string, name: string, version: string): Promise<FolderVersion> {
  const description = remoteDescription.parse(JSON.parse(await readFile(join(path, 'remote.json'), 'utf8')));
  if (description.name !== name) throw new Error(`remote.json is about ${description.name}`);
  const files = await digestsIn(path);
  const integrity = files['mf-manifest.json'];
  if (integrity === undefined) throw new Error('mf-manifest.json is missing');
  const { mtimeMs } = await stat(path);
  const manifest = remoteManifest.safeParse(
    JSON.parse(await readFile(join(path, 'mf-manifest.json'), 'utf8')),
  );
  const assets = manifest.success ? firstFiles(manifest.data).filter((file) => file in files) : [];
  return { name, version, routes: description.routes, integrity, files, assets, madeAt: mtimeMs };
}

async function digestsIn(folder: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) digests[relative(folder, path)] = await digestOf(path);
  }
  return digests;
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** The sentence of an error, without where the folder is on this machine. */
const reasonOf = (error: unknown, path: string) =>
  (error instanceof Error ? error.message : String(error)).replaceAll(`${path}/`, '').slice(0, 500);
