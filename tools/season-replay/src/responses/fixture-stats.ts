import type { ArchiveFixture, SeasonArchive } from '../archive/archive.ts';
import type { MatchBook } from '../matches/book.ts';
import type { SeasonInstant } from '../matches/season-instant.ts';

/** Players with a non-zero value of one statistic, by side, highest value first. */
export interface FixtureStat {
  identifier: string;
  a: { value: number; element: number }[];
  h: { value: number; element: number }[];
}

export interface FixtureStats {
  get(fixture: ArchiveFixture, instant: SeasonInstant): FixtureStat[];
}

const IDENTIFIERS = [
  'goals_scored',
  'assists',
  'own_goals',
  'penalties_saved',
  'penalties_missed',
  'yellow_cards',
  'red_cards',
  'saves',
  'bonus',
  'bps',
];

/** Builds the `stats` of started fixtures. They are cached once the match is confirmed. */
export function openFixtureStats(archive: SeasonArchive, book: MatchBook): FixtureStats {
  const extra = archive.extraStats.filter((name) => name === 'defensive_contribution');
  const identifiers = [...IDENTIFIERS, ...extra];
  const confirmed = new Map<number, FixtureStat[]>();
  return {
    get(fixture, instant) {
      const final = instant.progress(fixture).stage === 'confirmed';
      const cached = final ? confirmed.get(fixture.id) : undefined;
      if (cached !== undefined) return cached;
      const stats = identifiers.map((identifier) => buildStat(identifier, fixture, book, instant));
      if (final) confirmed.set(fixture.id, stats);
      return stats;
    },
  };
}

function buildStat(
  identifier: string,
  fixture: ArchiveFixture,
  book: MatchBook,
  instant: SeasonInstant,
): FixtureStat {
  const stat: FixtureStat = { identifier, a: [], h: [] };
  for (const row of fixture.rows) {
    const value = book.state(row, instant).stats[identifier] ?? 0;
    if (value !== 0) stat[row.home ? 'h' : 'a'].push({ value, element: row.player.id });
  }
  for (const side of [stat.a, stat.h]) side.sort((a, b) => b.value - a.value || a.element - b.element);
  return stat;
}
