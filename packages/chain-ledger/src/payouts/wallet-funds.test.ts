import { createMetrics } from '@touchline/service-kit/process/metrics';
import { expect, it } from 'vitest';
import { OTHER, TREASURY } from '../testing/payouts-suite.ts';
import { type Fault, ScriptedChain, ScriptedRpc } from '../testing/scripted-chain.ts';
import { combineRpcs } from '../transfer-reader.ts';
import { createWalletFunds } from './wallet-funds.ts';

const TOKEN = 10n ** 18n;

/** A wallet with 500 FOOTBALL that owes 300 now, 200 later and 6 of interest, read through RPCs with these faults. */
function openFunds(...faults: Fault[]) {
  const chain = new ScriptedChain({ finalDepth: 10 });
  chain.mine();
  chain.mine(chain.transaction([{ sender: OTHER, recipient: TREASURY, amount: 500n * TOKEN }]));
  const rpcs = faults.map(() => new ScriptedRpc(chain));
  for (const [index, fault] of faults.entries()) rpcs[index]!.setFault(fault);
  const transfers = combineRpcs(rpcs, { timeoutMs: 200 });
  const metrics = createMetrics('games');
  const funds = createWalletFunds({
    wallet: 'treasury',
    address: TREASURY,
    transfers,
    payouts: { sumUnpaid: async () => 300n * TOKEN },
    readFutureDebt: async () => ({ locked: 200n * TOKEN, interest: 6n * TOKEN }),
    metrics,
  });
  return { funds, metrics, transfers, chain };
}

it('balance and debts of a wallet are shown and measured', async () => {
  const { funds, metrics } = openFunds('NONE', 'NONE');
  expect(await funds.read()).toEqual({
    name: 'treasury',
    address: TREASURY,
    balance: '500',
    due: '300',
    locked: '200',
    interest: '6',
  });
  await funds.updateMetrics();
  const text = await metrics.text();
  expect(text).toContain('wallet_balance_tokens{wallet="treasury",service="games"} 500');
  expect(text).toContain('wallet_owed_tokens{wallet="treasury",what="due",service="games"} 300');
  expect(text).toContain('wallet_owed_tokens{wallet="treasury",what="locked",service="games"} 200');
  expect(text).toContain('wallet_owed_tokens{wallet="treasury",what="interest",service="games"} 6');
});

it('balance of a wallet is not known while the RPCs disagree, and the debts are measured nevertheless', async () => {
  const { funds, metrics } = openFunds('NONE', 'INVENTING');
  expect(await funds.read()).toMatchObject({ balance: null, due: '300' });
  await expect(funds.updateMetrics()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  const text = await metrics.text();
  expect(text).toContain('what="due",service="games"} 300');
  expect(text).not.toContain('wallet_balance_tokens{');
});

it('balance of a wallet is shown as unknown when the RPCs do not respond', async () => {
  expect(await openFunds('HANGING', 'DOWN').funds.read()).toMatchObject({ balance: null });
});

it('S2 nonces count only if two RPCs agree, and the next nonce is the highest that any RPC reports', async () => {
  const { transfers, chain } = openFunds('NONE', 'INVENTING');
  await expect(transfers.usedNonces(OTHER, 1)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  chain.pending.push(chain.transaction([{ sender: OTHER, recipient: TREASURY, amount: 1n }]));
  expect(await openFunds('NONE', 'INVENTING', 'NONE').transfers.usedNonces(OTHER, 1)).toBe(1);
  expect(await transfers.nextNonce(OTHER)).toBe(2);
});
