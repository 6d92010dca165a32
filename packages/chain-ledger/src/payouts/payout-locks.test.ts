import { afterEach, describe, expect, it, vi } from 'vitest';
import { OTHER, payoutsSuite, TREASURY, WALLET } from '../testing/payouts-suite.ts';
import { MAX_LOCK_BLOCKS } from './locks.ts';

const ADMIN = `0x${'e'.repeat(40)}`;
const ADMIN2 = `0x${'f'.repeat(40)}`;

const app = payoutsSuite();
afterEach(() => void vi.restoreAllMocks());

const createPayout = async (...options: Parameters<typeof app.createDuePayout>) =>
  (await app.createDuePayout(...options)).id;
const giveUp = (id: string, unsigned: number | null = null) =>
  app.payouts.giveUp(id, { admin: ADMIN, unsigned });
const begin = async (id: string) => (await app.payouts.begin(id, ADMIN)).payout.begun_at;
const readState = async (id: string) => (await app.payouts.find(id))?.state;
const readCode = (step: Promise<unknown>) =>
  step.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('payout that was given up', () => {
  /** A started payout whose transfer was signed but is not mined, given up by an admin who did not see it. */
  const giveUpTooEarly = async ({ isKnown }: { isKnown: boolean }) => {
    const id = await createPayout(500n);
    const begunAt = await begin(id);
    const late = app.chain.transaction([{ sender: TREASURY, recipient: WALLET, amount: 500n }]);
    if (isKnown) app.chain.pending.push(late);
    expect(await giveUp(id)).toMatchObject({ state: 'DUE', locked: true });
    return { id, late, begunAt };
  };
  const sendOther = (amount: bigint) => app.send({ amount, recipient: OTHER });

  it.each([true, false])(
    'P3 a payout that was given up is not paid twice when its transfer is mined late (known to the RPCs: %s)',
    async (isKnown) => {
      const { id, late } = await giveUpTooEarly({ isKnown });
      for (const admin of [ADMIN, ADMIN2])
        expect(await readCode(app.payouts.begin(id, admin))).toBe('CHANGE_REFUSED');
      app.mine(MAX_LOCK_BLOCKS - 100);
      await app.payouts.follow();
      expect(await readCode(app.payouts.begin(id, ADMIN2))).toMatch(/CHANGE_REFUSED|UPSTREAM_UNAVAILABLE/);
      app.chain.mine(late);
      while (await app.payouts.follow());
      expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', tx_hash: late.hash });
      expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('STALE');
      expect(await app.payouts.countUnexplained()).toBe(0);
    },
  );

  it('P3 a payout that was given up can be started again once its nonce is used in a final block', async () => {
    const { id, late } = await giveUpTooEarly({ isKnown: true });
    sendOther(1n); // a transaction that replaced the late one
    app.chain.pending = [];
    app.mine(20);
    expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('CHANGE_REFUSED'); // an unknown one may be next
    sendOther(2n);
    app.mine(9);
    expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('CHANGE_REFUSED'); // not final
    app.mine(2);
    expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('done');
    expect(late.hash).not.toBe((await app.payouts.find(id))?.tx_hash);
  });

  it('P3 a payout that was given up can be started again after a day without the late transfer', async () => {
    const { id } = await giveUpTooEarly({ isKnown: false });
    app.mine(MAX_LOCK_BLOCKS + 11);
    while (await app.payouts.follow());
    expect(await app.payouts.find(id)).toMatchObject({ state: 'DUE', locked: false });
    expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('done');
  });

  it('P3 payouts that were given up together stay locked until the last of their nonces is used', async () => {
    const ids = [await createPayout(500n), await createPayout(500n)];
    for (const id of ids) await begin(id);
    const [first] = ids.map(() =>
      app.chain.transaction([{ sender: TREASURY, recipient: WALLET, amount: 500n }]),
    );
    for (const id of ids) expect(await giveUp(id)).toMatchObject({ state: 'DUE', locked: true });
    app.chain.mine(first!);
    app.mine(20);
    while (await app.payouts.follow());
    expect(await Promise.all(ids.map(readState))).toEqual(['CONFIRMED', 'DUE']);
    expect(await readCode(app.payouts.begin(ids[1]!, ADMIN2))).toBe('CHANGE_REFUSED');
    sendOther(1n); // a transaction that replaced the second
    app.mine(20);
    expect(await readCode(app.payouts.begin(ids[1]!, ADMIN2))).toBe('done');
  });

  it('P3 a payout that was given up can be reported while its transaction is pending', async () => {
    const { id, late } = await giveUpTooEarly({ isKnown: true });
    expect(await app.payouts.report(id, late.hash)).toMatchObject({ state: 'SENT', tx_hash: late.hash });
    app.chain.mine(late);
    await app.payouts.follow();
    expect(await readState(id)).toBe('CONFIRMED');
  });

  it('P3 a payout that was given up is locked for a day when the paying wallet is a contract', async () => {
    vi.spyOn(app.rpc, 'nextNonce').mockResolvedValue(null as never);
    const { id } = await giveUpTooEarly({ isKnown: false });
    for (let n = 0; n < 5; n++) sendOther(BigInt(n + 1));
    app.mine(20);
    expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('CHANGE_REFUSED');
  });

  it('P3 a payout is not locked when the wallet declined the transfer', async () => {
    const id = await createPayout(500n);
    expect(await giveUp(id, await begin(id))).toMatchObject({ state: 'DUE', locked: false });
    expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('done');
  });

  it('P3 a wallet that declines an earlier request does not release the claim of another administrator', async () => {
    const { id, late, begunAt } = await giveUpTooEarly({ isKnown: false });
    app.mine(MAX_LOCK_BLOCKS + 11);
    while (await app.payouts.follow());
    expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('done');
    for (const unsigned of [begunAt, null]) expect(await readCode(giveUp(id, unsigned))).toBe('STALE');
    expect(await app.payouts.find(id)).toMatchObject({ state: 'SENDING', begun_by: ADMIN2 });
    app.chain.mine(late);
    await app.payouts.follow();
    expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', begun_by: ADMIN2 });
  });

  it('P3 a wallet that declines an earlier request does not release a later claim of the same administrator', async () => {
    const { id, begunAt } = await giveUpTooEarly({ isKnown: false });
    app.mine(MAX_LOCK_BLOCKS + 11);
    while (await app.payouts.follow());
    await begin(id); // on another device
    const signed = app.chain.transaction([{ sender: TREASURY, recipient: WALLET, amount: 500n }]);
    app.chain.pending.push(signed);
    expect(await readCode(giveUp(id, begunAt))).toBe('STALE');
    expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('STALE');
    expect(await app.payouts.report(id, signed.hash)).toMatchObject({ state: 'SENT', tx_hash: signed.hash });
    app.chain.mine(signed);
    await app.payouts.follow();
    expect(await readState(id)).toBe('CONFIRMED');
    expect(await app.payouts.countUnexplained()).toBe(0);
  });

  it('P3 a late transfer pays the payout that was given up, not one that was never started', async () => {
    const never = await createPayout(500n);
    const { id, late } = await giveUpTooEarly({ isKnown: true });
    app.chain.mine(late);
    await app.payouts.follow();
    expect([await readState(never), await readState(id)]).toEqual(['DUE', 'CONFIRMED']);
  });
});

describe('kind', () => {
  it('P3 a stake return is not paid by an unexplained transfer from before it was due', async () => {
    const { id: refund, transfer } = await app.createDuePayout(500n);
    await app.payouts.begin(refund, ADMIN);
    app.send({ amount: 500n });
    app.send({ amount: 500n }); // by mistake a second time
    await app.payouts.follow();
    expect([await readState(refund), await app.payouts.countUnexplained()]).toEqual(['CONFIRMED', 1]);
    app.mine(200);
    await app.payouts.follow();
    await app.setDue(transfer, 500n, 'STAKE_RETURN', 0);
    await app.payouts.follow();
    const [stake] = await app.payouts.list(
      { kind: 'STAKE_RETURN', state: null, search: '', about: [] },
      { limit: 1, after: null },
    );
    expect(stake).toMatchObject({ state: 'DUE' });
    app.send({ amount: 500n });
    await app.payouts.follow();
    expect(await readState(stake!.id)).toBe('CONFIRMED');
  });
});
