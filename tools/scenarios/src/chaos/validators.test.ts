import { describe, expect, it } from 'vitest';
import { judgePayouts } from './validate-payouts.ts';
import {
  type EntryRow,
  judgeJoins,
  judgeSaves,
  judgeStakes,
  judgeSum,
  judgeSuspensions,
  judgeTransfers,
  type MinedTransfer,
  type RecordedTransfer,
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
  became: ['entry a'],
  ...changes,
});

describe('joins', () => {
  const join = { wallet: '0x1', entry: 'a' };
  it.each<[string, EntryRow[], RegExp[]]>([
    ['passes one entry', [entry()], []],
    ['finds a lost join', [entry({ id: 'b', wallet: '0x2' })], [/^lost: the join of 0x1/]],
    ['finds a join that became another entry', [entry({ id: 'b' })], [/^lost/]],
    ['finds a doubled join', [entry(), entry({ id: 'b' })], [/^doubled: 2 entries of 0x1/]],
  ])('%s', (_, entries, expected) => {
    const { passed, failures } = judgeJoins('joins', [join], entries);
    expect(failures).toEqual(expected.map((each) => expect.stringMatching(each)));
    expect(passed).toBe(1 - expected.length);
  });
});

describe('transfers', () => {
  it.each<[string, MinedTransfer[], RecordedTransfer[], RegExp[]]>([
    ['passes a payment that is an entry', [mined()], [recorded()], []],
    ['passes a payment that is a refund', [mined()], [recorded({ became: ['refund UNDERPAID'] })], []],
    ['passes what a reorganisation removed', [], [recorded({ orphaned: true })], []],
    [
      'passes two refunds',
      [mined(), mined({ hash: '0xbb' })],
      [recorded({ became: ['refund X'] }), recorded({ hash: '0xbb', became: ['refund X'] })],
      [],
    ],
    ['finds a lost payment', [mined()], [], [/^lost: transfer 0xaa/]],
    ['finds a payment whose record is orphaned', [mined()], [recorded({ orphaned: true })], [/^lost/]],
    ['finds a payment that became nothing', [mined()], [recorded({ became: [] })], [/became nothing$/]],
    [
      'finds a payment that is recorded twice',
      [mined()],
      [recorded(), recorded({ became: ['refund X'] })],
      [/^doubled: transfer 0xaa is recorded 2 times/],
    ],
    [
      'finds a payment that is entry and refund',
      [mined()],
      [recorded({ became: ['entry a', 'refund X'] })],
      [/^doubled: transfer 0xaa became entry a and refund X/],
    ],
    [
      'finds an entry that was paid twice',
      [mined(), mined({ hash: '0xbb' })],
      [recorded(), recorded({ hash: '0xbb' })],
      [/^doubled: entry a by 2/],
    ],
    ['finds an invented payment', [], [recorded()], [/^invented: transfer 0xaa/]],
    ['finds another amount', [mined()], [recorded({ amount: 499n })], [/^changed/]],
    ['finds another sender', [mined()], [recorded({ sender: '0x2' })], [/^changed/]],
  ])('%s', (_, chain, ledger, expected) => {
    const { failures } = judgeTransfers('payments', chain, ledger);
    expect(failures).toEqual(expected.map((each) => expect.stringMatching(each)));
  });
});

describe('suspensions', () => {
  it('passes paid entries that count, and unpaid ones that do not', () => {
    const entries = [entry(), entry({ id: 'b', wallet: '0x2', suspended: true })];
    expect(judgeSuspensions('suspensions', entries, [mined()])).toMatchObject({ passed: 2, failures: [] });
  });

  it('finds a paid entry that is suspended, and an unpaid one that is not', () => {
    const entries = [entry({ suspended: true }), entry({ id: 'b', wallet: '0x2' })];
    expect(judgeSuspensions('suspensions', entries, [mined()])).toMatchObject({
      passed: 0,
      failures: ['suspended although paid: entry a', 'not suspended without a payment: entry b'],
    });
  });
});

describe('stakes', () => {
  it.each<[string, RecordedTransfer[], number]>([
    ['passes a stake', [recorded({ became: ['stake s'] })], 0],
    ['passes a stake whose transfer is gone', [recorded({ orphaned: true, became: [] })], 0],
    ['finds a lost stake', [], 1],
    ['finds a stake that is owed back', [recorded({ became: ['refund OVER_MAXIMUM'] })], 1],
  ])('%s', (_, transfers, failures) => {
    expect(judgeStakes('stakes', ['0xaa'], transfers).failures).toHaveLength(failures);
  });
});

describe('saves', () => {
  const saved = new Map([['a', ['1/2', '2/3']]]);
  it.each<[string, string[], RegExp[]]>([
    ['passes the history', ['0/1', '1/2', '2/3'], []],
    ['passes a save that was stored twice because its answer was lost', ['1/2', '1/2', '2/3'], []],
    ['finds a lost save', ['0/1', '2/3'], [/^lost: lineup 1\/2/]],
    ['finds a lost latest save', ['0/1', '1/2'], [/^lost: lineup 2\/3/, /^replaced/]],
    ['finds saves in another order', ['2/3', '1/2'], [/^lost: lineup 2\/3/, /^replaced/]],
    [
      'finds an older lineup on top',
      ['1/2', '2/3', '1/2'],
      [/^replaced: the latest lineup of entry a is 1\/2/],
    ],
  ])('%s', (_, history, expected) => {
    const { failures } = judgeSaves('saves', saved, new Map([['a', history]]));
    expect(failures).toEqual(expected.map((each) => expect.stringMatching(each)));
  });
});

it('passes a team that never saved another lineup', () => {
  const never = new Map([['a', []]]);
  expect(judgeSaves('saves', never, new Map([['a', ['0/1']]]))).toMatchObject({ passed: 0, failures: [] });
});

describe('sums', () => {
  it('passes equal sums, orphaned transfers left out', () => {
    const ledger = [recorded(), recorded({ hash: '0xbb', orphaned: true })];
    expect(judgeSum('treasury', [mined()], ledger)).toMatchObject({ passed: 1, failures: [] });
  });

  it('finds a wrong sum', () => {
    const ledger = [recorded(), recorded({ hash: '0xbb', amount: 1n })];
    expect(judgeSum('treasury', [mined()], ledger).failures).toEqual([
      'wrong sum: treasury: the chain has 500, the ledger 501',
    ]);
  });
});

it('finds payouts that are not paid or forgotten, and a transfer for nothing', () => {
  const payout = (id: string, state: string, hash: string | null = null) => {
    return { id, recipient: 'wallet', amount: '500', state, transaction_hash: hash };
  };
  const sent = (hash: string, amount = '500') => ({ key: hash, hash, recipient: 'wallet', amount });
  const due = ['a', 'b', 'c'].map((id) => payout(id, 'DUE'));
  const paid = due.slice(0, 2);
  const right = [payout('a', 'CONFIRMED', 'x'), payout('b', 'CONFIRMED', 'y'), payout('c', 'DUE')];
  const wrongs = (all: typeof right, transfers: ReturnType<typeof sent>[]) =>
    judgePayouts({ due, paid, all, sent: transfers }).map(({ failures }) => failures.length);
  expect(wrongs(right, [sent('x'), sent('y')])).toEqual([0, 0, 0]);
  expect(wrongs(right, [sent('x'), sent('y'), sent('z')])).toEqual([0, 0, 1]);
  expect(wrongs(right, [sent('x'), sent('y', '499')])).toEqual([1, 0, 0]);
  expect(wrongs([right[0]!, payout('b', 'SENT', 'y')], [sent('x'), sent('y')])).toEqual([1, 1, 0]);
});
