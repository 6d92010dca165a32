import { describe, expect, it } from 'vitest';
import { OTHER, payoutsSuite, WALLET } from '../testing/payouts-suite.ts';

const ADMIN = `0x${'e'.repeat(40)}`;

const app = payoutsSuite();
const all = { kind: null, state: null, search: '', about: [] };

describe('what is owed', () => {
  it('follows what is decided until somebody begins to pay', async () => {
    const { id, transfer } = await app.owed(500n);
    await app.owe(transfer, 300n);
    expect(await app.payouts.find(id)).toMatchObject({ amount: 300n });
    await app.payouts.begin(id, ADMIN);
    await app.owe(transfer, 1000n);
    const rows = await app.payouts.list(all, { limit: 10, after: null });
    expect(rows.map(({ state, amount }) => [state, amount]).sort()).toEqual([
      ['DUE', 700n],
      ['SENDING', 300n],
    ]);
    await app.owe(transfer, 0n);
    expect((await app.payouts.list(all, { limit: 10, after: null })).map(({ id: left }) => left)).toEqual([
      id,
    ]);
    expect(await app.payouts.totals(all)).toEqual({ total: 1, owed: 300n });
    expect(await app.payouts.countOpen()).toBe(1);
  });

  it('is listed by pages, the latest first, and narrowed to state, kind and search', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.push((await app.owed(BigInt(100 + n), { kind: n < 2 ? 'INTEREST' : 'REFUND' })).id);
    await app.payouts.begin(ids[0]!, ADMIN);
    const seen: string[] = [];
    for (let after: { due_at: number; id: string } | null = null; ; ) {
      const page = await app.payouts.list(all, { limit: 2, after });
      seen.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
      after = page.at(-1)!;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const narrowed = async (filter: object) =>
      (await app.payouts.list({ ...all, ...filter }, { limit: 10, after: null })).length;
    expect(await narrowed({ kind: 'INTEREST' })).toBe(2);
    expect(await narrowed({ state: 'SENDING' })).toBe(1);
    expect(await narrowed({ search: WALLET.slice(5).toUpperCase() })).toBe(5);
    expect(await narrowed({ search: '%' })).toBe(0);
    expect(await narrowed({ search: 'nothing' })).toBe(0);
    expect(await narrowed({ recipient: OTHER })).toBe(0);
  });
});
