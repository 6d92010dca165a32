import { describe, expect, it } from 'vitest';
import { type PlannedGame, type PrizePlan, validatePrizePlan } from './prize-plan.ts';

const TOKEN = `0x${'ab'.repeat(20)}`;
const PLAN: PrizePlan = {
  token: TOKEN,
  guarantee: 0n,
  commission_bps: 0,
  template: 'TOP',
  rows: [],
  min_entries: 2,
  eligibility: 'ALL',
};
const GAME: PlannedGame = { fee: 1_000n, feeToken: TOKEN, seats: 20 };

const fields = (changes: Partial<PrizePlan>, game?: PlannedGame) =>
  validatePrizePlan({ ...PLAN, ...changes }, game).map(({ field }) => field);
const fixed = (rows: PrizePlan['rows'], guarantee = 100n) =>
  validatePrizePlan({ ...PLAN, template: 'FIXED', guarantee, rows }).map(({ message }) => message);

describe('prize plan', () => {
  it('the default plan is valid', () => {
    expect(fields({})).toEqual([]);
    expect(fields({}, GAME)).toEqual([]);
    const largest = { commission_bps: 5_000, guarantee: 2n ** 128n, min_entries: 20 };
    expect(fields(largest, GAME)).toEqual([]);
  });

  it('each invalid value names its field', () => {
    expect(fields({ token: '0x12' })).toEqual(['token']);
    expect(fields({ token: `0x${'0'.repeat(40)}` })).toEqual(['token']);
    expect(fields({ guarantee: -1n })).toEqual(['guarantee']);
    expect(fields({ guarantee: 2n ** 128n + 1n })).toEqual(['guarantee']);
    expect(fields({ commission_bps: 5_001 })).toEqual(['commission_bps']);
    expect(fields({ commission_bps: 0.5 })).toEqual(['commission_bps']);
    expect(fields({ template: 'ALL' as 'TOP' })).toEqual(['template']);
    expect(fields({ min_entries: 0 })).toEqual(['min_entries']);
    expect(fields({ eligibility: 'NOBODY' as 'ALL' })).toEqual(['eligibility']);
    expect(fields({ rows: [{ from: 1, to: 1, amount: 1n }] })).toEqual(['rows']);
  });

  it('a minimum number of entries above the seats is rejected', () => {
    expect(fields({ min_entries: 21 }, GAME)).toEqual(['min_entries']);
    expect(fields({ min_entries: 21 }, { ...GAME, seats: null })).toEqual([]);
  });

  it('a game with a fee cannot pay its prizes in another token', () => {
    const other = `0x${'cd'.repeat(20)}`;
    expect(fields({ token: other }, GAME)).toEqual(['token']);
    expect(fields({ token: other }, { ...GAME, fee: 0n })).toEqual([]);
    expect(fields({ token: TOKEN.toUpperCase().replace('X', 'x') }, GAME)).toEqual([]);
    expect(fields({}, { ...GAME, feeToken: TOKEN.toUpperCase().replace('X', 'x') })).toEqual([]);
  });

  it('in a game with a fee, every entry can win a prize', () => {
    expect(fields({ eligibility: 'STAKERS' }, GAME)).toEqual(['eligibility']);
    expect(fields({ eligibility: 'ENTRANTS' }, GAME)).toEqual(['eligibility']);
    expect(fields({ eligibility: 'STAKERS' }, { ...GAME, fee: 0n })).toEqual([]);
  });

  it('a FIXED table must add up to the guarantee', () => {
    expect(fixed([{ from: 1, to: 2, amount: 50n }])).toEqual([]);
    expect(fixed([{ from: 1, to: 2, amount: 49n }])).toEqual([
      'The rows add up to 98 wei, but the guarantee is 100 wei.',
    ]);
    expect(fixed([])).toEqual(['A FIXED table needs a row.']);
    expect(fixed([{ from: 1, to: 1, amount: 100n }], 0n)).toEqual([
      'A FIXED table needs a guarantee, because its rows are amounts that the game promises.',
      'The rows add up to 100 wei, but the guarantee is 0 wei.',
    ]);
  });

  it('the rows of a FIXED table cannot overlap, leave gaps, rise or be empty', () => {
    const above = { from: 1, to: 2, amount: 30n };
    expect(fixed([above, { from: 2, to: 3, amount: 20n }])[0]).toBe(
      'Row 2: it overlaps with the row above; it must begin with place 3.',
    );
    expect(fixed([above, { from: 4, to: 5, amount: 20n }])[0]).toContain('places are missing');
    expect(fixed([above, { from: 3, to: 3, amount: 40n }])[0]).toContain('above that of a better place');
    expect(fixed([above, { from: 3, to: 3, amount: 0n }])[0]).toContain('must be positive');
    expect(fixed([above, { from: 3, to: 2, amount: 1n }])[0]).toContain('the last not before the first');
    expect(fixed([{ from: 2, to: 2, amount: 100n }])[0]).toContain('begin with place 1');
  });

  it('a FIXED table has at most 30 rows, including the one that a remainder may need', () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({ from: index + 1, to: index + 1, amount: 1n }));
    expect(fixed(rows, 30n)).toEqual([]);
    expect(fixed([...rows, { from: 31, to: 31, amount: 1n }], 31n)[0]).toContain('at most 30 rows');
    const shared = rows.map((row) => ({ ...row, from: row.from + 1, to: row.to + 1 }));
    expect(fixed([{ from: 1, to: 2, amount: 1n }, ...shared.slice(1)], 31n)[0]).toContain('at most 30 rows');
  });
});
