import { beforeEach, expect, it } from 'vitest';
import type { Ledger } from './ledger.ts';
import { ledgerDatabase } from './testing/ledger-database.ts';
import { ScriptedChain, ScriptedRpc } from './testing/scripted-chain.ts';
import { createScriptedLedger, SENDER, TREASURY } from './testing/scripted-ledger.ts';
import type { TransferRange } from './transfer.ts';

const suite = ledgerDatabase();
let chain: ScriptedChain;
let rpc: ObservedRpc;
let ledger: Ledger;

/** Records the ranges that are read, and runs `onBlockHash` after each response with a block hash. */
class ObservedRpc extends ScriptedRpc {
  ranges: [from: number, to: number][] = [];
  onBlockHash = () => {};

  override async transfers(range: TransferRange) {
    this.ranges.push([range.from, range.to]);
    return super.transfers(range);
  }

  override async blockHash(number: number) {
    const hash = await super.blockHash(number);
    this.onBlockHash();
    return hash;
  }
}

beforeEach(async () => {
  await suite.empty();
  chain = new ScriptedChain({ finalDepth: 100 });
  mine(150);
  rpc = new ObservedRpc(chain);
  ledger = startLedger(rpc);
});

const startLedger = (...rpcs: ScriptedRpc[]) => createScriptedLedger(suite.db, rpcs);

const mine = (blocks: number) => {
  for (let n = 0; n < blocks; n++) chain.mine();
};

const pay = (amount: bigint) => chain.transaction([{ sender: SENDER, recipient: TREASURY, amount }]);

const readTransfers = async (hash: string) =>
  (await ledger.findTransfers(suite.db, hash)).map(({ state, amount }) => ({ state, amount }));

it('ledger rereads blocks that a reorganisation deeper than the overlap replaced', async () => {
  const [first, second] = [pay(1n), pay(2n)];
  chain.mine(first);
  mine(40);
  await ledger.follow();
  chain.remove(41);
  chain.mine(second);
  mine(45);
  await ledger.follow();
  expect(await readTransfers(first.hash)).toEqual([{ state: 'ORPHANED', amount: 1n }]);
  expect(await readTransfers(second.hash)).toEqual([{ state: 'SEEN', amount: 2n }]);
});

it('ledger finds a payment that only the blocks of a deep reorganisation contain', async () => {
  const payment = pay(2n);
  mine(41);
  await ledger.follow();
  chain.remove(41);
  chain.mine(payment);
  mine(40);
  await ledger.follow();
  expect(await readTransfers(payment.hash)).toEqual([{ state: 'SEEN', amount: 2n }]);
});

it('ledger finds a payment below the last removed transfer of a deep reorganisation', async () => {
  const [removed, payment] = [pay(1n), pay(2n)];
  mine(40);
  chain.mine(removed);
  mine(1);
  await ledger.follow();
  chain.remove(42);
  chain.mine(payment);
  mine(41);
  await ledger.follow();
  expect(await readTransfers(removed.hash)).toEqual([{ state: 'ORPHANED', amount: 1n }]);
  expect(await readTransfers(payment.hash)).toEqual([{ state: 'SEEN', amount: 2n }]);
});

it('ledger finds a payment of a deep reorganisation that became final while the service was down', async () => {
  const payment = pay(2n);
  mine(41);
  await ledger.follow();
  chain.remove(41);
  chain.mine(payment);
  mine(300);
  ledger = startLedger(rpc);
  await ledger.follow();
  await ledger.follow();
  expect(await readTransfers(payment.hash)).toEqual([{ state: 'FINAL', amount: 2n }]);
});

it('ledger finds a payment of a deep reorganisation while the new chain is still shorter', async () => {
  const payment = pay(2n);
  mine(41);
  await ledger.follow();
  chain.remove(41);
  chain.mine(payment);
  mine(35);
  await ledger.follow();
  expect(await readTransfers(payment.hash)).toEqual([{ state: 'SEEN', amount: 2n }]);
});

it('ledger finds a payment of a deep reorganisation between two requests once it is final', async () => {
  const payment = pay(2n);
  mine(41);
  await ledger.follow();
  rpc.onBlockHash = () => {
    rpc.onBlockHash = () => {};
    chain.remove(41);
    chain.mine(payment);
    mine(45);
  };
  await ledger.follow();
  mine(100);
  await ledger.follow();
  expect(await readTransfers(payment.hash)).toMatchObject([{ amount: 2n }]);
});

it('ledger reads no blocks before its start while one of two RPCs lacks irreversible blocks', async () => {
  const before = pay(1n);
  chain.mine(before);
  mine(43_500);
  const other = new ScriptedRpc(chain);
  const heads = other.heads.bind(other);
  ledger = startLedger(rpc, other);
  while (await ledger.follow());
  other.heads = async () => ({ latest: 160, safe: 155, finalized: 60 });
  await ledger.follow();
  expect(await readTransfers(before.hash)).toEqual([]);
  const payment = pay(2n);
  chain.mine(payment);
  mine(1);
  other.heads = heads;
  await ledger.follow();
  expect(await readTransfers(payment.hash)).toEqual([{ state: 'SEEN', amount: 2n }]);
});

it('ledger reads only the overlap again while nothing is replaced or final, also if one of three RPCs contradicts', async () => {
  const liar = new ScriptedRpc(chain);
  liar.blockHash = async () => `0x${'f'.repeat(64)}`;
  ledger = startLedger(rpc, new ScriptedRpc(chain), liar);
  await ledger.follow();
  rpc.ranges = [];
  await ledger.follow();
  await ledger.follow();
  const deep = chain.height - 1;
  expect(rpc.ranges).toEqual([
    [deep - 19, deep],
    [deep - 19, deep],
  ]);
});
