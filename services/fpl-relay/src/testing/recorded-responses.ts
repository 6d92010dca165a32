import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FeedScript } from './feed-script.ts';

const PROJECT = join(import.meta.dirname, '../../../..');
/** Responses of the FPL API in a folder next to the repository, one folder per snapshot. Tests are skipped without it. */
const RECORDED = join(dirname(PROJECT), 'shared/fpl-answers');

export const hasRecordedResponses = existsSync(RECORDED);

/** Reads the responses of the FPL API in a snapshot, e.g. `2025-end`. */
export function readRecordedResponses(snapshot: string): FeedScript {
  const read = (path: string) => {
    const file = join(RECORDED, snapshot, `${path}.json.gz`);
    return existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) : undefined;
  };
  const gameweeks = Array.from({ length: 38 }, (_, index) => index + 1);
  const live = gameweeks.flatMap((gameweek) => {
    const response: unknown = read(`event/${gameweek}/live`);
    return response === undefined ? [] : [[gameweek, response] as const];
  });
  const { events, teams, elements } = read('bootstrap-static');
  return { events, teams, elements, fixtures: read('fixtures'), live: new Map(live) };
}
