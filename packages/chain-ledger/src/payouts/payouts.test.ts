import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { OTHER, payoutsSuite } from '../testing/payouts-suite.ts';
import { ScriptedChain, ScriptedRpc } from '../testing/scripted-chain.ts';

const ADMIN = `0x${'e'.repeat(40)}`;
const ADMIN2 = `0x${'f'.repeat(40)}`;
const GIVEN_UP = { admin: ADMIN, unsigned: null };

const app = payoutsSuite();

const createPayout = async (...options: Parameters<typeof app.createDuePayout>) =>
  (await app.createDuePayout(...options)).id;
const readState = async (id: string) => (await app.payouts.find(id))?.state;
const readCode = (step: Promise<unknown>) =>
  step.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('payout', () => {
  it('S2 payout is started by only one of two concurrent admins, who may repeat the call', async () => {
    const id = await createPayout(500n);
    const attempts = Array.from({ length: 10 }, (_, n) =>
      app.payouts.begin(id, n % 2 === 0 ? ADMIN : ADMIN2),
    );
    const results = (await Promise.allSettled(attempts)).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    const begun = results.map(({ payout }) => payout.begun_by);
    expect(begun).toEqual(Array(5).fill(begun[0]));
    // With two devices of one admin, only the call that started it may send the money.
    expect(results.filter(({ newly_begun }) => newly_begun)).toHaveLength(1);
    const other = begun[0] === ADMIN ? ADMIN2 : ADMIN;
    expect(await readCode(app.payouts.begin(id, other))).toBe('STALE');
    await app.payouts.giveUp(id, { admin: begun[0]!, unsigned: results[0]!.payout.begun_at });
    expect(await app.payouts.begin(id, other)).toMatchObject({
      payout: { state: 'SENDING' },
      newly_begun: true,
    });
  });

  it('S2 payout cannot be started while a reorganisation could remove the incoming transfer', async () => {
    const id = await createPayout(500n, { state: 'CONFIRMED' });
    expect(await readCode(app.payouts.begin(id, ADMIN))).toBe('CHANGE_REFUSED');
  });

  it('S2 payout is not paid by a transfer with another amount, recipient or sender', async () => {
    const id = await createPayout(500n);
    await app.payouts.begin(id, ADMIN);
    const wrong = [
      app.send({ amount: 499n }),
      app.send({ amount: 501n }),
      app.send({ amount: 500n, recipient: OTHER }),
      app.send({ amount: 500n, sender: OTHER }),
    ];
    for (const { hash } of wrong) expect(await readCode(app.payouts.report(id, hash))).toBe('TX_NOT_PAYMENT');
    await app.payouts.follow();
    expect(await readState(id)).toBe('SENDING');
    expect(await app.payouts.report(id, app.send({ amount: 500n }).hash)).toMatchObject({
      state: 'CONFIRMED',
    });
    expect(await app.payouts.countUnexplained()).toBe(3);
  });

  it('S2 payout is not paid by a transfer older than the incoming one', async () => {
    const { hash } = app.send({ amount: 500n });
    app.mine(1);
    const id = await createPayout(500n);
    await app.payouts.follow();
    await app.payouts.begin(id, ADMIN);
    expect(await readCode(app.payouts.report(id, hash))).toBe('TX_NOT_PAYMENT');
  });

  it('S2 payout returns to SENT while a reorganisation has removed its transfer, and becomes FINAL later', async () => {
    const id = await createPayout(500n);
    await app.payouts.begin(id, ADMIN);
    const transaction = app.send({ amount: 500n });
    expect((await app.payouts.report(id, transaction.hash)).state).toBe('CONFIRMED');
    app.chain.remove(1);
    app.mine(2);
    await app.payouts.follow();
    expect(await app.payouts.find(id)).toMatchObject({ state: 'SENT', tx_hash: transaction.hash });
    expect(await readCode(app.payouts.begin(id, ADMIN2))).toBe('STALE');
    expect(await readCode(app.payouts.giveUp(id, GIVEN_UP))).toBe('STALE');
    app.chain.mine(transaction);
    await app.payouts.follow();
    expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', outgoing_state: 'SEEN' });
    app.mine(10);
    await app.payouts.follow();
    expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', outgoing_state: 'FINAL' });
  });

  it('S2 payout is paid by the transfer that replaced a transaction that was never mined', async () => {
    const id = await createPayout(500n);
    await app.payouts.begin(id, ADMIN);
    const lost: Hex = `0x${'ab'.repeat(32)}`;
    expect((await app.payouts.report(id, lost)).state).toBe('SENT');
    expect(await readCode(app.payouts.report(id, `0x${'ac'.repeat(32)}`))).toBe('STALE');
    const { hash } = app.send({ amount: 500n });
    expect(await app.payouts.report(id, hash)).toMatchObject({ state: 'CONFIRMED', tx_hash: hash });
    expect(await readCode(app.payouts.report(id, lost))).toBe('STALE');
  });

  it('S2 payout cannot be started while too many blocks are still unread', async () => {
    await app.payouts.follow();
    const id = await createPayout(500n);
    app.mine(60_000);
    expect(await readCode(app.payouts.begin(id, ADMIN))).toBe('UPSTREAM_UNAVAILABLE');
    while (await app.payouts.follow());
    expect(await readCode(app.payouts.begin(id, ADMIN))).toBe('done');
  });

  it('S2 payout steps fail with UPSTREAM_UNAVAILABLE while no RPC responds', async () => {
    const id = await createPayout(500n);
    app.rpc.setFault('DOWN');
    expect(await readCode(app.payouts.begin(id, ADMIN))).toBe('UPSTREAM_UNAVAILABLE');
    app.rpc.setFault('NONE');
    await app.payouts.begin(id, ADMIN);
    app.rpc.setFault('DOWN');
    expect(await readCode(app.payouts.giveUp(id, GIVEN_UP))).toBe('UPSTREAM_UNAVAILABLE');
    expect(await readCode(app.payouts.report(id, `0x${'ab'.repeat(32)}`))).toBe('UPSTREAM_UNAVAILABLE');
    expect(await readState(id)).toBe('SENDING');
  });
});

describe('unreported transfer', () => {
  it('S2 unreported transfer pays a due payout, which cannot be paid again', async () => {
    const id = await createPayout(500n);
    const { hash } = app.send({ amount: 500n });
    expect(await readCode(app.payouts.begin(id, ADMIN))).toBe('STALE');
    expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', tx_hash: hash, begun_by: null });
  });

  it('S2 unreported transfer pays the payout of a process that ended between sending and reporting', async () => {
    const [first, id] = [await createPayout(500n), await createPayout(500n)];
    await app.payouts.begin(id, ADMIN);
    const { hash } = app.send({ amount: 500n });
    app.restart();
    await app.payouts.follow();
    expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', tx_hash: hash, begun_by: ADMIN });
    expect(await readState(first)).toBe('DUE');
    expect(await readCode(app.payouts.giveUp(id, GIVEN_UP))).toBe('STALE');
    expect((await app.payouts.report(id, hash)).state).toBe('CONFIRMED');
  });

  it('S2 unreported transfer pays a payout that was given up too early', async () => {
    const id = await createPayout(500n);
    await app.payouts.begin(id, ADMIN);
    await app.payouts.giveUp(id, GIVEN_UP);
    app.send({ amount: 500n });
    await app.payouts.follow();
    expect(await readState(id)).toBe('CONFIRMED');
  });

  it.each([
    ['follow', () => app.payouts.follow()],
    ['begin', (id: string) => readCode(app.payouts.begin(id, ADMIN))],
  ])('S2 unreported transfer that only a deep reorganisation contains pays a payout: %s', async (_, read) => {
    app.chain = new ScriptedChain({ finalDepth: 100 });
    app.rpc = new ScriptedRpc(app.chain);
    app.restart();
    app.mine(10);
    const id = await createPayout(500n);
    app.mine(41);
    await app.payouts.follow();
    app.chain.remove(41);
    app.send({ amount: 500n });
    app.mine(40);
    await read(id);
    expect(await readState(id)).toBe('CONFIRMED');
  });

  it('S2 unreported transfer does not pay a payout for an orphaned incoming transfer until that is mined again', async () => {
    const orphaned = await app.createDuePayout(500n);
    const setState = (state: string) =>
      app.db('ledger_transfers').where({ id: orphaned.transfer }).update({ state });
    await setState('ORPHANED');
    expect(await app.payouts.countOpen()).toBe(0);
    const id = await createPayout(500n);
    app.send({ amount: 500n });
    await app.payouts.follow();
    expect([await readState(orphaned.id), await readState(id)]).toEqual(['DUE', 'CONFIRMED']);
    app.send({ amount: 500n });
    await app.payouts.follow();
    expect(await app.payouts.countUnexplained()).toBe(1);
    await setState('FINAL');
    expect(await app.payouts.countOpen()).toBe(1);
    await app.payouts.follow();
    expect([await readState(orphaned.id), await app.payouts.countUnexplained()]).toEqual(['CONFIRMED', 0]);
  });

  it('S2 transfer that an operator has marked as explained pays no payout unless an admin reports it', async () => {
    const { id, transfer } = await app.createDuePayout(700n);
    const { hash } = app.send({ amount: 500n });
    await app.payouts.follow();
    expect(await app.payouts.countUnexplained()).toBe(1);
    await app.db('ledger_outgoing').where({ tx_hash: hash }).update({ explained: true });
    await app.setDue(transfer, 500n);
    await app.payouts.follow();
    expect([await readState(id), await app.payouts.countUnexplained()]).toEqual(['DUE', 0]);
    expect(await app.payouts.report(id, hash)).toMatchObject({ state: 'CONFIRMED' });
  });

  it('S2 unreported transfer is reassigned to the payout that its sender reports', async () => {
    const [first, second] = [await createPayout(500n), await createPayout(500n)];
    await app.payouts.begin(first, ADMIN);
    await app.payouts.begin(second, ADMIN2);
    const [a, b] = [app.send({ amount: 500n }), app.send({ amount: 500n })];
    await app.payouts.follow();
    // The transfers were matched in this order, but the admins sent them in the reverse order.
    expect((await app.payouts.report(second, a.hash)).tx_hash).toBe(a.hash);
    expect((await app.payouts.report(first, b.hash)).tx_hash).toBe(b.hash);
    expect((await app.payouts.report(second, a.hash)).state).toBe('CONFIRMED');
    expect(await readCode(app.payouts.report(second, b.hash))).toBe('STALE');
  });
});

describe('transaction', () => {
  it('S2 transaction pays as many payouts as it has transfers', async () => {
    const [first, second, third] = [
      await createPayout(500n),
      await createPayout(500n),
      await createPayout(500n),
    ];
    for (const id of [first, second, third]) await app.payouts.begin(id, ADMIN);
    const { hash } = app.send({ amount: 500n }, { amount: 500n });
    expect((await app.payouts.report(second, hash)).state).toBe('CONFIRMED');
    expect((await app.payouts.report(third, hash)).state).toBe('CONFIRMED');
    expect(await readCode(app.payouts.report(first, hash))).toBe('TX_ALREADY_USED');
    expect(await readState(first)).toBe('SENDING');
  });

  it('S2 transaction that was reported twice before it was mined pays once', async () => {
    const [first, second] = [await createPayout(500n), await createPayout(500n)];
    for (const id of [first, second]) await app.payouts.begin(id, ADMIN);
    const transaction = app.send({ amount: 500n });
    app.chain.remove(1);
    for (const id of [first, second])
      expect((await app.payouts.report(id, transaction.hash)).state).toBe('SENT');
    app.chain.mine(transaction);
    await app.payouts.follow();
    expect([await readState(first), await readState(second)].sort()).toEqual(['CONFIRMED', 'SENT']);
  });
});
