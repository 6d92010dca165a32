import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FeedScript } from './feed-script.ts';

const PROJECT = join(import.meta.dirname, '../../../..');
/** Answers of the FPL API, a folder per moment, beside the repository; tests that need them are skipped without them. */
const RECORDED = join(dirname(PROJECT), 'shared/fpl-answers');

export const hasRecordedAnswers = existsSync(RECORDED);

/** The answers that the FPL API gave at a moment, e.g. `2025-end`. */
export function recordedAnswers(moment: string): FeedScript {
  const read = (path: string) => {
    const file = join(RECORDED, moment, `${path}.json.gz`);
    return existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) : undefined;
  };
  const gameweeks = Array.from({ length: 38 }, (_, index) => index + 1);
  const live = gameweeks.flatMap((gameweek) => {
    const answer: unknown = read(`event/${gameweek}/live`);
    return answer === undefined ? [] : [[gameweek, answer] as const];
  });
  const { events, teams, elements } = read('bootstrap-static');
  return { events, teams, elements, fixtures: read('fixtures'), live: new Map(live) };
}
