import { canJoin } from '@touchline/api/http/games';
import { footballAbi } from '@touchline/contracts/abi';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { encodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { HOLD_MS, HOLD_PAUSE_MS } from '../reservations/reservation.ts';
import { HOUR, MINUTE } from '../testing/feed-builders.ts';
import { JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';
import { createPaymentSteps } from '../testing/payment-steps.ts';

const app = setUpPaidSuite({ confirmations: 2 });
const { waitForJoin } = createPaymentSteps(app);

describe('a payment that was dropped', () => {
  /** Sends 500 FOOTBALL in a transaction that an RPC knows and the server has seen, and drops it from the pool of transactions. */
  async function dropPayment(game = app.season): Promise<string> {
    await app.automine(false);
    const hash = await app.pay(app.me, '500');
    expect((await app.tryJoin(app.me, game, hash)).status).toBe(202);
    await app.rpc('anvil_dropTransaction', hash);
    return hash;
  }
  const reservations = async () => {
    const { rows } = await app.db.raw(
      `select state, tx_hash, missing_at, created_at, expires_at from reservations where wallet_address = ?
       order by created_at`,
      [app.me],
    );
    return rows;
  };
  /** Advances both clocks without a block. */
  async function wait(ms: number): Promise<void> {
    app.clock.now += ms;
    await app.rpc('evm_increaseTime', ms / 1000);
  }
  /** Repeats the join every ten seconds, like the browser, for at most four minutes. */
  async function poll(hash: string, game = app.season): Promise<string | undefined> {
    const end = app.clock.now + 4 * MINUTE;
    for (;;) {
      await wait(10_000);
      const { status, body } = await app.tryJoin(app.me, game, hash);
      if (status !== 202 || app.clock.now >= end) return body.code;
    }
  }
  /** Sends the dropped transaction again. */
  async function resend(hash: string): Promise<void> {
    expect(await app.pay(app.me, '500')).toBe(hash);
    await app.automine(true);
    await app.mine(2);
  }

  it('PAY-08 a dropped payment ends, and still counts if it is mined later', async () => {
    await app.reserve(app.me, app.season);
    const hash = await dropPayment();
    expect(await poll(hash)).toBe('TX_NOT_FOUND');
    app.clock.now += HOUR;
    expect((await app.tryJoin(app.me, app.season, hash)).body.code).toBe('TX_NOT_FOUND');
    await resend(hash);
    await waitForJoin(app.me, app.season);
  });

  it('PAY-08 a user can pay again after a payment was dropped', async () => {
    await app.reserve(app.me, app.season);
    const hash = await dropPayment();
    expect(await poll(hash)).toBe('TX_NOT_FOUND');
    expect(await app.as(app.me).request(canJoin, { params: { id: app.season.id } })).toMatchObject({
      canJoin: true,
    });
    await wait(10_000);
    await app.reserve(app.me, app.season, { team_name: 'Again' });
    await resend(hash);
    expect(await waitForJoin(app.me, app.season)).toMatchObject({ team_name: 'Again' });
  });

  it('PAY-08 a repeated join with a dropped hash does not take over the next hold of the same team', async () => {
    await app.reserve(app.me, app.season);
    const dropped = await dropPayment();
    expect(await poll(dropped)).toBe('TX_NOT_FOUND');
    const { reservation_id } = await app.reserve(app.me, app.season);
    expect((await app.tryJoin(app.me, app.season, dropped)).body.code).toBe('TX_NOT_FOUND');
    expect(await reservations()).toMatchObject([
      { state: 'EXPIRED', tx_hash: dropped },
      { state: 'HELD', tx_hash: null },
    ]);
    expect(await app.reserve(app.me, app.season)).toMatchObject({ reservation_id });
    await app.automine(true);
    // Another transaction uses the nonce of the dropped one.
    await app.pay(app.me, '1', app.chain.accounts[5]!.address);
    const hash = await app.pay(app.me, '500');
    await app.tryJoin(app.me, app.season, hash);
    await app.tryJoin(app.me, app.season, dropped);
    expect(await reservations()).toMatchObject([{ tx_hash: dropped }, { tx_hash: hash }]);
    await app.mine(2);
    expect(JOINED).toContain((await app.settleJoin(app.me, app.season, hash)).status);
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it('PAY-08 a dropped payment that is mined during the next hold of the same team pays for that hold', async () => {
    await app.reserve(app.me, app.season);
    const hash = await dropPayment();
    expect(await poll(hash)).toBe('TX_NOT_FOUND');
    await wait(5 * MINUTE);
    await app.reserve(app.me, app.season);
    expect((await app.tryJoin(app.me, app.season, hash)).body.code).toBe('TX_NOT_FOUND');
    await resend(hash);
    await app.tryJoin(app.me, app.season, hash);
    await waitForJoin(app.me, app.season);
    expect(await reservations()).toMatchObject([{ tx_hash: hash }, { state: 'JOINED', tx_hash: hash }]);
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it('PAY-08 a dropped payment of less than the fee leaves the seat to the next hold', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    const hash = await dropPayment(cup);
    expect(await poll(hash, cup)).toBe('TX_NOT_FOUND');
    await wait(HOLD_MS + HOLD_PAUSE_MS);
    await app.reserve(app.me, cup);
    await resend(hash);
    expect((await app.settleJoin(app.me, cup, hash)).body.code).toBe('RESERVATION_MISMATCH');
    const { rows } = await app.db.raw('select game_id from seats where wallet_address = ?', [app.me]);
    expect(rows).toEqual([{ game_id: cup.id }]);
    // The payment belongs to the next hold, so a repeated request submits it for that one.
    expect((await app.settleJoin(app.me, cup, hash)).body.code).toBe('UNDERPAID');
  });

  it('PAY-08 a payment whose hold another check extends is not reported as dropped', async () => {
    await app.reserve(app.me, app.season);
    const hash = await dropPayment();
    const extend = () =>
      app.db.raw("update reservations set state = 'SUBMITTED', expires_at = ? where tx_hash = ?", [
        new Date(app.clock.now + 30 * MINUTE),
        hash,
      ]);
    app.clock.now += HOUR;
    app.rpcProxy.lie(async (method, result) => {
      if (/ByHash|Receipt/.test(method)) await extend();
      return result;
    });
    // The transaction is unknown, but the chain was read before the extension.
    expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(202);
    app.rpcProxy.lie(null);
    await resend(hash);
    await waitForJoin(app.me, app.season);
  });

  it('PAY-08 a payment through another account stays pending until it is mined', async () => {
    const through = await app.newPayer();
    const [fee, data] = [500n * 10n ** 18n, { abi: footballAbi }];
    const approve = encodeFunctionData({ ...data, functionName: 'approve', args: [through as Hex, fee] });
    await app.receipt(await app.send(app.me, app.chain.token, approve));
    await app.reserve(app.me, app.season);
    await app.automine(false);
    const args = [app.me as Hex, app.chain.treasury, fee] as const;
    const pay = encodeFunctionData({ ...data, functionName: 'transferFrom', args });
    const hash = await app.send(through, app.chain.token, pay);
    expect(await poll(hash)).toBeUndefined();
    expect(await reservations()).toMatchObject([{ state: 'EXPIRED' }]);
    await app.automine(true);
    await app.mine(2);
    await waitForJoin(app.me, app.season);
  });

  it('PAY-08 a payment that was cancelled in the wallet ends its hold without another request', async () => {
    await app.reserve(app.me, app.season);
    await dropPayment();
    app.clock.now += MINUTE;
    await eventually(async () =>
      expect(await reservations()).toMatchObject([{ state: 'SUBMITTED', missing_at: expect.any(Number) }]),
    );
    app.clock.now += 2 * MINUTE;
    await eventually(async () => expect(await reservations()).toMatchObject([{ state: 'EXPIRED' }]));
    await app.reserve(app.me, app.season);
    await app.automine(true);
  });

  it('PAY-08 a payment that the RPCs know again keeps the rest of its half hour', async () => {
    await app.reserve(app.me, app.season);
    await app.automine(false);
    const hash = await app.pay(app.me, '500');
    const submit = async () => {
      expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(202);
      const [{ created_at, expires_at }] = await reservations();
      return expires_at - created_at;
    };
    const start = app.clock.now;
    expect(await submit()).toBe(30 * MINUTE);
    app.rpcProxy.lie((method, result) => (/ByHash|Receipt/.test(method) ? null : result));
    app.clock.now += MINUTE;
    await eventually(async () => expect(await submit()).toBeLessThanOrEqual(2 * MINUTE));
    app.rpcProxy.block();
    await submit();
    app.rpcProxy.lie(null);
    app.rpcProxy.unblock();
    await eventually(async () => expect(await submit()).toBe(30 * MINUTE));
    app.clock.now = start + 5 * MINUTE;
    await submit();
    await app.automine(true);
    await app.mine(2);
    await waitForJoin(app.me, app.season);
  });
});

it('PAY-08 the payment of an ended hold does not end the next hold, whose own payment is pending', async () => {
  const cup = await app.tournament();
  await app.reserve(app.me, cup);
  const first = await app.pay(app.me, '1000');
  app.clock.now += HOLD_MS + HOLD_PAUSE_MS;
  await app.reserve(app.me, cup);
  expect((await app.tryJoin(app.me, cup, first)).status).toBe(202);
  const second = `0x${'2'.repeat(64)}`;
  // Another tab submits its payment while the chain is read for the first one.
  app.rpcProxy.lie(async (method, result) => {
    const sql = "update reservations set tx_hash = ? where tx_hash = ? and state = 'SUBMITTED'";
    if (/ByHash|Receipt/.test(method)) await app.db.raw(sql, [second, first]);
    return result;
  });
  await app.mine();
  expect((await app.settleJoin(app.me, cup, first)).body.code).toBe('RESERVATION_MISMATCH');
  app.rpcProxy.lie(null);
  const { rows } = await app.db.raw(
    `select state, tx_hash, number from reservations left join seats using (game_id, wallet_address)
     where wallet_address = ? order by created_at`,
    [app.me],
  );
  expect(rows).toMatchObject([{ state: 'EXPIRED' }, { state: 'SUBMITTED', tx_hash: second, number: 1 }]);
});
