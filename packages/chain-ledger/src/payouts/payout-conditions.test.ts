import { describe, expect, it } from 'vitest';
import type { Book } from '../stored-transfer.ts';
import { OTHER, payoutsSuite, TREASURY, WALLET } from '../testing/payouts-suite.ts';
import { findPayingTransfers, markPaid, releaseLocks } from './states.store.ts';

const ADMIN = `0x${'e'.repeat(40)}`;
const BOOK: Book = { chainId: 480, address: TREASURY, side: 'sender' };

const app = payoutsSuite();
const readPayout = async (id: string) => (await app.payouts.find(id))!;
const readKinds = async (transfer: number) =>
  app.db('payouts').where({ transfer_id: transfer }).orderBy('kind').pluck('kind');

/** Records an outgoing transfer of 500 in block 5 and returns its row. */
async function insertOutgoing(changes: object) {
  const [row] = await app
    .db('ledger_outgoing')
    .insert({
      chain_id: 480,
      tx_hash: `0x${'ab'.repeat(32)}`,
      log_index: 0,
      block_number: 5,
      block_hash: '0xb5',
      block_time: new Date(),
      sender: TREASURY,
      recipient: WALLET,
      amount: '500',
      seen_at: new Date(),
      ...changes,
    })
    .returning('*');
  return row;
}

describe('payouts due', () => {
  it('S2 a refund is paid by a transfer that was sent long before the service recorded it', async () => {
    const { hash } = app.send({ amount: 500n });
    const sentIn = app.chain.height;
    app.mine(150);
    await app.payouts.follow();
    const { transfer } = await app.createDuePayout(500n);
    await app.setDue(transfer, 0n);
    await app.setDue(transfer, 500n, 'REFUND', sentIn);
    await app.payouts.follow();
    const rows = await app.db('payouts').where({ transfer_id: transfer }).select('state', 'tx_hash');
    expect(rows).toEqual([{ state: 'CONFIRMED', tx_hash: hash }]);
  });

  it('a kind that is no longer due ends without the other kinds of its transfer', async () => {
    const { transfer } = await app.createDuePayout(500n, { kind: 'STAKE_RETURN' });
    await app.setDue(transfer, 7n, 'INTEREST');
    expect(await readKinds(transfer)).toEqual(['INTEREST', 'STAKE_RETURN']);
    await app.setDue(transfer, 0n, 'INTEREST');
    expect(await readKinds(transfer)).toEqual(['STAKE_RETURN']);
  });
});

describe('transfers that pay nothing', () => {
  it('S2 a second transfer of the same amount does not replace the one that paid', async () => {
    const { id } = await app.createDuePayout(500n);
    const first = app.send({ amount: 500n });
    await app.payouts.follow();
    app.send({ amount: 500n });
    await app.payouts.follow();
    expect(await readPayout(id)).toMatchObject({ state: 'CONFIRMED', tx_hash: first.hash });
    expect(await app.payouts.countUnexplained()).toBe(1);
  });

  it('S2 a transfer that a reorganisation removed before the payout was due does not pay it', async () => {
    app.send({ amount: 500n });
    await app.payouts.follow();
    app.chain.remove(1);
    app.mine(2);
    await app.payouts.follow();
    const { transfer } = await app.createDuePayout(500n);
    await app.setDue(transfer, 0n);
    await app.setDue(transfer, 500n, 'REFUND', 0);
    await app.payouts.follow();
    expect(await app.db('payouts').where({ transfer_id: transfer }).pluck('state')).toEqual(['DUE']);
  });
});

describe('the stored states of payouts', () => {
  it('S2 only a transfer from our wallet on the chain, not older than the payout, can be assigned to it', async () => {
    const fitting = await insertOutgoing({});
    await insertOutgoing({ log_index: 1, state: 'ORPHANED' });
    await insertOutgoing({ log_index: 2, sender: OTHER });
    await insertOutgoing({ log_index: 3, recipient: OTHER });
    await insertOutgoing({ log_index: 4, amount: '501' });
    const findFor = (from_block: number) =>
      app.db.transaction((trx) =>
        findPayingTransfers(trx, BOOK, fitting.tx_hash, { recipient: WALLET, amount: 500n, from_block }),
      );
    expect((await findFor(5)).map(({ transfer }) => transfer.id)).toEqual([fitting.id]);
    expect(await findFor(6)).toEqual([]);
  });

  it('S2 a payout that changed since it was read is not marked as paid', async () => {
    const { id } = await app.createDuePayout(500n);
    const { id: transfer, tx_hash, log_index, block_number } = await insertOutgoing({});
    const outgoing = { id: transfer, tx_hash, log_index, block_number, recipient: WALLET, amount: 500n };
    const pay = (read: { state: 'DUE' | 'SENDING'; amount: bigint }) =>
      app.db.transaction((trx) => markPaid(trx, { id, ...read }, outgoing, Date.now()));
    expect(await pay({ state: 'SENDING', amount: 500n })).toBe(false);
    expect(await pay({ state: 'DUE', amount: 499n })).toBe(false);
    expect(await readPayout(id)).toMatchObject({ state: 'DUE', tx_hash: null });
    expect(await pay({ state: 'DUE', amount: 500n })).toBe(true);
  });

  it('S2 the lock of a payout ends with its block', async () => {
    const { id } = await app.createDuePayout(500n);
    await app.payouts.begin(id, ADMIN);
    await app.payouts.giveUp(id, { admin: ADMIN, unsigned: null });
    await app.db('payouts').where({ id }).update({ locked_at_block: 20, locked_nonce: 3 });
    await releaseLocks(app.db, 19, 3);
    expect((await readPayout(id)).locked).toBe(true);
    await releaseLocks(app.db, 20, 3);
    expect((await readPayout(id)).locked).toBe(false);
  });
});
