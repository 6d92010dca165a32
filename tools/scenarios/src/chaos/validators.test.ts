import { describe, expect, it } from 'vitest';
import { findUnrefunded, validatePayouts } from './validate-payouts.ts';
import {
  type EntryRow,
  type MinedTransfer,
  type RecordedTransfer,
  validateJoins,
  validateSaves,
  validateStakes,
  validateSum,
  validateSuspensions,
  validateTransfers,
} from './validators.ts';

const entry = (changes: Partial<EntryRow> = {}): EntryRow => ({
  id: 'a',
  game: 'cup',
  wallet: '0x1',
  suspended: false,
  ...changes,
});
const mined = (changes: Partial<MinedTransfer> = {}): MinedTransfer => ({
  hash: '0xaa',
  sender: '0x1',
  amount: 500n,
  ...changes,
});
const recorded = (changes: Partial<RecordedTransfer> = {}): RecordedTransfer => ({
  ...mined(),
  orphaned: false,
  uses: ['entry a'],
  ...changes,
});

describe('validateJoins', () => {
  const join = { wallet: '0x1', entry: 'a' };
  it.each<[string, EntryRow[], RegExp[]]>([
    ['one entry passes', [entry()], []],
    ['lost join is reported', [entry({ id: 'b', wallet: '0x2' })], [/^lost: the join of 0x1/]],
    ['join with another entry is reported', [entry({ id: 'b' })], [/^lost/]],
    ['duplicate join is reported', [entry(), entry({ id: 'b' })], [/^duplicate: 2 entries of 0x1/]],
  ])('%s', (_, entries, expected) => {
    const { passed, failures } = validateJoins('joins', [join], entries);
    expect(failures).toEqual(expected.map((each) => expect.stringMatching(each)));
    expect(passed).toBe(1 - expected.length);
  });
});

describe('validateTransfers', () => {
  it.each<[string, MinedTransfer[], RecordedTransfer[], RegExp[]]>([
    ['payment with an entry passes', [mined()], [recorded()], []],
    ['payment with a refund passes', [mined()], [recorded({ uses: ['refund UNDERPAID'] })], []],
    ['transfer removed by a reorganisation passes', [], [recorded({ orphaned: true })], []],
    [
      'two refunds pass',
      [mined(), mined({ hash: '0xbb' })],
      [recorded({ uses: ['refund X'] }), recorded({ hash: '0xbb', uses: ['refund X'] })],
      [],
    ],
    ['lost payment is reported', [mined()], [], [/^lost: transfer 0xaa/]],
    [
      'mined payment with an orphaned record is reported',
      [mined()],
      [recorded({ orphaned: true })],
      [/^lost/],
    ],
    ['payment without a use is reported', [mined()], [recorded({ uses: [] })], [/has no use$/]],
    [
      'payment that is recorded twice is reported',
      [mined()],
      [recorded(), recorded({ uses: ['refund X'] })],
      [/^duplicate: transfer 0xaa is recorded 2 times/],
    ],
    [
      'payment with an entry and a refund is reported',
      [mined()],
      [recorded({ uses: ['entry a', 'refund X'] })],
      [/^duplicate: transfer 0xaa has the uses entry a and refund X/],
    ],
    [
      'entry that was paid twice is reported',
      [mined(), mined({ hash: '0xbb' })],
      [recorded(), recorded({ hash: '0xbb' })],
      [/^duplicate: entry a from 2/],
    ],
    ['payment that is not on the chain is reported', [], [recorded()], [/^invented: transfer 0xaa/]],
    ['wrong amount is reported', [mined()], [recorded({ amount: 499n })], [/^changed/]],
    ['wrong sender is reported', [mined()], [recorded({ sender: '0x2' })], [/^changed/]],
  ])('%s', (_, chain, ledger, expected) => {
    const { failures } = validateTransfers('payments', chain, ledger);
    expect(failures).toEqual(expected.map((each) => expect.stringMatching(each)));
  });
});

describe('validateSuspensions', () => {
  it('paid active entries and unpaid suspended entries pass', () => {
    const entries = [entry(), entry({ id: 'b', wallet: '0x2', suspended: true })];
    expect(validateSuspensions('suspensions', entries, [mined()])).toMatchObject({ passed: 2, failures: [] });
  });

  it('paid suspended entry and unpaid active entry are reported', () => {
    const entries = [entry({ suspended: true }), entry({ id: 'b', wallet: '0x2' })];
    expect(validateSuspensions('suspensions', entries, [mined()])).toMatchObject({
      passed: 0,
      failures: ['paid entry is suspended: a', 'unpaid entry is not suspended: b'],
    });
  });
});

describe('validateStakes', () => {
  it.each<[string, RecordedTransfer[], number]>([
    ['recorded stake passes', [recorded({ uses: ['stake s'] })], 0],
    ['stake with an orphaned transfer passes', [recorded({ orphaned: true, uses: [] })], 0],
    ['lost stake is reported', [], 1],
    ['stake listed as a refund is reported', [recorded({ uses: ['refund OVER_MAXIMUM'] })], 1],
  ])('%s', (_, transfers, failures) => {
    expect(validateStakes('stakes', ['0xaa'], transfers).failures).toHaveLength(failures);
  });
});

describe('validateSaves', () => {
  const saved = new Map([['a', ['1/2', '2/3']]]);
  it.each<[string, string[], RegExp[]]>([
    ['complete history passes', ['0/1', '1/2', '2/3'], []],
    ['save that was stored twice after a lost response passes', ['1/2', '1/2', '2/3'], []],
    ['lost save is reported', ['0/1', '2/3'], [/^lost: lineup 1\/2/]],
    ['lost latest save is reported', ['0/1', '1/2'], [/^lost: lineup 2\/3/, /^replaced/]],
    ['saves in the wrong order are reported', ['2/3', '1/2'], [/^lost: lineup 2\/3/, /^replaced/]],
    [
      'older lineup as the latest one is reported',
      ['1/2', '2/3', '1/2'],
      [/^replaced: the latest lineup of entry a is 1\/2/],
    ],
  ])('%s', (_, history, expected) => {
    const { failures } = validateSaves('saves', saved, new Map([['a', history]]));
    expect(failures).toEqual(expected.map((each) => expect.stringMatching(each)));
  });
});

it('team without saved lineups passes', () => {
  const never = new Map([['a', []]]);
  expect(validateSaves('saves', never, new Map([['a', ['0/1']]]))).toMatchObject({ passed: 0, failures: [] });
});

describe('validateSum', () => {
  it('equal sums without orphaned transfers pass', () => {
    const ledger = [recorded(), recorded({ hash: '0xbb', orphaned: true })];
    expect(validateSum('treasury', [mined()], ledger)).toMatchObject({ passed: 1, failures: [] });
  });

  it('different sums are reported', () => {
    const ledger = [recorded(), recorded({ hash: '0xbb', amount: 1n })];
    expect(validateSum('treasury', [mined()], ledger).failures).toEqual([
      'wrong sum: treasury: the chain has 500, the ledger 501',
    ]);
  });
});

it('validatePayouts reports unpaid payouts, missing payouts and unmatched transfers', () => {
  const payout = (id: string, state: string, hash: string | null = null) => {
    return { id, recipient: 'wallet', amount: '500', state, reason: 'UNLOCKED', transaction_hash: hash };
  };
  const sent = (hash: string, amount = '500') => ({ key: hash, hash, recipient: 'wallet', amount });
  const due = ['a', 'b', 'c'].map((id) => payout(id, 'DUE'));
  const paid = due.slice(0, 2);
  const valid = [payout('a', 'CONFIRMED', 'x'), payout('b', 'CONFIRMED', 'y'), payout('c', 'DUE')];
  const countFailures = (all: typeof valid, transfers: ReturnType<typeof sent>[]) =>
    validatePayouts({ entries: [], due, paid, all, sent: transfers }).map(({ failures }) => failures.length);
  expect(countFailures(valid, [sent('x'), sent('y')])).toEqual([0, 0, 0, 0]);
  expect(countFailures(valid, [sent('x'), sent('y'), sent('z')])).toEqual([0, 0, 0, 1]);
  expect(countFailures(valid, [sent('x'), sent('y', '499')])).toEqual([0, 1, 0, 0]);
  expect(countFailures([valid[0]!, payout('b', 'SENT', 'y')], [sent('x'), sent('y')])).toEqual([0, 1, 1, 0]);
});

it('findUnrefunded reports entries of a cancelled game without a refund, with two, and suspended ones with one', () => {
  const refund = (recipient: string, reason = 'GAME_CANCELLED') => {
    return { id: 'p', recipient, amount: '500', state: 'DUE', reason, transaction_hash: null };
  };
  const entries = [entry(), entry({ id: 'b', wallet: '0x2', suspended: true })];
  expect(findUnrefunded(entries, [refund('0x1'), refund('0x3', 'NO_RESERVATION')])).toEqual([]);
  expect(findUnrefunded(entries, [])).toEqual(['0 refunds of entry a']);
  expect(findUnrefunded(entries, [refund('0x1', 'UNDERPAID')])).toEqual(['0 refunds of entry a']);
  expect(findUnrefunded(entries, [refund('0x1'), refund('0x1')])).toEqual(['2 refunds of entry a']);
  expect(findUnrefunded(entries, [refund('0x1'), refund('0x2')])).toEqual(['1 refunds of entry b']);
});
