import { COUNTERS, EXPECTED, ICT, type SeasonArchive } from '../archive/archive.ts';
import { type ExplainStat, explainTotal, type Stats } from '../archive/scoring.ts';
import type { MatchBook } from '../matches/book.ts';
import { isListed, type SeasonInstant } from '../matches/season-instant.ts';
import { formatDecimal } from './decimal.ts';

interface LiveElement {
  id: number;
  stats: Record<string, number | string | boolean>;
  explain: { fixture: number; stats: ExplainStat[] }[];
  modified: boolean;
}

/** Builds `/event/{gw}/live/`: counters of every listed player in the gameweek, with points explained by fixture. */
export function buildLive(
  archive: SeasonArchive,
  book: MatchBook,
  instant: SeasonInstant,
  gameweek: number,
): { elements: LiveElement[] } {
  const elements: LiveElement[] = [];
  for (const player of archive.players) {
    if (!isListed(player, instant)) continue;
    const sums: Stats = {};
    const explain: LiveElement['explain'] = [];
    let points = 0;
    for (const row of player.rows) {
      if (row.gameweek !== gameweek) continue;
      const state = book.state(row, instant);
      for (const [name, value] of Object.entries(state.stats)) sums[name] = (sums[name] ?? 0) + value;
      points += explainTotal(state.explain);
      explain.push({ fixture: row.fixture.id, stats: state.explain });
    }
    elements.push({ id: player.id, stats: buildLiveStats(archive, sums, points), explain, modified: false });
  }
  return { elements };
}

function buildLiveStats(archive: SeasonArchive, sums: Stats, points: number): LiveElement['stats'] {
  const stats: LiveElement['stats'] = {};
  for (const name of COUNTERS) stats[name] = sums[name] ?? 0;
  for (const name of ICT) stats[name] = formatDecimal(sums[name] ?? 0, 1);
  for (const name of archive.extraStats) stats[name] = sums[name] ?? 0;
  stats.starts = sums.starts ?? 0;
  for (const name of EXPECTED) stats[name] = formatDecimal(sums[name] ?? 0, 2);
  stats.total_points = points;
  stats.in_dreamteam = false;
  return stats;
}
