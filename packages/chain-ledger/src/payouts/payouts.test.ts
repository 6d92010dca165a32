import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { OTHER, payoutsSuite } from '../testing/payouts-suite.ts';

const ADMIN = `0x${'e'.repeat(40)}`;
const ADMIN2 = `0x${'f'.repeat(40)}`;

const app = payoutsSuite();

const idOf = async (...owed: Parameters<typeof app.createDuePayout>) => (await app.createDuePayout(...owed)).id;
const stateOf = async (id: string) => (await app.payouts.find(id))?.state;
const code = (step: Promise<unknown>) =>
  step.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('a payout', () => {
  it('S2 is begun by one of two administrators who try at once, as often as that one asks', async () => {
    const id = await idOf(500n);
    const tries = Array.from({ length: 10 }, (_, n) => app.payouts.begin(id, n % 2 === 0 ? ADMIN : ADMIN2));
    const answers = (await Promise.allSettled(tries)).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    const begun = answers.map(({ payout }) => payout.begun_by);
    expect(begun).toEqual(Array(5).fill(begun[0]));
    // Two devices of one administrator: only the call that began it sends the money.
    expect(answers.filter(({ newly_begun }) => newly_begun)).toHaveLength(1);
    const other = begun[0] === ADMIN ? ADMIN2 : ADMIN;
    expect(await code(app.payouts.begin(id, other))).toBe('STALE');
    await app.payouts.giveUp(id);
    expect(await app.payouts.begin(id, other)).toMatchObject({
      payout: { state: 'SENDING' },
      newly_begun: true,
    });
  });

  it('S2 is not paid while a reorganisation could remove what it gives back', async () => {
    const id = await idOf(500n, { state: 'CONFIRMED' });
    expect(await code(app.payouts.begin(id, ADMIN))).toBe('CHANGE_REFUSED');
  });

  it('S2 is paid by exactly its transfer: not by another amount, recipient, sender or transaction', async () => {
    const id = await idOf(500n);
    await app.payouts.begin(id, ADMIN);
    const wrong = [
      app.send({ amount: 499n }),
      app.send({ amount: 501n }),
      app.send({ amount: 500n, recipient: OTHER }),
      app.send({ amount: 500n, sender: OTHER }),
    ];
    for (const { hash } of wrong) expect(await code(app.payouts.report(id, hash))).toBe('TX_NOT_PAYMENT');
    await app.payouts.follow();
    expect(await stateOf(id)).toBe('SENDING');
    expect(await app.payouts.report(id, app.send({ amount: 500n }).hash)).toMatchObject({
      state: 'CONFIRMED',
    });
    expect(await app.payouts.countUnexplained()).toBe(3);
  });

  it('S2 is not paid by a transfer from before the money came in', async () => {
    const { hash } = app.send({ amount: 500n });
    app.mine(1);
    const id = await idOf(500n);
    await app.payouts.follow();
    await app.payouts.begin(id, ADMIN);
    expect(await code(app.payouts.report(id, hash))).toBe('TX_NOT_PAYMENT');
  });

  it('S2 is SENT again while a reorganisation has removed its transfer, and FINAL in the end', async () => {
    const id = await idOf(500n);
    await app.payouts.begin(id, ADMIN);
    const transaction = app.send({ amount: 500n });
    expect((await app.payouts.report(id, transaction.hash)).state).toBe('CONFIRMED');
    app.chain.remove(1);
    app.mine(2);
    await app.payouts.follow();
    expect(await app.payouts.find(id)).toMatchObject({ state: 'SENT', tx_hash: transaction.hash });
    expect(await code(app.payouts.begin(id, ADMIN2))).toBe('STALE');
    expect(await code(app.payouts.giveUp(id))).toBe('STALE');
    app.chain.mine(transaction);
    await app.payouts.follow();
    expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', outgoing_state: 'SEEN' });
    app.mine(10);
    await app.payouts.follow();
    expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', outgoing_state: 'FINAL' });
  });

  it('S2 is paid by the transfer that replaced one that was never mined', async () => {
    const id = await idOf(500n);
    await app.payouts.begin(id, ADMIN);
    const lost: Hex = `0x${'ab'.repeat(32)}`;
    expect((await app.payouts.report(id, lost)).state).toBe('SENT');
    expect(await code(app.payouts.report(id, `0x${'ac'.repeat(32)}`))).toBe('STALE');
    const { hash } = app.send({ amount: 500n });
    expect(await app.payouts.report(id, hash)).toMatchObject({ state: 'CONFIRMED', tx_hash: hash });
    expect(await code(app.payouts.report(id, lost))).toBe('STALE');
  });

  it('S2 waits while more is to be read than a person waits for', async () => {
    await app.payouts.follow();
    const id = await idOf(500n);
    app.mine(60_000);
    expect(await code(app.payouts.begin(id, ADMIN))).toBe('UPSTREAM_UNAVAILABLE');
    while (await app.payouts.follow());
    expect(await code(app.payouts.begin(id, ADMIN))).toBe('done');
  });

  it('S2 waits for the chain when no RPC answers', async () => {
    const id = await idOf(500n);
    app.rpc.setFault('DOWN');
    expect(await code(app.payouts.begin(id, ADMIN))).toBe('UPSTREAM_UNAVAILABLE');
    app.rpc.setFault('NONE');
    await app.payouts.begin(id, ADMIN);
    app.rpc.setFault('DOWN');
    expect(await code(app.payouts.giveUp(id))).toBe('UPSTREAM_UNAVAILABLE');
    expect(await code(app.payouts.report(id, `0x${'ab'.repeat(32)}`))).toBe('UPSTREAM_UNAVAILABLE');
    expect(await stateOf(id)).toBe('SENDING');
  });
});

describe('a transfer that nobody named', () => {
  it('S2 pays what was owed, so that it cannot be paid again', async () => {
    const id = await idOf(500n);
    const { hash } = app.send({ amount: 500n });
    expect(await code(app.payouts.begin(id, ADMIN))).toBe('STALE');
    expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', tx_hash: hash, begun_by: null });
  });

  it('S2 pays what was begun by a process that ended between sending and naming', async () => {
    const [first, id] = [await idOf(500n), await idOf(500n)];
    await app.payouts.begin(id, ADMIN);
    const { hash } = app.send({ amount: 500n });
    app.restart();
    await app.payouts.follow();
    expect(await app.payouts.find(id)).toMatchObject({ state: 'CONFIRMED', tx_hash: hash, begun_by: ADMIN });
    expect(await stateOf(first)).toBe('DUE');
    expect(await code(app.payouts.giveUp(id))).toBe('STALE');
    expect((await app.payouts.report(id, hash)).state).toBe('CONFIRMED');
  });

  it('S2 pays what was given up too early', async () => {
    const id = await idOf(500n);
    await app.payouts.begin(id, ADMIN);
    await app.payouts.giveUp(id);
    app.send({ amount: 500n });
    await app.payouts.follow();
    expect(await stateOf(id)).toBe('CONFIRMED');
  });

  it('S2 pays another of the same amount when its sender says so', async () => {
    const [first, second] = [await idOf(500n), await idOf(500n)];
    await app.payouts.begin(first, ADMIN);
    await app.payouts.begin(second, ADMIN2);
    const [a, b] = [app.send({ amount: 500n }), app.send({ amount: 500n })];
    await app.payouts.follow();
    // Found in this order; the administrators sent them in the other.
    expect((await app.payouts.report(second, a.hash)).tx_hash).toBe(a.hash);
    expect((await app.payouts.report(first, b.hash)).tx_hash).toBe(b.hash);
    expect((await app.payouts.report(second, a.hash)).state).toBe('CONFIRMED');
    expect(await code(app.payouts.report(second, b.hash))).toBe('STALE');
  });
});

describe('one transaction', () => {
  it('S2 pays as many payouts as it has transfers', async () => {
    const [first, second, third] = [await idOf(500n), await idOf(500n), await idOf(500n)];
    for (const id of [first, second, third]) await app.payouts.begin(id, ADMIN);
    const { hash } = app.send({ amount: 500n }, { amount: 500n });
    expect((await app.payouts.report(second, hash)).state).toBe('CONFIRMED');
    expect((await app.payouts.report(third, hash)).state).toBe('CONFIRMED');
    expect(await code(app.payouts.report(first, hash))).toBe('TX_ALREADY_USED');
    expect(await stateOf(first)).toBe('SENDING');
  });

  it('S2 named twice before it was mined pays once', async () => {
    const [first, second] = [await idOf(500n), await idOf(500n)];
    for (const id of [first, second]) await app.payouts.begin(id, ADMIN);
    const transaction = app.send({ amount: 500n });
    app.chain.remove(1);
    for (const id of [first, second])
      expect((await app.payouts.report(id, transaction.hash)).state).toBe('SENT');
    app.chain.mine(transaction);
    await app.payouts.follow();
    expect([await stateOf(first), await stateOf(second)].sort()).toEqual(['CONFIRMED', 'SENT']);
  });
});
