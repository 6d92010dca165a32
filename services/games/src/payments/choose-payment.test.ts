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
  reported_at: null,
  revived_at: null,
  tx_hash: null,
  failure: null,
  ...changes,
});

describe('the transfer that pays for a reservation', () => {
  it.each<[string, Partial<Payment>[], object]>([
    ['a transfer of exactly the fee pays', [{}], { state: 'PAID', payment: { id: 1 } }],
    [
      'a transfer that is a wei short underpays',
      [{ amount: 499n }],
      { state: 'UNDERPAID', payment: { id: 1 } },
    ],
    ['a transfer of another wallet does not pay', [{ sender: '0x02' }], { state: 'TX_NOT_PAYMENT' }],
    ['a transaction without transfers does not pay', [], { state: 'TX_NOT_PAYMENT' }],
    ['an orphaned transfer does not pay', [{ state: 'ORPHANED' }], { state: 'TX_NOT_PAYMENT' }],
    [
      'a transfer that is too old does not pay',
      [{ block_time: at - CLOCK_TOLERANCE_MS - 1 }],
      { state: 'TX_NOT_PAYMENT' },
    ],
    [
      'a transfer within the clock tolerance pays',
      [{ block_time: at - CLOCK_TOLERANCE_MS }],
      { state: 'PAID' },
    ],
    [
      'a transfer used for another game is already used',
      [{ reservation_id: 'other' }],
      { state: 'TX_ALREADY_USED' },
    ],
    [
      'a transfer that another game refunds is already used',
      [{ refund_reason: 'GAME_FULL' }],
      { state: 'TX_ALREADY_USED' },
    ],
    [
      'a transfer that the worker found underpaid underpays',
      [{ amount: 1n, refund_reason: 'UNDERPAID' }],
      { state: 'UNDERPAID' },
    ],
    [
      'S2 a transfer with a started refund is already used',
      [{ refund_reason: 'NO_RESERVATION', refunded: true }],
      { state: 'TX_ALREADY_USED' },
    ],
    [
      'a transfer that was unmatched until now pays',
      [{ refund_reason: 'NO_RESERVATION' }],
      { state: 'PAID' },
    ],
    [
      'the smallest sufficient transfer pays',
      [
        { id: 1, amount: 1000n },
        { id: 2, amount: 501n },
        { id: 3, amount: 10n },
      ],
      { state: 'PAID', payment: { id: 2 } },
    ],
    [
      'the next transfer pays when the first is used',
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

describe('a transfer without a submitted hash', () => {
  const soon = at + 1000;
  const late = at + ABANDONED_MS;
  it.each<[string, Partial<Reservation>[], number, object]>([
    ['pays the only held reservation immediately', [{}], soon, { pays: { id: 'reservation' } }],
    [
      'pays the reservation with its hash',
      [{ id: 'a' }, { id: 'b', game_id: 'b', tx_hash: '0xaa', state: 'SUBMITTED' }],
      soon,
      { pays: { id: 'b' } },
    ],
    [
      'waits when it may pay two reservations',
      [{ id: 'a' }, { id: 'b', game_id: 'b' }],
      soon,
      { wait: true },
    ],
    [
      'pays the latest of two reservations after the wait',
      [{ id: 'a' }, { id: 'b', game_id: 'b' }],
      late,
      { pays: { id: 'a' } },
    ],
    [
      'pays the reservation with exactly that fee',
      [
        { id: 'a', fee: 400n },
        { id: 'b', game_id: 'b' },
      ],
      late,
      { pays: { id: 'b' } },
    ],
    [
      'pays a held reservation before an expired one',
      [
        { id: 'a', state: 'EXPIRED' },
        { id: 'b', game_id: 'b' },
      ],
      late,
      { pays: { id: 'b' } },
    ],
    [
      'pays a submitted reservation with exactly that fee before a held one with a lower fee',
      [
        { id: 'a', game_id: 'a', state: 'SUBMITTED', tx_hash: '0xcc' },
        { id: 'b', game_id: 'b', fee: 400n },
      ],
      late,
      { pays: { id: 'a' } },
    ],
    [
      'pays an expired reservation with exactly that fee before a held one with a lower fee',
      [
        { id: 'a', game_id: 'a', state: 'EXPIRED' },
        { id: 'b', game_id: 'b', fee: 400n },
      ],
      late,
      { pays: { id: 'a' } },
    ],
    [
      'waits when an ended reservation has exactly that fee and the held one a lower fee',
      [
        { id: 'a', game_id: 'a', state: 'EXPIRED' },
        { id: 'b', game_id: 'b', fee: 400n },
      ],
      soon,
      { wait: true },
    ],
    [
      'pays the held reservation among several with exactly that fee',
      [
        { id: 'a', game_id: 'a', state: 'EXPIRED' },
        { id: 'b', game_id: 'b' },
      ],
      late,
      { pays: { id: 'b' } },
    ],
    ['waits when only an expired reservation matches', [{ state: 'EXPIRED' }], soon, { wait: true }],
    [
      'pays an expired reservation after the wait',
      [{ state: 'EXPIRED' }],
      late,
      { pays: { id: 'reservation' } },
    ],
    [
      'pays a reservation whose submitted hash was never mined',
      [{ state: 'SUBMITTED', tx_hash: '0xcc' }],
      late,
      { pays: { id: 'reservation' } },
    ],
    [
      'becomes a refund when it is too small for any reservation',
      [{ fee: 501n }],
      late,
      { refund: { reason: 'UNDERPAID', meant_for: 'reservation' } },
    ],
    [
      'pays the ended reservation that was held when it was mined',
      [
        { id: 'b', state: 'FAILED', held_until: at - 1 },
        { id: 'a', state: 'EXPIRED' },
      ],
      late,
      { pays: { id: 'a' } },
    ],
    [
      'becomes a refund after the wait without a reservation',
      [],
      late,
      { refund: { reason: 'NO_RESERVATION', meant_for: null } },
    ],
    ['waits without a reservation', [], soon, { wait: true }],
  ])('%s', (_, reservations, now, expected) => {
    expect(matchPayment(transfer(), reservations.map(reservation), now)).toMatchObject(expected);
  });
});
