import { describe, expect, it } from 'vitest';
import { openMatchBook } from '../matches/book.ts';
import { momentAt } from '../matches/season-instant.ts';
import { paceOf } from '../season/calendar.ts';
import { planSeason } from '../season/plan.ts';
import { testSeasons } from '../testing/seasons.ts';
import { type FixtureStat, openFixtureStats } from './fixture-stats.ts';

/** Equals come in an order of their own in the archives; here by id. */
function ordered(stats: FixtureStat[]): FixtureStat[] {
  const side = (lines: FixtureStat['a']) =>
    [...lines].sort((a, b) => b.value - a.value || a.element - b.element);
  return stats.map(({ identifier, a, h }) => ({ identifier, a: side(a), h: side(h) }));
}

/** The archives keep `stats` as a Python literal of names and numbers; managers' lines are not ours. */
function literal(text: string | undefined): FixtureStat[] {
  const lines = JSON.parse((text ?? '[]').replaceAll("'", '"')) as FixtureStat[];
  return lines.filter((line) => !line.identifier.startsWith('mng_'));
}

describe.each(await testSeasons())('the $name', ({ archive }) => {
  it('ends with exactly the fixture stats of its files', () => {
    const plan = planSeason(archive, 0, 0, () => paceOf(30));
    const end = momentAt(plan, plan.end - 1, plan.end - 1);
    const stats = openFixtureStats(archive, openMatchBook(archive));
    for (const fixture of archive.fixtures) {
      const { code, csv } = fixture;
      expect({ code, stats: stats.of(fixture, end) }).toEqual({ code, stats: ordered(literal(csv.stats)) });
    }
  });
});
