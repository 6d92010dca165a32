import { beforeEach, expect, it } from 'vitest';
import type { Ledger } from './ledger.ts';
import { ledgerDatabase } from './testing/ledger-database.ts';
import { ScriptedChain, ScriptedRpc } from './testing/scripted-chain.ts';
import { createScriptedLedger, SENDER, TREASURY } from './testing/scripted-ledger.ts';

const suite = ledgerDatabase();
let chain: ScriptedChain;

beforeEach(async () => {
  await suite.empty();
  chain = new ScriptedChain({ finalDepth: 100 });
  mine(10);
});

/** Starts a ledger over an RPC that will hide a transfer, one that will lag, and an honest one. */
function startLedger() {
  const [hiding, lagging] = [new ScriptedRpc(chain), new ScriptedRpc(chain)];
  return {
    hiding,
    lagging,
    ledger: createScriptedLedger(suite.db, [hiding, lagging, new ScriptedRpc(chain)]),
  };
}

const mine = (blocks: number) => {
  for (let n = 0; n < blocks; n++) chain.mine();
};

const pay = (amount: bigint) => chain.transaction([{ sender: SENDER, recipient: TREASURY, amount }]);

const readTransfers = async (ledger: Ledger, hash: string) =>
  (await ledger.findTransfers(suite.db, hash)).map(({ state, amount }) => ({ state, amount }));

it('S7 ledger keeps a transfer while one RPC hides it and another lags behind its block', async () => {
  const { hiding, lagging, ledger } = startLedger();
  lagging.setFault('LAGGING');
  const payment = pay(500n);
  chain.mine(payment);
  mine(2);
  await ledger.follow();
  chain.remove(3);
  mine(2);
  chain.mine(payment);
  for (const [blocks, state] of [[10, 'SEEN'] as const, [110, 'FINAL'] as const]) {
    mine(blocks);
    hiding.setFault('FORGETTING');
    await expect(ledger.follow()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(await readTransfers(ledger, payment.hash)).toEqual([{ state: 'SEEN', amount: 500n }]);
    hiding.setFault('NONE');
    await ledger.follow();
    expect(await readTransfers(ledger, payment.hash)).toEqual([{ state, amount: 500n }]);
  }
});

it('S7 ledger keeps a transfer that was mined again while one RPC hides it and another lags behind its new block', async () => {
  const { hiding, lagging, ledger } = startLedger();
  const payment = pay(500n);
  chain.mine(payment);
  mine(2);
  await ledger.follow();
  chain.remove(3);
  mine(3);
  lagging.setFault('LAGGING');
  chain.mine(payment);
  mine(1);
  hiding.setFault('FORGETTING');
  await expect(ledger.follow()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(await readTransfers(ledger, payment.hash)).toEqual([{ state: 'SEEN', amount: 500n }]);
  lagging.setFault('NONE');
  await ledger.follow();
  expect(await readTransfers(ledger, payment.hash)).toEqual([{ state: 'SEEN', amount: 500n }]);
});
