// @vitest-environment node
import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { encodeFunctionData, type Hex } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import { walletError } from '../testing/chain-wallet.ts';
import { createPrizePool, offerBatches } from '../testing/prize-pool.ts';
import { transferSuite } from '../testing/transfer-suite.ts';

const TOTAL = 30n * 10n ** 18n;
const GAME = fakeId(1, 7);
const page = transferSuite();
const vaultOf = () => page.transfers.vault!;
let pool: Awaited<ReturnType<typeof createPrizePool>>;
const countRequests = () => page.wallet.count('eth_sendTransaction') + page.wallet.count('wallet_sendCalls');

beforeEach(async () => {
  pool = await createPrizePool(page, GAME, TOTAL);
  page.responses = [pool.fakeFunding(), pool.fakeUnpaid()];
});

/** Gives each transaction of the wallet only this much gas. */
function limitGas(gas: string) {
  page.wallet.handlers.eth_sendTransaction = ([transaction]) =>
    page.wallet.forward('eth_sendTransaction', [{ ...(transaction as object), gas }]);
}

test('a game of which the vault has a settlement with other prizes is not funded', async () => {
  const { vault, gameKey } = pool;
  const approval = [vault, TOTAL] as const;
  const settlement = [gameKey, page.chain.token, fakeHash(9) as Hex, TOTAL] as const;
  const approve = encodeFunctionData({ abi: footballAbi, functionName: 'approve', args: approval });
  const settle = encodeFunctionData({ abi: prizeVaultAbi, functionName: 'settle', args: settlement });
  for (const [to, data] of [
    [page.chain.token, approve],
    [vault, settle],
  ])
    await rpc(page.chain.rpcUrl, 'eth_sendTransaction', [{ from: page.account(1), to, data }]);
  await expect(vaultOf().fund(GAME)).rejects.toMatchObject({
    code: 'CONTRACT_ERROR',
    message: expect.stringMatching(/^The vault has another settlement of this game\./),
  });
  expect(countRequests()).toBe(0);
});

test('a treasury without enough tokens reads how many it needs before anything is signed', async () => {
  const held = await page.balance(page.account(1));
  pool = await createPrizePool(page, GAME, held + 2n);
  page.responses = [pool.fakeFunding()];
  await expect(vaultOf().fund(GAME)).rejects.toMatchObject({
    code: 'INSUFFICIENT_FUNDS',
    message: expect.stringMatching(
      /^The treasury needs .+\.000000000000000002 FOOTBALL for these prizes and has \S+ FOOTBALL\. Nothing was sent\.$/,
    ),
  });
  expect(countRequests()).toBe(0);
});

test.each([
  ['no batches', 4200],
  ['only smaller batches', 5740],
])('a wallet that turns out to accept %s funds a settlement with two confirmations', async (_, code) => {
  offerBatches(page);
  page.wallet.handlers.wallet_sendCalls = () => {
    throw walletError(code, 'not accepted');
  };
  await vaultOf().fund(GAME);
  expect(page.wallet.count('eth_sendTransaction')).toBe(2);
  expect(await page.balance(pool.vault)).toBe(TOTAL);
});

test('a declined batch is not requested again as two transactions', async () => {
  offerBatches(page);
  page.wallet.handlers.wallet_sendCalls = () => {
    throw walletError(4001, 'declined');
  };
  await expect(vaultOf().fund(GAME)).rejects.toMatchObject({ code: 'USER_REJECTED' });
  expect(page.wallet.count('eth_sendTransaction')).toBe(0);
});

test('an interrupted batch that the wallet does not know is requested again', async () => {
  offerBatches(page);
  const { wallet_getCallsStatus: readStatus } = page.wallet.handlers;
  page.wallet.handlers.wallet_getCallsStatus = ([id]) => {
    if (id === 'lost') throw walletError(5730, 'unknown');
    return readStatus!([id]);
  };
  await vaultOf().fund(GAME, { pending: 'batch:lost' });
  expect(page.wallet.count('wallet_sendCalls')).toBe(1);
  expect(await page.balance(pool.vault)).toBe(TOTAL);
});

test('an interrupted batch whose state the wallet cannot read is not requested again', async () => {
  offerBatches(page);
  page.wallet.handlers.wallet_getCallsStatus = () => {
    throw walletError(-32603, 'internal');
  };
  await expect(vaultOf().fund(GAME, { pending: 'batch:first' })).rejects.toMatchObject({
    code: 'NETWORK_ERROR',
  });
  expect(countRequests()).toBe(0);
});

test('a batch that the wallet could not execute reports that no tokens were moved', async () => {
  offerBatches(page);
  page.wallet.handlers.wallet_sendCalls = ([request]) => ({ id: (request as { id: string }).id });
  page.wallet.handlers.wallet_getCallsStatus = () => ({ status: 500, receipts: [] });
  await expect(vaultOf().fund(GAME)).rejects.toMatchObject({
    code: 'CONTRACT_ERROR',
    message: expect.stringContaining('so no tokens were moved'),
  });
});

test('a payment that was mined without success fails, and can be repeated', async () => {
  await vaultOf().fund(GAME);
  limitGas('0xc350');
  await expect(vaultOf().pay(GAME, null)).rejects.toMatchObject({
    code: 'CONTRACT_ERROR',
    message: expect.stringContaining('so no tokens were moved'),
  });
  delete page.wallet.handlers.eth_sendTransaction;
  await vaultOf().pay(GAME, null);
  expect(await page.balance(pool.vault)).toBe(0n);
});

test('a funding whose approval was mined without success does not request the settlement', async () => {
  limitGas('0x5b00');
  await expect(vaultOf().fund(GAME)).rejects.toMatchObject({ code: 'CONTRACT_ERROR' });
  expect(page.wallet.count('eth_sendTransaction')).toBe(1);
});
