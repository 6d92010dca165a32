import { expect, test } from 'vitest';
import { listPeriodStarts, mergeSeries } from './series.ts';

const NOW = Date.UTC(2026, 8, 2, 1, 30);

test('periods end with the current hour or day and follow UTC', () => {
  expect(listPeriodStarts('hour', 3, NOW)).toEqual([
    '2026-09-01T23:00:00.000Z',
    '2026-09-02T00:00:00.000Z',
    '2026-09-02T01:00:00.000Z',
  ]);
  expect(listPeriodStarts('day', 2, NOW)).toEqual(['2026-09-01T00:00:00.000Z', '2026-09-02T00:00:00.000Z']);
});

test('counts of all owners are merged into one point per day, and days without counts are zero', () => {
  const counts = [
    { at: '2026-09-01T00:00:00Z', entries: 3, payments: 2, paid_amount: '1000', points_updates: 5 },
    { at: '2026-09-01T00:00:00.000Z', stakes: 1, staked_amount: '2500.5' },
    { at: '2026-08-01T00:00:00.000Z', stakes: 9, staked_amount: '9' },
  ];
  const zeros = {
    entries: 0,
    stakes: 0,
    staked_amount: '0',
    payments: 0,
    paid_amount: '0',
    points_updates: 0,
  };
  expect(mergeSeries(listPeriodStarts('day', 2, NOW), counts)).toEqual([
    {
      at: '2026-09-01T00:00:00.000Z',
      entries: 3,
      stakes: 1,
      staked_amount: '2500.5',
      payments: 2,
      paid_amount: '1000',
      points_updates: 5,
    },
    { at: '2026-09-02T00:00:00.000Z', ...zeros },
  ]);
});
