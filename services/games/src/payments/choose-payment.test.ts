import { describe, expect, it } from 'vitest';
import type { Reservation } from '../reservations/reservation.ts';
import { CLOCK_TOLERANCE_MS, choosePayment } from './choose-payment.ts';
import { ABANDONED_MS, matchPayment } from './match-payment.ts';
import type { Payment } from './payment.ts';

const ME = '0x01';
const at = 1_000_000_000;

const transfer = (changes: Partial<Payment> = {}): Payment => ({
  id: 1,
  tx_hash: '0xaa',
  log_index: 0,
  block_number: 10,
  block_hash: '0xb0',
  block_time: at,
  sender: ME,
  recipient: '0x99',
  amount: 500n,
  state: 'SEEN',
  seen_at: at,
  reservation_id: null,
  refund_reason: null,
  refunded: false,
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
  held_until: at + 180_000,
  told_at: null,
  revived_at: null,
  tx_hash: null,
  entry_id: null,
  failure: null,
  ...changes,
});

describe('which transfer of a transaction pays', () => {
  it.each<[string, Partial<Payment>[], object]>([
    ['exactly the fee', [{}], { state: 'PAID', payment: { id: 1 } }],
    ['a wei too little', [{ amount: 499n }], { state: 'UNDERPAID', payment: { id: 1 } }],
    ['another wallet', [{ sender: '0x02' }], { state: 'TX_NOT_PAYMENT' }],
    ['no wallet', [], { state: 'TX_NOT_PAYMENT' }],
    ['an orphaned transfer', [{ state: 'ORPHANED' }], { state: 'TX_NOT_PAYMENT' }],
    ['too old', [{ block_time: at - CLOCK_TOLERANCE_MS - 1 }], { state: 'TX_NOT_PAYMENT' }],
    ['as old as clocks differ', [{ block_time: at - CLOCK_TOLERANCE_MS }], { state: 'PAID' }],
    ['used for another game', [{ reservation_id: 'other' }], { state: 'TX_ALREADY_USED' }],
    ['owed back for another game', [{ refund_reason: 'GAME_FULL' }], { state: 'TX_ALREADY_USED' }],
    ['too little, as the worker found', [{ amount: 1n, refund_reason: 'UNDERPAID' }], { state: 'UNDERPAID' }],
    [
      'S2 on its way back',
      [{ refund_reason: 'NO_RESERVATION', refunded: true }],
      { state: 'TX_ALREADY_USED' },
    ],
    ['unmatched until now', [{ refund_reason: 'NO_RESERVATION' }], { state: 'PAID' }],
    [
      'the smallest that is enough',
      [
        { id: 1, amount: 1000n },
        { id: 2, amount: 501n },
        { id: 3, amount: 10n },
      ],
      { state: 'PAID', payment: { id: 2 } },
    ],
    [
      'the next one when the first is used',
      [
        { id: 1, reservation_id: 'other' },
        { id: 2, log_index: 1 },
      ],
      { state: 'PAID', payment: { id: 2 } },
    ],
  ])('%s', (_, transfers, expected) => {
    expect(choosePayment(transfers.map(transfer), reservation())).toMatchObject(expected);
  });
});

describe('what a transfer is for when nobody has submitted its hash', () => {
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
    ['one of two, only after a while', [{ id: 'a' }, { id: 'b', game_id: 'b' }], soon, { wait: true }],
    ['the latest of two', [{ id: 'a' }, { id: 'b', game_id: 'b' }], long, { pays: { id: 'a' } }],
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
      'a held one before an expired one',
      [
        { id: 'a', state: 'EXPIRED' },
        { id: 'b', game_id: 'b' },
      ],
      long,
      { pays: { id: 'b' } },
    ],
    ['an expired one, after a while', [{ state: 'EXPIRED' }], soon, { wait: true }],
    ['an expired one', [{ state: 'EXPIRED' }], long, { pays: { id: 'reservation' } }],
    [
      'one whose submitted hash was never mined',
      [{ state: 'SUBMITTED', tx_hash: '0xcc' }],
      long,
      { pays: { id: 'reservation' } },
    ],
    [
      'too little for any',
      [{ fee: 501n }],
      long,
      { owed: { reason: 'UNDERPAID', meant_for: 'reservation' } },
    ],
    [
      'of two dead ones the one that was held when it was mined',
      [
        { id: 'b', state: 'FAILED', held_until: at - 1 },
        { id: 'a', state: 'EXPIRED' },
      ],
      long,
      { pays: { id: 'a' } },
    ],
    ['none', [], long, { owed: { reason: 'NO_RESERVATION', meant_for: null } }],
    ['none yet', [], soon, { wait: true }],
  ])('%s', (_, reservations, now, expected) => {
    expect(matchPayment(transfer(), reservations.map(reservation), now)).toMatchObject(expected);
  });
});
