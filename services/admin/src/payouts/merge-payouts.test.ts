import type { Payout } from '@touchline/api/http/admin-money';
import { expect, test } from 'vitest';
import { mergePayouts } from './merge-payouts.ts';

const payout = (id: string, second: number): Payout => ({
  id,
  kind: 'REFUND',
  reason: 'GAME_CANCELLED',
  because: 'Season was cancelled',
  recipient: `0x${'1'.repeat(40)}`,
  amount: '0.5',
  state: 'DUE',
  payable: true,
  locked: false,
  sender: `0x${'2'.repeat(40)}`,
  payer: null,
  transaction_hash: null,
  final: false,
  paid_with: null,
  game_id: null,
  due_at: new Date(second * 1_000).toISOString(),
  begun_at: null,
  sent_at: null,
  confirmed_at: null,
});

/** Creates a fake owner that replies with at most `limit` payouts after the cursor. */
function createOwner(rows: Payout[]) {
  const key = (row: Payout) => row.id.split('.')[1]!;
  const sorted = rows.toSorted(
    (a, b) => Date.parse(b.due_at) - Date.parse(a.due_at) || (key(a) < key(b) ? 1 : -1),
  );
  return (limit: number, after: string | null) => {
    const [at, id = ''] = after?.split('.') ?? ['9e15', '~'];
    const rest = sorted.filter((row) => {
      const time = Date.parse(row.due_at);
      return time < Number(at) || (time === Number(at) && key(row) < id);
    });
    const page = rest.slice(0, limit);
    return {
      payouts: page,
      next: rest.length > limit ? key(page.at(-1)!) : null,
      total: rows.length,
      owed_total: '0.5',
    };
  };
}

test('pages of any size contain every payout of both owners once, latest due first', () => {
  const games = createOwner(
    ['a', 'c', 'd', 'f', 'h'].map((key, index) => payout(`games.${key}`, index >> 1)),
  );
  const staking = createOwner(['B', 'b', 'e', 'g'].map((key, index) => payout(`staking.${key}`, index % 2)));
  const whole = mergePayouts([games(100, null), staking(100, null)], 100);
  expect(whole).toMatchObject({ next: null, total: 9, owed_total: '1' });
  for (const limit of [1, 2, 3, 4, 8, 9]) {
    const pages: Payout[] = [];
    for (let after: string | null = null, first = true; first || after; first = false) {
      const page = mergePayouts([games(limit, after), staking(limit, after)], limit);
      expect(page.payouts.length).toBeLessThanOrEqual(limit);
      pages.push(...page.payouts);
      after = page.next;
    }
    expect(pages.map(({ id }) => id)).toEqual(whole.payouts.map(({ id }) => id));
  }
});
