import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { stakingSuite } from '../testing/staking-suite.ts';

const suite = stakingSuite({ seasonEnd: Date.now() + 200 * 86_400_000 });

/** Indexes in the accounts of the test chain. */
const FUNDER = 2;
const FORMER_FUNDER = 3;
const TREASURY = 9;

const TOP_UP =
  'Transfers from this wallet top up the staking wallet, so they become neither stakes nor refunds. ' +
  'Stake from another wallet.';

/** Waits until all transfers of a wallet are decided, and counts its stakes and payouts. */
async function decide(n: number, transfers: number): Promise<{ stakes: number; payouts: number }> {
  await eventually(async () => {
    const { rows } = await suite.app.db.raw('select assigned from ledger_transfers where sender = ?', [
      suite.player(n),
    ]);
    expect(rows).toEqual(Array.from({ length: transfers }, () => ({ assigned: true })));
  });
  const { rows } = await suite.app.db.raw(
    `select (select count(*)::int from stakes where wallet_address = :wallet) as stakes,
       (select count(*)::int from payouts where recipient = :wallet) as payouts`,
    { wallet: suite.player(n) },
  );
  return rows[0];
}

async function restart(funders: string[]): Promise<void> {
  await suite.app.stop();
  suite.app = await suite.start({ funders });
}

it('a transfer of the treasury to the staking wallet is neither a stake nor a refund', async () => {
  await suite.pay(0, '2030', suite.chain.treasury);
  await suite.pay(TREASURY, '2000');
  await suite.pay(TREASURY, '30');
  expect(await decide(TREASURY, 2)).toEqual({ stakes: 0, payouts: 0 });
});

it('a wallet in STAKING_FUNDERS tops up the staking wallet and cannot stake', async () => {
  await restart([suite.player(FUNDER)]);
  const transaction_hash = await suite.pay(FUNDER, '2000');
  await suite.pay(FUNDER, '30');
  await suite.stake(1, '1000');
  expect(await decide(FUNDER, 2)).toEqual({ stakes: 0, payouts: 0 });
  for (const amount of ['2000', '30']) {
    const { status, body } = await suite.app.post(suite.player(FUNDER), { amount, transaction_hash });
    expect([status, body.code, body.error]).toEqual([422, 'STAKE_REFUSED', TOP_UP]);
  }
});

it('a top-up remains one after its wallet was removed from STAKING_FUNDERS, and its next transfer is a stake', async () => {
  await restart([suite.player(FORMER_FUNDER)]);
  const transaction_hash = await suite.pay(FORMER_FUNDER, '3000');
  await decide(FORMER_FUNDER, 1);
  await restart([]);
  for (const amount of ['3000', '1000']) {
    const { status, body } = await suite.app.post(suite.player(FORMER_FUNDER), { amount, transaction_hash });
    expect([status, body.code]).toEqual([422, 'STAKE_REFUSED']);
    expect(body.error).toContain(TOP_UP);
  }
  await suite.stake(FORMER_FUNDER, '1000');
  expect(await decide(FORMER_FUNDER, 2)).toEqual({ stakes: 1, payouts: 0 });
});
