import { query } from '@touchline/service-kit/data/database';
import { countBlocked } from '@touchline/service-kit/testing/waiting';
import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { payoutsSuite, WALLET } from '../testing/payouts-suite.ts';

const ADMIN = `0x${'e'.repeat(40)}`;

const app = payoutsSuite();
const all = { kind: null, state: null, search: '', about: [] };

describe('payouts due', () => {
  it('upsert changes a payout until an admin has started it', async () => {
    const { id, transfer } = await app.createDuePayout(500n);
    await app.setDue(transfer, 300n);
    expect(await app.payouts.find(id)).toMatchObject({ amount: 300n });
    await app.payouts.begin(id, ADMIN);
    await app.setDue(transfer, 1000n);
    const rows = await app.payouts.list(all, { limit: 10, after: null });
    expect(rows.map(({ state, amount }) => [state, amount]).sort()).toEqual([
      ['DUE', 700n],
      ['SENDING', 300n],
    ]);
    await app.setDue(transfer, 0n);
    expect(
      (await app.payouts.list(all, { limit: 10, after: null })).map(({ id: remaining }) => remaining),
    ).toEqual([id]);
    expect(await app.payouts.totals(all)).toEqual({ total: 1, unpaid: 300n });
    expect(await app.payouts.countOpen()).toBe(1);
  });

  it('lock takes the payouts of several transactions in payout order', async () => {
    const [second, last] = [await app.createDuePayout(1n), await app.createDuePayout(2n)];
    const first = { id: '00000000-0000-4000-8000-000000000000' };
    await app.db('payouts').where({ id: last.id }).update(first);
    const lockRow = (trx: Knex, id: string) =>
      query(trx, 'select from payouts where id = ? for update nowait', [id]);
    const hashes = await app.db('ledger_transfers').orderBy('id').pluck('tx_hash');
    for (const order of [hashes, hashes.toReversed()]) {
      let locked: unknown;
      await app.db.transaction(async (trx) => {
        await lockRow(trx, first.id);
        locked = app.db.transaction((other) => app.payouts.lock(other, order));
        await expect.poll(() => countBlocked(app.db)).toBe(1);
        await lockRow(trx, second.id); // a caller that waits for the first payout does not hold the second
      });
      await locked;
    }
  });

  it('list returns pages, latest first, and filters by state, kind and search', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.push((await app.createDuePayout(BigInt(100 + n), { kind: n < 2 ? 'INTEREST' : 'REFUND' })).id);
    await app.payouts.begin(ids[0]!, ADMIN);
    const seen: string[] = [];
    for (let after: { at: number; id: string } | null = null; ; ) {
      const page = await app.payouts.list(all, { limit: 2, after });
      seen.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
      const { due_at: at, id } = page.at(-1)!;
      after = { at, id };
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const countMatching = async (filter: object) =>
      (await app.payouts.list({ ...all, ...filter }, { limit: 10, after: null })).length;
    expect(await countMatching({ kind: 'INTEREST' })).toBe(2);
    expect(await countMatching({ state: 'SENDING' })).toBe(1);
    expect(await countMatching({ search: WALLET.slice(5).toUpperCase() })).toBe(5);
    expect(await countMatching({ search: ids[0] })).toBe(1);
    expect(await countMatching({ search: '%' })).toBe(0);
    expect(await countMatching({ search: 'nothing' })).toBe(0);
  });
});
