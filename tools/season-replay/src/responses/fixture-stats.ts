import type { ArchiveFixture, SeasonArchive } from '../archive/archive.ts';
import type { MatchBook } from '../matches/book.ts';
import type { Moment } from '../matches/season-instant.ts';

/** The players behind a figure, by side: highest value first, without zeros. */
export interface FixtureStat {
  identifier: string;
  a: { value: number; element: number }[];
  h: { value: number; element: number }[];
}

export interface FixtureStats {
  of(fixture: ArchiveFixture, moment: Moment): FixtureStat[];
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

/** The `stats` of fixtures that have begun; cached once the match is confirmed. */
export function openFixtureStats(archive: SeasonArchive, book: MatchBook): FixtureStats {
  const extra = archive.extraStats.filter((name) => name === 'defensive_contribution');
  const identifiers = [...IDENTIFIERS, ...extra];
  const confirmed = new Map<number, FixtureStat[]>();
  return {
    of(fixture, moment) {
      const final = moment.progress(fixture).stage === 'confirmed';
      const known = final ? confirmed.get(fixture.id) : undefined;
      if (known !== undefined) return known;
      const made = identifiers.map((identifier) => statOf(identifier, fixture, book, moment));
      if (final) confirmed.set(fixture.id, made);
      return made;
    },
  };
}

function statOf(identifier: string, fixture: ArchiveFixture, book: MatchBook, moment: Moment): FixtureStat {
  const stat: FixtureStat = { identifier, a: [], h: [] };
  for (const row of fixture.rows) {
    const value = book.state(row, moment).stats[identifier] ?? 0;
    if (value !== 0) stat[row.home ? 'h' : 'a'].push({ value, element: row.player.id });
  }
  for (const side of [stat.a, stat.h]) side.sort((a, b) => b.value - a.value || a.element - b.element);
  return stat;
}
