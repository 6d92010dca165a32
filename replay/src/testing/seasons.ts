import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SeasonArchive } from '../archive/archive.ts';
import { readArchive } from '../archive/archive-reader.ts';
import { demoArchive } from '../demo-season/demo-season.ts';

/** The archive folder beside the project, where it is kept for tests; null elsewhere. */
const PROJECT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const RECORDED = join(dirname(PROJECT), 'shared/fpl-archive/2024-25');

/** The seasons to test with: the generated one always, the recorded one where it is at hand. */
export async function testSeasons(): Promise<{ name: string; archive: SeasonArchive }[]> {
  const demo = { name: 'demo season', archive: demoArchive() };
  if (!existsSync(RECORDED)) return [demo];
  return [demo, { name: 'season 2024-25', archive: await readArchive(RECORDED) }];
}

export function recordedSeasonDir(): string | null {
  return existsSync(RECORDED) ? RECORDED : null;
}
