// @vitest-environment node
import { prizeVaultAbi } from '@touchline/contracts/abi';
import { fakeId } from '@touchline/host/testing/fake-objects';
import type { VaultOptions, VaultStep } from '@touchline/host/transfers';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import { walletError } from '../testing/chain-wallet.ts';
import { createPrizePool, offerBatches } from '../testing/prize-pool.ts';
import { replaceTransaction } from '../testing/replace-transaction.ts';
import { transferSuite } from '../testing/transfer-suite.ts';

const TOKEN = 10n ** 18n;
const TOTAL = 30n * TOKEN;
const GAME = fakeId(1, 7);
const page = transferSuite();
const vaultOf = () => page.transfers.vault!;
let pool: Awaited<ReturnType<typeof createPrizePool>>;
let vault: Address;
let steps: VaultStep[];
const onStep = (step: VaultStep) => void steps.push(step);
const lastPending = () => steps.findLast((step) => step.step === 'sent')?.pending ?? null;

beforeEach(async () => {
  steps = [];
  pool = await createPrizePool(page, GAME, TOTAL);
  ({ vault } = pool);
  page.responses = [pool.fakeFunding(), pool.fakeUnpaid()];
});

test('a settlement is funded with two confirmations by a wallet without batches', async () => {
  page.wallet.handlers.wallet_getCapabilities = () => {
    throw walletError(4200, 'unsupported');
  };
  await vaultOf().fund(GAME, { onStep });
  expect(steps.flatMap((each) => (each.step === 'confirm-in-wallet' ? [each.action] : []))).toEqual([
    'approve',
    'settle',
  ]);
  expect(await page.balance(vault)).toBe(TOTAL);
});

test('a settlement is funded with one confirmation by a wallet with batches', async () => {
  offerBatches(page);
  await vaultOf().fund(GAME, { onStep });
  expect(page.wallet.count('wallet_sendCalls')).toBe(1);
  expect(page.wallet.count('eth_sendTransaction')).toBe(0);
  expect(await page.balance(vault)).toBe(TOTAL);
});

test.each(['with batches', 'without batches'])(
  'a funding by a wallet %s succeeds although the RPC still reads the state of an earlier block',
  async (kind) => {
    if (kind === 'with batches') offerBatches(page);
    const serveEarlierBlock: NonNullable<VaultOptions['onStep']> = (step) => {
      if (step.step === 'confirm-in-wallet' && step.action !== 'approve')
        page.proxy.lies.eth_call = `0x${'0'.repeat(3 * 64)}`;
    };
    await vaultOf().fund(GAME, { onStep: serveEarlierBlock });
    delete page.proxy.lies.eth_call;
    expect(await page.balance(vault)).toBe(TOTAL);
  },
);

test('a funding that was interrupted after the approval requests only the settlement, and then nothing', async () => {
  page.wallet.handlers.wallet_getCapabilities = () => {
    throw walletError(4200, 'unsupported');
  };
  page.wallet.handlers.eth_sendTransaction = ([request]) => {
    if (page.wallet.count('eth_sendTransaction') > 1) throw walletError(4001, 'declined');
    return page.wallet.forward('eth_sendTransaction', [request]);
  };
  await expect(vaultOf().fund(GAME, { onStep })).rejects.toMatchObject({ code: 'USER_REJECTED' });
  delete page.wallet.handlers.eth_sendTransaction;
  await vaultOf().fund(GAME, { pending: lastPending(), onStep });
  expect(page.wallet.count('eth_sendTransaction')).toBe(3);
  await vaultOf().fund(GAME, { pending: lastPending(), onStep });
  expect(page.wallet.count('eth_sendTransaction')).toBe(3);
  expect(await page.balance(vault)).toBe(TOTAL);
});

test('a settlement whose hash the wallet garbles is found on the chain and not requested again', async () => {
  page.wallet.handlers.eth_sendTransaction = async ([request]) => {
    const hash = String(await page.wallet.forward('eth_sendTransaction', [request]));
    return page.wallet.count('eth_sendTransaction') === 2 ? hash.slice(0, -1) : hash;
  };
  await expect(vaultOf().fund(GAME, { onStep })).rejects.toMatchObject({
    message: expect.stringContaining('hash is required'),
  });
  await vaultOf().fund(GAME, { pending: lastPending(), onStep });
  expect(page.wallet.count('eth_sendTransaction')).toBe(2);
  expect(await page.balance(vault)).toBe(TOTAL);
});

test.each(['with batches', 'without batches'])(
  'a reclaimed settlement is refilled with exactly the rest by a wallet %s, once',
  async (kind) => {
    await vaultOf().fund(GAME, { onStep });
    const args = [pool.gameKey] as const;
    const data = encodeFunctionData({ abi: prizeVaultAbi, functionName: 'reclaim', args });
    await rpc(page.chain.rpcUrl, 'evm_increaseTime', [181 * 24 * 3600]);
    await rpc(page.chain.rpcUrl, 'eth_sendTransaction', [{ from: page.account(1), to: vault, data }]);
    await expect.poll(() => page.balance(vault)).toBe(0n);
    if (kind === 'with batches') offerBatches(page);
    page.responses = [pool.fakeFunding(page.account(1), TOTAL)];
    await vaultOf().fund(GAME, { onStep });
    expect(await page.balance(vault)).toBe(TOTAL);
    const requests = page.wallet.count('eth_sendTransaction') + page.wallet.count('wallet_sendCalls');
    await vaultOf().fund(GAME, { onStep });
    expect(page.wallet.count('eth_sendTransaction') + page.wallet.count('wallet_sendCalls')).toBe(requests);
  },
);

test('a funding from another account than the treasury is rejected before the wallet is asked', async () => {
  page.responses = [pool.fakeFunding(page.account(2))];
  await expect(vaultOf().fund(GAME)).rejects.toMatchObject({ title: 'Wrong Account' });
  expect(page.wallet.count('eth_sendTransaction')).toBe(0);
});

test('unpaid prizes are paid with one transaction, and a repeated payment sends nothing', async () => {
  offerBatches(page);
  await vaultOf().fund(GAME);
  const before = await page.balance(page.account(2));
  expect(await vaultOf().pay(GAME, null, { onStep })).toEqual({ next: null, prizes: 2 });
  expect(await page.balance(page.account(2))).toBe(before + 15n * TOKEN);
  await vaultOf().pay(GAME, null, { pending: lastPending() });
  expect(page.wallet.count('eth_sendTransaction')).toBe(1);
  expect(await page.balance(vault)).toBe(0n);
});

/** Starts a transaction with the vault without automatic blocks, and replaces it in the wallet. */
async function replaceFirst(
  start: () => Promise<unknown>,
  other: Parameters<typeof replaceTransaction>[2],
): Promise<unknown> {
  await rpc(page.chain.rpcUrl, 'evm_setAutomine', [false]);
  steps = [];
  const outcome = start().catch((error: unknown) => error);
  await expect.poll(lastPending).not.toBeNull();
  await replaceTransaction(page, lastPending()!, other);
  return outcome;
}
const toMyself = () => ({ from: page.account(1), to: page.account(1), value: '0x0' });

test('a payment that the administrator cancels in the wallet fails with "Transaction Cancelled", and can be repeated', async () => {
  offerBatches(page);
  await vaultOf().fund(GAME);
  const outcome = await replaceFirst(() => vaultOf().pay(GAME, null, { onStep }), toMyself);
  expect(outcome).toMatchObject({ code: 'USER_REJECTED', title: 'Transaction Cancelled' });
  expect(await page.balance(vault)).toBe(TOTAL);
  await rpc(page.chain.rpcUrl, 'evm_setAutomine', [true]);
  await vaultOf().pay(GAME, null);
  expect(await page.balance(vault)).toBe(0n);
});

test('a payment that the administrator speeds up succeeds', async () => {
  offerBatches(page);
  await vaultOf().fund(GAME);
  const outcome = await replaceFirst(
    () => vaultOf().pay(GAME, null, { onStep }),
    ({ input }) => ({ from: page.account(1), to: vault, data: input }),
  );
  expect(outcome).toEqual({ next: null, prizes: 2 });
  expect(await page.balance(vault)).toBe(0n);
});

test.each([
  ['cancelled', toMyself, 2],
  ['sped up', ({ input }: { input: Hex }) => ({ from: page.account(1), to: vault, data: input }), 1],
])(
  'a payment that was %s while the page was closed can be resumed, and pays once',
  async (_, other, requests) => {
    offerBatches(page);
    await vaultOf().fund(GAME);
    await replaceFirst(() => vaultOf().pay(GAME, null, { onStep }), other);
    await rpc(page.chain.rpcUrl, 'evm_setAutomine', [true]);
    await page.load({ receiptMs: 1_000 });
    expect(await vaultOf().pay(GAME, null, { pending: lastPending() })).toEqual({ next: null, prizes: 2 });
    expect(page.wallet.count('eth_sendTransaction')).toBe(requests);
    expect(await page.balance(vault)).toBe(0n);
  },
);

test('a payment that is still pending is waited for and not requested again', async () => {
  offerBatches(page);
  await vaultOf().fund(GAME);
  await page.load({ receiptMs: 1_000 });
  await rpc(page.chain.rpcUrl, 'evm_setAutomine', [false]);
  steps = [];
  await expect(vaultOf().pay(GAME, null, { onStep })).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  const pending = lastPending();
  await expect(vaultOf().pay(GAME, null, { pending })).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  await page.mine();
  await vaultOf().pay(GAME, null, { pending });
  expect(page.wallet.count('eth_sendTransaction')).toBe(1);
  expect(await page.balance(vault)).toBe(0n);
});

test('a funding whose approval the administrator cancels in the wallet does not request the settlement', async () => {
  const outcome = await replaceFirst(() => vaultOf().fund(GAME, { onStep }), toMyself);
  expect(outcome).toMatchObject({ code: 'USER_REJECTED', title: 'Transaction Cancelled' });
  expect(page.wallet.count('eth_sendTransaction')).toBe(1);
});

test('a payment before the vault has the tokens is rejected before the wallet is asked', async () => {
  await expect(vaultOf().pay(GAME, null)).rejects.toBeInstanceOf(Error);
  expect(page.wallet.count('eth_sendTransaction')).toBe(0);
});

test('a treasury without enough ETH for both calls reads so before anything is signed', async () => {
  offerBatches(page);
  for (const balance of ['0x0', '0x2386f26fc10']) {
    await rpc(page.chain.rpcUrl, 'anvil_setBalance', [page.account(1), balance]);
    await expect(vaultOf().fund(GAME)).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: 'The treasury needs some ETH to pay the network fee (gas). Nothing was sent.',
    });
  }
  expect(page.wallet.count('wallet_sendCalls')).toBe(0);
  await rpc(page.chain.rpcUrl, 'anvil_setBalance', [page.account(1), '0x56bc75e2d63100000']);
  await vaultOf().fund(GAME);
  expect(await page.balance(vault)).toBe(TOTAL);
});
