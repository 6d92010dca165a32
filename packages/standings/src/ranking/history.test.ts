import { expect, it } from 'vitest';
import { createTable } from '../table.ts';
import { buildEntry, buildSeason } from '../testing/one-match.ts';
import { packEntries, packSettled } from '../testing/pack.ts';
import { computePreviousRanks } from './history.ts';

it('previous ranks leave out an entry that joined later, even if a later entry joined before it', () => {
  const season = buildSeason();
  const { id, end } = season.gameweeks[0]!;
  const table = createTable();
  // The last payment was found late: its entry has the highest ordinal, and joined before the second.
  table.entries.append(packEntries([0, end! + 1, 0].map((joined, index) => buildEntry(index, 0, joined))));
  table.settled.reserve(table.entries.count);
  table.settled.add(
    id,
    packSettled([
      { ordinal: 1, points: 20, earned: 20_000 },
      { ordinal: 2, points: 0, earned: 0 },
      { ordinal: 3, points: -10, earned: -10_000 },
    ]),
  );
  const { ranks } = computePreviousRanks(table, season, id + 1, null);
  expect([...ranks!]).toEqual([1, 0, 2]);
});
