import { queryOne } from '@touchline/service-kit/data/database';
import { countBlocked } from '@touchline/service-kit/testing/waiting';
import { beforeEach, expect, it } from 'vitest';
import { readCursor, setTransferState } from './ledger.store.ts';
import type { Ledger } from './ledger.ts';
import { ledgerDatabase } from './testing/ledger-database.ts';
import { ScriptedChain, ScriptedRpc } from './testing/scripted-chain.ts';
import { createScriptedLedger, SENDER, TREASURY } from './testing/scripted-ledger.ts';

const ACCOUNT = { chainId: 480, address: TREASURY };

const suite = ledgerDatabase();
let chain: ScriptedChain;
let ledger: Ledger;
let minAmount = 1n;

beforeEach(async () => {
  await suite.empty();
  minAmount = 1n;
  chain = new ScriptedChain({ finalDepth: 100 });
  mine(10);
  ledger = startLedger(new ScriptedRpc(chain));
});

const startLedger = (...rpcs: ScriptedRpc[]) =>
  createScriptedLedger(suite.db, rpcs, { minAmount: async () => minAmount });

const mine = (blocks: number) => {
  for (let n = 0; n < blocks; n++) chain.mine();
};

const pay = (...amounts: bigint[]) => payFrom(SENDER, ...amounts);
const payFrom = (sender: string, ...amounts: bigint[]) =>
  chain.transaction(amounts.map((amount) => ({ sender, recipient: TREASURY, amount })));

const readTransfers = async (hash: string) =>
  (await ledger.findTransfers(suite.db, hash)).map(({ state, amount }) => ({ state, amount }));

it('ledger reports the last block that it read, also after a restart without a chain', async () => {
  await ledger.follow();
  const rpc = new ScriptedRpc(chain);
  const scanned: number[] = [];
  const onScanned = (block: number) => scanned.push(block);
  const restarted = createScriptedLedger(suite.db, [rpc], { onScanned });
  rpc.setFault('DOWN');
  await expect(restarted.follow()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(scanned).toEqual([(await readCursor(suite.db, { ...ACCOUNT, side: 'recipient' }))!.block_number]);
});

it('ledger keeps the id of a transfer that is mined again in another order', async () => {
  const [first, second] = [pay(1n, 1n), pay(2n)];
  chain.mine(first, second);
  mine(2);
  await ledger.follow();
  const before = await ledger.findUnassigned();
  chain.remove(3);
  chain.mine();
  mine(3);
  await ledger.follow();
  expect(await ledger.findUnassigned()).toEqual([]);
  chain.mine(second, first);
  mine(2);
  await ledger.follow();
  const after = await ledger.findUnassigned();
  expect(after.map(({ id, amount }) => [id, amount])).toEqual(before.map(({ id, amount }) => [id, amount]));
  expect(after.map(({ log_index }) => log_index)).toEqual([1, 2, 0]);
});

it('ledger returns a transfer as unassigned until the service has decided what it is for', async () => {
  const transaction = pay(5n);
  chain.mine(transaction);
  mine(2);
  await ledger.follow();
  const [first] = await ledger.findUnassigned();
  expect(first).toMatchObject({ amount: 5n, sender: SENDER, state: 'SEEN' });
  await ledger.markAssigned(suite.db, first!.id);
  expect(await ledger.findUnassigned()).toEqual([]);
});

it('ledger records a transfer only when it is deep enough', async () => {
  const transaction = pay(5n);
  chain.mine(transaction);
  await ledger.follow();
  expect(await ledger.findTransaction(transaction.hash)).toMatchObject({ state: 'mined', deep: false });
  expect(await readTransfers(transaction.hash)).toEqual([]);
  mine(1);
  await ledger.follow();
  expect(await ledger.findTransaction(transaction.hash)).toMatchObject({ state: 'mined', deep: true });
  expect(await readTransfers(transaction.hash)).toEqual([{ state: 'SEEN', amount: 5n }]);
});

it('follow reads a long range in chunks and returns whether there is more', async () => {
  mine(6_000);
  expect(await ledger.follow()).toBe(true);
  expect(await ledger.follow()).toBe(false);
  expect(await readCursor(suite.db, { ...ACCOUNT, side: 'recipient' })).toMatchObject({
    block_number: chain.height - 1,
  });
});

it.each([
  ['CONFIRMED', 4],
  ['FINAL', 110],
])('S7 log that one RPC invented in a real block never becomes %s', async (state, later) => {
  const [honest, liar] = [new ScriptedRpc(chain), new ScriptedRpc(chain)];
  const payment = pay(5n);
  chain.mine(payment);
  mine(2);
  liar.setFault('INVENTING');
  await startLedger(liar).follow(); // while it is the only RPC
  expect(await readTransfers(payment.hash)).toHaveLength(2);
  const [real] = await readTransfers(payment.hash);
  mine(later);
  await startLedger(liar, honest)
    .follow()
    .catch(() => {}); // the RPCs contradict each other
  expect(await readTransfers(payment.hash)).toEqual([real, real]);
  await startLedger(liar, honest, new ScriptedRpc(chain)).follow();
  expect((await readTransfers(payment.hash)).map(({ state }) => state).sort()).toEqual([state, 'ORPHANED']);
});

it('S7 ledger finalises nothing on the response of one RPC while the other is down', async () => {
  const other = new ScriptedRpc(chain);
  const both = startLedger(new ScriptedRpc(chain), other);
  const payment = pay(5n);
  chain.mine(payment);
  mine(2);
  await both.follow();
  const cursor = await readCursor(suite.db, { ...ACCOUNT, side: 'recipient' });
  mine(110);
  other.setFault('DOWN');
  await expect(both.follow()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  await expect(both.findTransaction(payment.hash)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(await readTransfers(payment.hash)).toEqual([{ state: 'SEEN', amount: 5n }]);
  expect(await readCursor(suite.db, { ...ACCOUNT, side: 'recipient' })).toEqual(cursor);
  other.setFault('NONE');
  await both.follow();
  expect(await readTransfers(payment.hash)).toEqual([{ state: 'FINAL', amount: 5n }]);
});

const readDust = async () => {
  const row = await queryOne<{ dust_transfers: number; dust_amount: string }>(
    suite.db,
    'select dust_transfers, dust_amount from ledger_cursors',
  );
  return [row!.dust_transfers, BigInt(row!.dust_amount)];
};

it('S19 ledger counts dust once and never records it, even when a client reports it', async () => {
  minAmount = 100n;
  const [dustOnly, mixed] = [pay(99n, 1n), pay(100n, 3n)];
  chain.mine(dustOnly, mixed);
  mine(3);
  await ledger.follow();
  await ledger.follow();
  const found = await ledger.findTransaction(dustOnly.hash);
  await suite.db.transaction((trx) =>
    ledger.record(trx, dustOnly.hash, found.state === 'mined' ? found.transfers : []),
  );
  expect(await readTransfers(dustOnly.hash)).toEqual([]);
  expect(await readTransfers(mixed.hash)).toEqual([{ state: 'SEEN', amount: 100n }]);
  expect(await readDust()).toEqual([3, 103n]);
});

it('ledger keeps recorded transfers when the minimum amount rises', async () => {
  const payment = pay(50n);
  chain.mine(payment);
  mine(2);
  await ledger.follow();
  minAmount = 100n;
  chain.remove(3);
  chain.mine();
  chain.mine(payment);
  mine(2);
  await ledger.follow();
  expect(await readTransfers(payment.hash)).toEqual([{ state: 'SEEN', amount: 50n }]);
});

it('findUnassigned returns the first transfer of every sender before any second one', async () => {
  const many = pay(...Array.from({ length: 300 }, (_, n) => BigInt(n + 1)));
  const others = [2, 3, 4].map((n) => payFrom(`0x${String(n).repeat(40)}`, 7n));
  chain.mine(many, ...others);
  mine(2);
  await ledger.follow();
  const unassigned = await ledger.findUnassigned();
  expect(unassigned).toHaveLength(200);
  expect(unassigned.slice(0, 5).map(({ amount }) => amount)).toEqual([1n, 7n, 7n, 7n, 2n]);
});

it('transaction that assigns several payments of a block never deadlocks with the recheck of that block', async () => {
  const paid = [pay(1n), pay(2n)];
  const hashes = paid.map(({ hash }) => hash);
  chain.mine(...paid);
  mine(2);
  await ledger.follow();
  const unassigned = await ledger.findUnassigned();
  const book = { ...ACCOUNT, side: 'recipient' } as const;
  const blockHash = unassigned[0]!.block_hash;
  // The database chooses the order in which the recheck updates rows, so both orders are tried.
  for (const [[held, next], state] of [
    [unassigned, 'CONFIRMED'],
    [unassigned.toReversed(), 'FINAL'],
  ] as const) {
    await suite.db.raw('update ledger_transfers set assigned = false');
    let rechecked: unknown;
    await suite.db.transaction(async (trx) => {
      await ledger.lock(trx, hashes);
      await ledger.markAssigned(trx, held!.id);
      rechecked = setTransferState(suite.db, book, { blockHash, hashes, state });
      await expect.poll(() => countBlocked(suite.db)).toBe(1);
      await ledger.markAssigned(trx, next!.id);
    });
    await rechecked;
    expect(await ledger.findUnassigned()).toEqual([]);
    for (const hash of hashes) expect(await readTransfers(hash)).toMatchObject([{ state }]);
  }
});
