import { countBlocked, eventually, rejection } from '@touchline/service-kit/testing/waiting';
import type { Hex } from 'viem';
import { afterEach, expect, it, vi } from 'vitest';
import { payoutsSuite, WALLET } from '../testing/payouts-suite.ts';

const ADMIN = `0x${'e'.repeat(40)}`;
const UNKNOWN = '0190f6a2-7b1c-7def-8123-456789abcdef';
const HASH: Hex = `0x${'ab'.repeat(32)}`;

const app = payoutsSuite();
afterEach(() => void vi.restoreAllMocks());

const STEPS: [string, (id: string) => Promise<unknown>][] = [
  ['begin', (id) => app.payouts.begin(id, ADMIN)],
  ['report', (id) => app.payouts.report(id, HASH)],
  ['give up', (id) => app.payouts.giveUp(id, { admin: ADMIN, unsigned: null })],
];

it.each(STEPS)('S2 payout that does not exist is NOT_FOUND: %s', async (_, step) => {
  expect(await rejection(step(UNKNOWN))).toMatchObject({ code: 'NOT_FOUND', status: 404 });
});

it.each(STEPS)(
  'S2 payout that stops being due while a step waits for it is NOT_FOUND: %s',
  async (_, step) => {
    const { id, transfer } = await app.createDuePayout(500n);
    const due = {
      transfer_id: transfer,
      kind: 'REFUND',
      reason: 'X',
      about: null,
      recipient: WALLET,
    } as const;
    const ended = await app.db.transaction(async (trx) => {
      await app.payouts.upsert(trx, [{ ...due, amount: 0n, from_block: 0 }]);
      const ending = rejection(step(id));
      await eventually(async () => expect(await countBlocked(app.db)).toBe(1));
      return { ending };
    });
    expect(await ended.ending).toMatchObject({ code: 'NOT_FOUND' });
  },
);

it('S2 payout is not paid by a transaction that failed', async () => {
  const { id } = await app.createDuePayout(500n);
  await app.payouts.begin(id, ADMIN);
  const { hash } = app.send({ amount: 500n });
  const mined = (await app.rpc.transaction(hash))!;
  vi.spyOn(app.rpc, 'transaction').mockResolvedValue({ ...mined, reverted: true });
  expect(await rejection(app.payouts.report(id, hash))).toMatchObject({ code: 'TX_REVERTED' });
  expect(await app.payouts.find(id)).toMatchObject({ state: 'SENDING', tx_hash: null });
});
