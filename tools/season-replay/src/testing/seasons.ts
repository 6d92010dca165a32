import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SeasonArchive } from '../archive/archive.ts';
import { DEMO_SEASON, readArchive } from '../archive/archive-reader.ts';

const PROJECT = join(import.meta.dirname, '../../../..');
/** A recorded season next to the repository. Tests that need it are skipped if it is missing. */
const RECORDED = join(dirname(PROJECT), 'shared/fpl-archive/2024-25');

/** Loads the demo season, and the recorded season if it exists. */
export async function loadTestSeasons(): Promise<{ name: string; archive: SeasonArchive }[]> {
  const demo = { name: 'demo season', archive: await readArchive(DEMO_SEASON) };
  if (!existsSync(RECORDED)) return [demo];
  return [demo, { name: 'season 2024-25', archive: await readArchive(RECORDED) }];
}

/** Returns the folder of the recorded season; null if it is missing. */
export function findRecordedSeason(): string | null {
  return existsSync(RECORDED) ? RECORDED : null;
}
