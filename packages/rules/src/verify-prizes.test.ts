import { expect, it } from 'vitest';
import type { PublishedResult } from './result-document.ts';
import { collectDifferences } from './result-report.ts';
import { type CheckedEntry, checkPrizes, checkTable } from './verify-prizes.ts';

const TABLE = [
  { from: 1, to: 1, amount: 60n },
  { from: 2, to: 2, amount: 40n },
];
const RESULT = {
  prizes: 2,
  total: '100',
  podium: [
    { rank: 1, wallet_address: '0x2', earned_points: 43, amount: '60' },
    { rank: 2, wallet_address: '0x1', earned_points: 43, amount: '40' },
  ],
} as unknown as PublishedResult;

type Published = CheckedEntry['published'];
const WINNER: Partial<Published> = { rank: 1, amount: '60', leaf: 0 };
const SECOND: Partial<Published> = { rank: 2, amount: '40', leaf: 1 };
const EXCLUDED: Partial<Published> = { unranked: 'EXCLUDED', rank: null, eligible: false };

const entry = (ordinal: number, gross: number, changes: Partial<Published>): CheckedEntry => ({
  gross,
  earned: 43_000,
  published: {
    ordinal,
    wallet_address: `0x${ordinal}`,
    rank: 3,
    unranked: null,
    amount: '0',
    leaf: null,
    joined_at: ordinal,
    eligible: true,
    ...changes,
  },
});

/** Lists the fields that differ, with the entry. */
function findDifferences(entries: readonly CheckedEntry[], result = RESULT): string[] {
  const { report, summarise } = collectDifferences();
  checkPrizes(result, TABLE, entries, report);
  return summarise().differences.map(({ ordinal, field }) => `${ordinal ?? 'result'} ${field}`);
}

it('game rule 3.15: equal earned points are ranked by points without coefficient, then shared', () => {
  expect(findDifferences([entry(1, 41, SECOND), entry(2, 42, WINNER), entry(3, 40, {})])).toEqual([]);
  const shared = [entry(1, 41, SECOND), entry(2, 42, WINNER), entry(3, 40, {}), entry(4, 40, {})];
  expect(findDifferences(shared)).toEqual([]);
});

it('game rule 8.14: no two prizes have the same index of the computed tree, which the tree rejects', () => {
  const entries = [entry(1, 41, { ...SECOND, leaf: null }), entry(2, 42, { ...WINNER, leaf: 3 })];
  const leaves = checkPrizes({ ...RESULT, prizes: 10 }, TABLE, entries, collectDifferences().report);
  expect(new Set(leaves.map(({ index }) => index)).size).toBe(2);
});

it.each<[string, Partial<Published>, string[]]>([
  ['a leaf without a prize', { leaf: 2 }, ['3 leaf']],
  ['a rank outside of the standings', { ...EXCLUDED, rank: 3 }, ['3 rank']],
  ['a prize outside of the standings', { ...EXCLUDED, amount: '1' }, ['3 amount']],
  ['a leaf outside of the standings', { ...EXCLUDED, leaf: 0 }, ['3 leaf']],
  ['an eligible entry outside of the standings', { ...EXCLUDED, eligible: true }, ['3 eligible']],
])('game rule 8.14: %s is found', (_, changes, fields) => {
  const entries = [entry(1, 41, SECOND), entry(2, 42, WINNER), entry(3, 40, changes)];
  expect(findDifferences(entries)).toEqual(fields);
});

it.each([-1, 2, null])(
  'game rule 8.14: the leaf %s of a prize is found, because the tree lacks it',
  (leaf) => {
    const entries = [entry(1, 41, { ...SECOND, leaf }), entry(2, 42, WINNER)];
    expect(findDifferences(entries)).toContain('1 leaf');
  },
);

it('game rule 8.14: another number of prizes is found', () => {
  const entries = [entry(1, 41, SECOND), entry(2, 42, WINNER)];
  expect(findDifferences(entries, { ...RESULT, prizes: 3 })).toEqual(['result prizes']);
});

it.each([
  [2, []],
  [3, []],
  [1, ['entrants']],
  [4, ['entrants']],
])(
  'game rule 8.3: %d entrants of two that can win and one taken out of the standings',
  (entrants, fields) => {
    const { report, summarise } = collectDifferences();
    const result = {
      game: { entry_fee: '0' },
      plan: { template: 'WINNER', guarantee: '10', commission_bps: 0, rows: [] },
      paid_fees: '0',
      pool: '10',
      table: [{ from: 1, to: 1, amount: '10' }],
      entrants,
    } as unknown as PublishedResult;
    const unranked = { unranked: 'EXCLUDED', rank: null };
    const entries = [
      entry(1, 1, {}),
      entry(2, 1, {}),
      entry(3, 1, { eligible: false }),
      entry(4, 1, unranked),
    ];
    checkTable(result, entries, report);
    expect(summarise().differences.map(({ field }) => field)).toEqual(fields);
  },
);

it.each<[string, [from: number, to: number, amount: string][], string[]]>([
  [
    'legal',
    [
      [1, 2, '4'],
      [3, 3, '2'],
    ],
    [],
  ],
  [
    'reversed',
    [
      [1, 1, '13'],
      [5, 1, '1'],
    ],
    ['plan.rows', 'table'],
  ],
  [
    'huge',
    [
      [1, 1, '1'],
      [-20_000_000, -19_999_992, '1'],
    ],
    ['plan.rows', 'table'],
  ],
  [
    'fractional',
    [
      [1, 1, '5'],
      [2, 2.5, '5'],
    ],
    ['plan.rows', 'table'],
  ],
])('game rule 8.14: %s rows of a FIXED plan are checked without an error', (_, published, fields) => {
  const { report, summarise } = collectDifferences();
  const rows = published.map(([from, to, amount]) => ({ from, to, amount }));
  const result = {
    ...RESULT,
    game: { entry_fee: '0' },
    plan: { template: 'FIXED', guarantee: '10', commission_bps: 0, rows },
    paid_fees: '0',
    pool: '10',
    table: rows,
    entrants: 3,
  } as unknown as PublishedResult;
  const entries = [entry(1, 1, {}), entry(2, 2, {}), entry(3, 3, {})];
  const table = checkTable(result, entries, report);
  expect(summarise().differences.map(({ field }) => field)).toEqual(fields);
  expect(() => checkPrizes(result, table, entries, report)).not.toThrow();
});

const FEE_OF_20_WEI = '0.00000000000000002';

it.each([
  ['the fees of all entries', '60', ['EXCLUDED'], []],
  ['the fees without that of a suspended entry', '40', ['SUSPENDED'], []],
  ['the fee of a suspended entry', '60', ['SUSPENDED'], ['paid_fees']],
  ['less than the fees', '59', [], ['paid_fees']],
  ['more than the fees', '61', [], ['paid_fees']],
])('game rule 8.14: %s as paid fees are compared with the entries', (_, paid_fees, unranked, fields) => {
  const { report, summarise } = collectDifferences();
  const result = {
    game: { entry_fee: FEE_OF_20_WEI },
    plan: { template: 'WINNER', guarantee: '0', commission_bps: 0, rows: [] },
    paid_fees,
    pool: paid_fees,
    table: [{ from: 1, to: 1, amount: paid_fees }],
    entrants: 3 - unranked.length,
  } as unknown as PublishedResult;
  const entries = [1, 2, 3].map((ordinal) =>
    entry(ordinal, 1, { unranked: (unranked[3 - ordinal] ?? null) as string | null }),
  );
  checkTable(result, entries, report);
  expect(summarise().differences.map(({ field }) => field)).toEqual(fields);
});

it.each<[string, number, number, string[]]>([
  ['legal numbers', 2, 0, []],
  ['a fraction of an entrant', 2.5, 0, ['entrants']],
  ['more entrants than entries', 1e300, 0, ['entrants', 'table']],
  ['a fraction of a basis point', 2, 0.5, ['plan.commission_bps']],
  ['a commission above the highest', 2, 9_000, ['plan.commission_bps', 'pool', 'table']],
  ['a negative commission', 2, -1_000, ['plan.commission_bps']],
])('game rule 8.14: %s in a published plan are compared or found', (_, entrants, commission_bps, fields) => {
  const { report, summarise } = collectDifferences();
  const rows = [{ from: 1, to: 3, amount: '10' }];
  const result = {
    game: { entry_fee: FEE_OF_20_WEI },
    plan: { template: 'FIXED', guarantee: '30', commission_bps, rows },
    paid_fees: '60',
    pool: '60',
    table: [1, 2].map((place) => ({ from: place, to: place, amount: '30' })),
    entrants,
  } as unknown as PublishedResult;
  const entries = [entry(1, 1, {}), entry(2, 2, {}), entry(3, 3, { unranked: 'EXCLUDED', rank: null })];
  checkTable(result, entries, report);
  expect(summarise().differences.map(({ field }) => field)).toEqual(fields);
});
