import { beginPayout, listPayouts, reportPayout } from '@touchline/api/http/admin-money';
import { getGame } from '@touchline/api/http/games';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { DAY } from '../testing/feed-builders.ts';
import { ADMIN, JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';

const app = setUpPaidSuite();
const send = adminRequests(() => app.feed.bus, 'games', ADMIN);

const readPayouts = async (who: string) => (await send(listPayouts, { query: { search: who } })).payouts;

it('a paid game with too few entries is cancelled, and every fee is refunded exactly once', async () => {
  const cup = await app.tournament();
  await app.db.raw("update games set prize_plan = jsonb_set(prize_plan, '{min_entries}', '3') where id = ?", [
    cup.id,
  ]);
  const players = [app.me, await app.newPayer()];
  for (const who of players) {
    await app.reserve(who, cup);
    expect(JOINED).toContain((await app.settleJoin(who, cup, await app.pay(who, '1000'))).status);
  }
  await app.mine(20); // a refund waits until the payment is final
  app.clock.now += DAY;
  await eventually(async () => {
    const { game } = await app.as(null).request(getGame, { params: { id: cup.id } });
    expect(game).toMatchObject({ status: 'CANCELLED', prizes: { state: 'NONE' } });
  }, 20_000);
  const refunds: { id: string; hash: string }[] = [];
  for (const who of players) {
    const due = await eventually(async () => {
      const [payout, ...others] = await readPayouts(who);
      expect(others).toEqual([]);
      expect(payout).toMatchObject({ reason: 'GAME_CANCELLED', recipient: who, payable: true });
      expect(payout).toMatchObject({ amount: '1000', game_id: cup.id });
      return payout!;
    }, 20_000);
    const params = { id: due.id };
    await send(beginPayout, { params });
    const transaction_hash = await app.pay(app.chain.treasury, '1000', who);
    const { payout } = await send(reportPayout, { params, body: { transaction_hash } });
    expect(payout).toMatchObject({ state: 'CONFIRMED', amount: '1000', transaction_hash });
    refunds.push({ id: due.id, hash: transaction_hash });
  }
  // The prize job and the payment job have run again: nothing more is due.
  await app.mine(20);
  await eventually(async () => {
    const payouts = (await Promise.all(players.map(readPayouts))).flat();
    expect(payouts.map(({ final }) => final)).toEqual([true, true]);
  }, 20_000);
  const payouts = (await Promise.all(players.map(readPayouts))).flat();
  expect(payouts.map(({ id, transaction_hash, state }) => ({ id, hash: transaction_hash, state }))).toEqual(
    refunds.map((refund) => ({ ...refund, state: 'CONFIRMED' })),
  );
  for (const { id } of refunds)
    expect(await rejection(send(beginPayout, { params: { id } }))).toMatchObject({ code: 'STALE' });
});
