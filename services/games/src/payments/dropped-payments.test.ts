import { canJoin } from '@touchline/api/http/games';
import { footballAbi } from '@touchline/contracts/abi';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { encodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../testing/feed-builders.ts';
import { setUpPaidSuite } from '../testing/paid-suite.ts';
import { createPaymentSteps } from '../testing/payment-steps.ts';

const app = setUpPaidSuite({ confirmations: 2 });
const { waitForJoin } = createPaymentSteps(app);

describe('a payment that was dropped', () => {
  /** Sends a payment that an RPC knows and the server has seen, and drops it from the pool of transactions. */
  async function dropPayment(): Promise<string> {
    await app.automine(false);
    const hash = await app.pay(app.me, '500');
    expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(202);
    await app.rpc('anvil_dropTransaction', hash);
    return hash;
  }
  const reservations = async () => {
    const { rows } = await app.db.raw(
      'select state, missing_at, created_at, expires_at from reservations where wallet_address = ?',
      [app.me],
    );
    return rows;
  };
  /** Advances both clocks by ten seconds, without a block. */
  async function tick(): Promise<void> {
    app.clock.now += 10_000;
    await app.rpc('evm_increaseTime', 10);
  }
  /** Repeats the join every ten seconds, like the browser, for at most four minutes. */
  async function poll(hash: string): Promise<string | undefined> {
    const end = app.clock.now + 4 * MINUTE;
    for (;;) {
      await tick();
      const { status, body } = await app.tryJoin(app.me, app.season, hash);
      if (status !== 202 || app.clock.now >= end) return body.code;
    }
  }
  /** Sends the dropped transaction again. */
  async function resend(hash: string): Promise<void> {
    expect(await app.pay(app.me, '500')).toBe(hash);
    await app.automine(true);
    await app.mine(2);
  }

  it('PAY-08 ends a payment that was dropped, which still counts when it is mined after all', async () => {
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
    await tick();
    await app.reserve(app.me, app.season, { team_name: 'Again' });
    await resend(hash);
    expect(await waitForJoin(app.me, app.season)).toMatchObject({ team_name: 'Again' });
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
