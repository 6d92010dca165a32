import { describe, expect, it } from 'vitest';
import { openMatchBook } from '../matches/book.ts';
import { computeInstant } from '../matches/season-instant.ts';
import { computePace } from '../season/calendar.ts';
import { planSeason } from '../season/plan.ts';
import { loadTestSeasons } from '../testing/seasons.ts';
import { type FixtureStat, openFixtureStats } from './fixture-stats.ts';

/** Sorts equal values by id, because the archives order them differently. */
function sortStats(stats: FixtureStat[]): FixtureStat[] {
  const side = (lines: FixtureStat['a']) =>
    [...lines].sort((a, b) => b.value - a.value || a.element - b.element);
  return stats.map(({ identifier, a, h }) => ({ identifier, a: side(a), h: side(h) }));
}

/** Parses `stats`, a Python literal of names and numbers in the archives. Lines of managers are dropped. */
function parseLiteral(text: string | undefined): FixtureStat[] {
  const lines = JSON.parse((text ?? '[]').replaceAll("'", '"')) as FixtureStat[];
  return lines.filter((line) => !line.identifier.startsWith('mng_'));
}

describe.each(await loadTestSeasons())('$name', ({ archive }) => {
  it('season ends with exactly the fixture stats of its files', () => {
    const plan = planSeason(archive, 0, 0, () => computePace(30));
    const end = computeInstant(plan, plan.end - 1, plan.end - 1);
    const stats = openFixtureStats(archive, openMatchBook(archive));
    for (const fixture of archive.fixtures) {
      const { code, csv } = fixture;
      expect({ code, stats: stats.get(fixture, end) }).toEqual({
        code,
        stats: sortStats(parseLiteral(csv.stats)),
      });
    }
  });
});
