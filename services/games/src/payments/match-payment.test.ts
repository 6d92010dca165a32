import { describe, expect, it } from 'vitest';
import type { Reservation } from '../reservations/reservation.ts';
import { ABANDONED_MS, matchPayment } from './match-payment.ts';

const at = 1_000_000_000;
const TRANSFER = { tx_hash: '0xaa', amount: 500n, seen_at: at, block_time: at } as const;

const reservation = (changes: Partial<Reservation> = {}): Reservation => ({
  id: 'reservation',
  game_id: 'game',
  wallet_address: '0x01',
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
      'pays the held reservation immediately although an ended one of its game has that fee',
      [{ id: 'a', state: 'EXPIRED' }, { id: 'b' }],
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
    [
      'pays a held reservation before a submitted one',
      [
        { id: 'a', state: 'SUBMITTED', tx_hash: '0xcc' },
        { id: 'b', game_id: 'b' },
      ],
      late,
      { pays: { id: 'b' } },
    ],
    [
      'pays a submitted reservation before an expired one',
      [
        { id: 'a', state: 'EXPIRED' },
        { id: 'b', game_id: 'b', state: 'SUBMITTED', tx_hash: '0xcc' },
      ],
      late,
      { pays: { id: 'b' } },
    ],
    [
      'pays an expired reservation before a failed one',
      [
        { id: 'a', state: 'FAILED' },
        { id: 'b', game_id: 'b', state: 'EXPIRED' },
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
      'becomes a refund when it is too small for the reservation with its hash',
      [{ fee: 501n, tx_hash: '0xaa', state: 'SUBMITTED' }],
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
    expect(matchPayment(TRANSFER, reservations.map(reservation), now)).toMatchObject(expected);
  });
});
