import { stakingHealthRequest } from '@touchline/api/events/admin-services';
import { coefficientsRequest } from '@touchline/api/events/staking';
import { beginPayout, giveUpPayout, listPayouts, reportPayout } from '@touchline/api/http/admin-money';
import { stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { request } from '@touchline/service-kit/messaging/request';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { startFakeServices } from '../testing/fake-services.ts';
import { anvil } from '../testing/payer.ts';
import { ADMIN } from '../testing/staking-app.ts';
import { stakingSuite } from '../testing/staking-suite.ts';

const DAY = 86_400_000;
/** Index in the accounts of the test chain. */
const STAKING_WALLET = 10;
const NOW = Date.UTC(2026, 9, 1);
const SEASON_END = NOW + 73 * DAY;

const suite = stakingSuite({ now: NOW, seasonEnd: SEASON_END, perTest: true });
const send = adminRequests(() => suite.app.bus, 'staking', ADMIN);

it('S2 staking wallet owes locked principal and interest until the unlock, and the same amounts as payouts after it', async () => {
  const readWallet = async () => (await request(suite.app.bus, stakingHealthRequest, {})).chain?.wallet;
  const { stake } = await suite.stake(7, '10000');
  expect(await readWallet()).toEqual({
    name: 'staking',
    address: suite.chain.stakingWallet.toLowerCase(),
    balance: '10000', // this is the first transfer of the chain
    due: '0',
    locked: '10000',
    interest: '60',
  });
  suite.app.clock.now = SEASON_END;
  await eventually(async () => expect((await suite.mine(7)).owed[0]?.stake_id).toBe(stake.id));
  expect(await readWallet()).toMatchObject({ due: '10060', locked: '0', interest: '0' });
});

it('STAKE-05 worker unlocks stakes at the end of the season and lists principal and 3 % simple interest as due', async () => {
  const { stake } = await suite.stake(1, '10000');
  expect(stake.lock_end_date).toBe(new Date(SEASON_END).toISOString());
  suite.app.clock.now = SEASON_END - 1;
  expect((await suite.mine(1)).active_stakes).toHaveLength(1);
  suite.app.clock.now = SEASON_END;
  const unlocked = await eventually(async () => {
    const response = await suite.mine(1);
    expect(response.active_stakes).toEqual([]);
    return response;
  });
  // 73 days are a fifth of a year, so the interest is 10,000 * 3 % / 5.
  expect(unlocked).toMatchObject({
    total_staked: '0',
    coefficient: 1,
    owed: [{ stake_id: stake.id, reason: 'UNLOCKED', principal: '10000', interest: '60' }],
  });
  expect(await suite.app.as(null).request(stakingStats)).toMatchObject({
    active_stakers: 0,
    total_staked: '0',
  });
  const { wallets } = await request(suite.app.bus, coefficientsRequest, { wallets: [suite.player(1)] });
  expect(wallets[0]?.steps.map((step) => step.coefficient_thousandths)).toEqual([1070, 1000]);
});

it('S2 principal and interest are separate payouts that are confirmed by their transfers on the chain', async () => {
  const { stake } = await suite.stake(6, '10000');
  suite.app.clock.now = SEASON_END;
  const payouts = async () => {
    const { payouts: found } = await send(listPayouts, { query: { search: suite.player(6) } });
    return found.sort((a, b) => (a.kind < b.kind ? 1 : -1));
  };
  await eventually(async () =>
    expect(await payouts()).toMatchObject([
      { kind: 'STAKE_RETURN', amount: '10000', state: 'DUE', payable: false },
      { kind: 'INTEREST', amount: '60', because: 'Interest. The lock ended on Dec 13, 2026' },
    ]),
  );
  const [principal] = await payouts();
  const step = { params: { id: principal!.id } };
  expect(await rejection(send(beginPayout, step))).toMatchObject({
    code: 'CHANGE_REFUSED',
  });
  await anvil(suite.chain).mine({ blocks: 20 });
  await eventually(async () => expect((await payouts())[0]).toMatchObject({ payable: true }));

  expect(await send(beginPayout, step)).toMatchObject({
    payout: { state: 'SENDING' },
    newly_begun: true,
  });
  const byPlayer = send(giveUpPayout, { ...step, body: {} }, { admin: suite.player(2) });
  expect(await rejection(byPlayer)).toMatchObject({
    code: 'FORBIDDEN',
  });
  const transaction_hash = await suite.pay(STAKING_WALLET, '10000', suite.player(6));
  expect(await send(reportPayout, { ...step, body: { transaction_hash } })).toMatchObject({
    payout: { state: 'CONFIRMED', sender: suite.chain.stakingWallet.toLowerCase() },
  });
  expect((await suite.mine(6)).owed).toMatchObject([{ stake_id: stake.id, principal: '0', interest: '60' }]);

  await suite.pay(0, '60', suite.chain.stakingWallet);
  await suite.pay(STAKING_WALLET, '60', suite.player(6)); // not reported
  const mine = await eventually(async () => {
    const response = await suite.mine(6);
    expect(response.owed).toEqual([]);
    return response;
  });
  expect(mine.paid.map(({ kind, amount, state }) => [kind, amount, state]).sort()).toEqual([
    ['INTEREST', '60', 'CONFIRMED'],
    ['STAKE_RETURN', '10000', 'CONFIRMED'],
  ]);
  expect(mine.paid.map((each) => each.transaction_hash)).toContain(transaction_hash);
  expect(await payouts()).toMatchObject([{ payer: ADMIN }, { state: 'CONFIRMED', payer: null }]);
});

it('staking is reported as closed from the end of the season until the next season', async () => {
  const getTiers = () => suite.app.as(null).request(stakingTiers);
  suite.app.clock.now = SEASON_END - 1;
  expect(await getTiers()).toMatchObject({ closed: false });
  suite.app.clock.now = SEASON_END;
  expect(await getTiers()).toMatchObject({
    closed: true,
    lock_end_date: new Date(SEASON_END).toISOString(),
  });
  await suite.app.stop();
  suite.services.season = { name: '2027', ends_at: SEASON_END + 365 * DAY };
  suite.app = await suite.start({ now: SEASON_END + 2 * DAY });
  await eventually(async () => expect(await getTiers()).toMatchObject({ closed: false }));
});

it('lock end follows the last gameweek when the feed moves it', async () => {
  const { stake } = await suite.stake(2, '1000');
  suite.services.season.ends_at = SEASON_END + 7 * DAY;
  suite.app.clock.now = SEASON_END + 1; // past the stored end, so the worker refreshes the season before it unlocks
  await eventually(async () =>
    expect((await suite.mine(2)).active_stakes[0]?.lock_end_date).toBe(
      new Date(SEASON_END + 7 * DAY).toISOString(),
    ),
  );
  expect((await suite.mine(2)).active_stakes[0]?.id).toBe(stake.id);
  suite.app.clock.now = SEASON_END + 7 * DAY;
  await eventually(async () => expect((await suite.mine(2)).owed[0]?.stake_id).toBe(stake.id));
});

it('worker refunds transfers sent after the season and accepts stakes in the next season', async () => {
  suite.app.clock.now = SEASON_END + DAY;
  const late = await suite.pay(3, '2000');
  await eventually(async () =>
    expect((await suite.mine(3)).owed).toMatchObject([{ reason: 'SEASON_OVER', principal: '2000' }]),
  );
  const { payouts } = await send(listPayouts, { query: { search: suite.player(3) } });
  expect(payouts).toMatchObject([{ because: 'Arrived too late for this season' }]);
  const rejected = await suite.app.post(suite.player(3), { amount: '2000', transaction_hash: late });
  expect([rejected.status, rejected.body.code]).toEqual([422, 'STAKE_REFUSED']);
  const wrong = await suite.app.post(suite.player(3), { amount: '2500', transaction_hash: late });
  expect(wrong.body.error).toBe(
    'You transferred 2000 FOOTBALL, not the amount you entered. ' +
      'The season is over. Staking opens again with the next season. Your tokens are safe and will be refunded.',
  );
  await suite.app.stop();
  suite.services.season = { name: '2027', ends_at: SEASON_END + 365 * DAY };
  suite.app = await suite.start({ now: SEASON_END + 2 * DAY });
  await eventually(async () =>
    expect((await suite.app.as(null).request(stakingTiers)).lock_end_date).toBe(
      new Date(SEASON_END + 365 * DAY).toISOString(),
    ),
  );
  const { stake } = await suite.stake(3, '1000');
  expect(stake.lock_end_date).toBe(new Date(SEASON_END + 365 * DAY).toISOString());
});

it('worker neither unlocks nor refunds while the season end was read before it passed', async () => {
  await suite.stake(5, '1000');
  await suite.app.stop();
  suite.services.fetchedAt = NOW; // a relay that has just started serves the data from before its stop
  suite.app = await suite.start({ now: SEASON_END + DAY });
  const transaction_hash = await suite.pay(5, '2000');
  const claim = { amount: '2000', transaction_hash };
  expect((await suite.app.post(suite.player(5), claim)).status).toBe(202);
  await waitForWorkerRounds();
  expect(await suite.mine(5)).toMatchObject({ total_staked: '1000', owed: [] });
  Object.assign(suite.services, { fetchedAt: SEASON_END + DAY });
  suite.services.season.ends_at = SEASON_END + 2 * DAY; // the feed has moved the end
  await eventually(async () => expect((await suite.mine(5)).total_staked).toBe('3000'));
  expect((await suite.mine(5)).owed).toEqual([]);
});

/** Waits for three more rounds of the worker. */
async function waitForWorkerRounds() {
  const before = suite.services.seasonRequests;
  await eventually(async () => expect(suite.services.seasonRequests).toBeGreaterThan(before + 2));
}

it('worker does not unlock while the relay cannot confirm the season end', async () => {
  await suite.stake(4, '1000');
  await suite.services.stop();
  suite.app.clock.now = SEASON_END + 1;
  await suite.app.stake(suite.player(4), '1000', await stakeBeforeEnd(4));
  expect((await suite.mine(4)).owed).toEqual([]);
  suite.services = startFakeServices(suite.nats.url, { name: '2026', ends_at: SEASON_END });
  await eventually(async () => expect((await suite.mine(4)).owed).toHaveLength(2));
});

it('worker unlocks several wallets without a request to games per wallet', async () => {
  for (const n of [1, 2, 3]) await suite.stake(n, '1000');
  suite.services.applied.length = 0;
  suite.app.clock.now = SEASON_END;
  for (const n of [1, 2, 3])
    await eventually(async () => expect((await suite.mine(n)).active_stakes).toEqual([]));
  expect(suite.services.applied).toEqual([]);
});

/** Creates a stake with the clock before the season end. */
async function stakeBeforeEnd(n: number) {
  const clock = suite.app.clock.now;
  suite.app.clock.now = SEASON_END - 1;
  const hash = await suite.pay(n, '1000');
  await suite.app.stake(suite.player(n), '1000', hash);
  suite.app.clock.now = clock;
  return hash;
}
