import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import { describe, expect, it } from 'vitest';
import type { Reservation } from '../reservations/reservation.ts';
import { CLOCK_TOLERANCE_MS, choosePayment } from './choose-payment.ts';
import { ABANDONED_MS, matchPayment } from './match-payment.ts';
import { compare } from './record.ts';
import type { StoredTransfer } from './transfer.ts';

const ME = '0x01';
const at = 1_000_000_000;

const transfer = (changes: Partial<StoredTransfer> = {}): StoredTransfer => ({
  id: 1,
  tx_hash: '0xaa',
  log_index: 0,
  block_number: 10,
  block_hash: '0xb0',
  block_time: at,
  sender: ME,
  recipient: '0x99',
  amount: 500n,
  finality: 'latest',
  seen_at: at,
  reservation_id: null,
  refund_reason: null,
  ...changes,
});

const reservation = (changes: Partial<Reservation> = {}): Reservation => ({
  id: 'reservation',
  game_id: 'game',
  wallet_address: ME,
  team: {} as Reservation['team'],
  fixed_at: at,
  fee: 500n,
  state: 'HELD',
  not_before: at,
  expires_at: at + 180_000,
  tx_hash: null,
  entry_id: null,
  failure: null,
  ...changes,
});

describe('which transfer of a transaction pays', () => {
  it.each<[string, Partial<StoredTransfer>[], object]>([
    ['exactly the fee', [{}], { state: 'PAID', transfer: { id: 1 } }],
    ['a wei too little', [{ amount: 499n }], { state: 'UNDERPAID', transfer: { id: 1 } }],
    ['somebody else', [{ sender: '0x02' }], { state: 'TX_NOT_PAYMENT' }],
    ['nobody', [], { state: 'TX_NOT_PAYMENT' }],
    ['a block that fell', [{ finality: 'orphaned' }], { state: 'TX_NOT_PAYMENT' }],
    ['too old', [{ block_time: at - CLOCK_TOLERANCE_MS - 1 }], { state: 'TX_NOT_PAYMENT' }],
    ['as old as clocks differ', [{ block_time: at - CLOCK_TOLERANCE_MS }], { state: 'PAID' }],
    ['used for another game', [{ reservation_id: 'other' }], { state: 'TX_ALREADY_USED' }],
    ['owed back for another game', [{ refund_reason: 'GAME_FULL' }], { state: 'TX_ALREADY_USED' }],
    ['too little, as the scanner said', [{ amount: 1n, refund_reason: 'UNDERPAID' }], { state: 'UNDERPAID' }],
    ['unmatched until now', [{ refund_reason: 'NO_RESERVATION' }], { state: 'PAID' }],
    [
      'the smallest that is enough',
      [
        { id: 1, amount: 1000n },
        { id: 2, amount: 501n },
        { id: 3, amount: 10n },
      ],
      { state: 'PAID', transfer: { id: 2 } },
    ],
    [
      'the next one when the first is used',
      [
        { id: 1, reservation_id: 'other' },
        { id: 2, log_index: 1 },
      ],
      { state: 'PAID', transfer: { id: 2 } },
    ],
  ])('%s', (_, transfers, expected) => {
    expect(choosePayment(transfers.map(transfer), reservation())).toMatchObject(expected);
  });
});

describe('what an unnamed transfer is for', () => {
  const soon = at + 1000;
  const long = at + ABANDONED_MS;
  it.each<[string, Partial<Reservation>[], number, object]>([
    ['the only reservation, at once', [{}], soon, { pays: { id: 'reservation' } }],
    [
      'the one that named it',
      [{ id: 'a' }, { id: 'b', game_id: 'b', tx_hash: '0xaa', state: 'SUBMITTED' }],
      soon,
      { pays: { id: 'b' } },
    ],
    ['of two only after a while', [{ id: 'a' }, { id: 'b', game_id: 'b' }], soon, { wait: true }],
    ['of two the latest', [{ id: 'a' }, { id: 'b', game_id: 'b' }], long, { pays: { id: 'a' } }],
    [
      'of two the one with that very fee',
      [
        { id: 'a', fee: 400n },
        { id: 'b', game_id: 'b' },
      ],
      long,
      { pays: { id: 'b' } },
    ],
    [
      'held before run out',
      [
        { id: 'a', state: 'EXPIRED' },
        { id: 'b', game_id: 'b' },
      ],
      long,
      { pays: { id: 'b' } },
    ],
    ['one that has run out, after a while', [{ state: 'EXPIRED' }], soon, { wait: true }],
    ['one that has run out', [{ state: 'EXPIRED' }], long, { pays: { id: 'reservation' } }],
    [
      'one whose named hash never came',
      [{ state: 'SUBMITTED', tx_hash: '0xcc' }],
      long,
      { pays: { id: 'reservation' } },
    ],
    [
      'too little for any',
      [{ fee: 501n }],
      long,
      { owed: { reason: 'UNDERPAID', refund_for: 'reservation' } },
    ],
    ['none', [], long, { owed: { reason: 'NO_RESERVATION', refund_for: null } }],
    ['none yet', [], soon, { wait: true }],
  ])('%s', (_, reservations, now, expected) => {
    expect(matchPayment(transfer(), reservations.map(reservation), now)).toMatchObject(expected);
  });
});

describe('the same transfers in another block', () => {
  const found = (log_index: number, amount = 500n): TokenTransfer => {
    const { id: _i, finality: _f, seen_at: _s, reservation_id: _r, refund_reason: _d, ...rest } = transfer();
    return { ...rest, log_index, amount, block_hash: '0xb1' };
  };

  it('are known again by sender, amount and order', () => {
    const stored = [transfer({ id: 1, log_index: 4 }), transfer({ id: 2, log_index: 6 })];
    const { moves, news, gone } = compare(stored, [found(9), found(7), found(8, 1n)]);
    expect(moves.map(({ id, to }) => [id, to.log_index])).toEqual([
      [1, 7],
      [2, 9],
    ]);
    expect(news.map(({ log_index }) => log_index)).toEqual([8]);
    expect(gone).toEqual([]);
  });

  it('are gone when the transaction does no longer make them', () => {
    expect(compare([transfer({ id: 1 }), transfer({ id: 2, amount: 7n })], [found(0)])).toMatchObject({
      moves: [{ id: 1 }],
      news: [],
      gone: [2],
    });
  });
});
