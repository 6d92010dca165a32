import { describe, expect, it } from 'vitest';
import { CLOCK_TOLERANCE_MS, choosePayment } from './choose-payment.ts';
import type { Payment } from './payment.ts';

const ME = '0x01';
const at = 1_000_000_000;

const RESERVATION = { wallet_address: ME, fee: 500n, not_before: at };

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
        { id: 4, amount: 700n },
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
    expect(choosePayment(transfers.map(transfer), RESERVATION)).toMatchObject(expected);
  });
});
