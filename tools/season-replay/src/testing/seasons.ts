import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SeasonArchive } from '../archive/archive.ts';
import { DEMO_SEASON, readArchive } from '../archive/archive-reader.ts';

const PROJECT = join(import.meta.dirname, '../../../..');
/** A recorded season beside the repository; tests that need it are skipped where it is missing. */
const RECORDED = join(dirname(PROJECT), 'shared/fpl-archive/2024-25');

/** The seasons to test with: the demo season, and the recorded one if it is there. */
export async function testSeasons(): Promise<{ name: string; archive: SeasonArchive }[]> {
  const demo = { name: 'demo season', archive: await readArchive(DEMO_SEASON) };
  if (!existsSync(RECORDED)) return [demo];
  return [demo, { name: 'season 2024-25', archive: await readArchive(RECORDED) }];
}

export function recordedSeasonDir(): string | null {
  return existsSync(RECORDED) ? RECORDED : null;
}
