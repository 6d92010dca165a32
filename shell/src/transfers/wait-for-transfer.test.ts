// @vitest-environment node
import { footballAbi } from '@touchline/contracts/abi';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { encodeFunctionData, numberToHex, parseEther } from 'viem';
import { describe, expect, test } from 'vitest';
import { replaceTransaction } from '../testing/replace-transaction.ts';
import { transferSuite } from '../testing/transfer-suite.ts';

const page = transferSuite();

describe('receipt', () => {
  const transaction = (data: `0x${string}`) => ({
    from: page.account(1),
    to: page.chain.token,
    data,
    gas: numberToHex(200_000),
  });
  const transferData = (wei: bigint) =>
    encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [page.chain.treasury, wei] });

  test('PAY-09 PAY-12 a reverted transaction causes an error with the reason and without a hash', async () => {
    const tooMuch = transaction(transferData(parseEther('999999999')));
    page.wallet.handlers.eth_sendTransaction = () => page.wallet.forward('eth_sendTransaction', [tooMuch]);
    const error = await page.send().catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      title: 'Insufficient Balance',
      hash: undefined,
    });
    expect((error as Error).message).toContain('reverted (ERC20InsufficientBalance)');
    expect((error as Error).message).toContain('FOOTBALL tokens');
  });

  test('PAY-09 a revert without a reason is reported as "unknown reason"', async () => {
    const spender = page.account(5);
    const out = encodeFunctionData({
      abi: footballAbi,
      functionName: 'transfer',
      args: [page.chain.treasury, 1n],
    });
    // Out of gas: there is no reason to decode.
    const starved = { ...transaction(out), from: spender, gas: numberToHex(22_500) };
    page.wallet.handlers.eth_sendTransaction = () => page.wallet.forward('eth_sendTransaction', [starved]);
    await expect(page.send()).rejects.toThrow('unknown reason');
  });

  test.each(['', 'abc', '0x12'])(
    'PAY-09 waiting for the hash "%s" fails with "hash is required"',
    async (hash) => {
      await expect(page.transfers.wait(hash)).rejects.toThrow('hash is required');
    },
  );

  /** Sends a transfer, and replaces it with another transaction with the same nonce. */
  async function replaceBy(other: Parameters<typeof replaceTransaction>[2]) {
    await rpc(page.chain.rpcUrl, 'evm_setAutomine', [false]);
    const outcome = page.send({ amount: '2' }).catch((error: unknown) => error);
    await expect.poll(() => page.steps.at(-1)?.step).toBe('sent');
    const { hash } = page.steps.at(-1) as { hash: string };
    const replacement = await replaceTransaction(page, hash, other);
    return { outcome: await outcome, replacement };
  }

  test('a transaction that the user speeds up is confirmed by its new hash', async () => {
    const { outcome, replacement } = await replaceBy(({ input }) => transaction(input));
    expect(outcome).toEqual({ hash: replacement });
    expect(page.steps.slice(-2)).toEqual([
      { step: 'sent', hash: replacement },
      { step: 'confirmed', hash: replacement },
    ]);
  });

  test('a transaction that the user replaces with another payment succeeds', async () => {
    const { outcome, replacement } = await replaceBy(() => transaction(transferData(parseEther('3'))));
    expect(outcome).toEqual({ hash: replacement });
  });

  test('PAY-11 a transaction that the user cancels in the wallet fails with "Transaction Cancelled"', async () => {
    const me = page.account(1);
    const { outcome } = await replaceBy(() => ({ from: me, to: me, value: '0x0' }));
    expect(outcome).toMatchObject({
      code: 'USER_REJECTED',
      title: 'Transaction Cancelled',
      hash: undefined,
    });
  });
});

describe('PAY-13 network failure', () => {
  const failed = {
    code: 'NETWORK_ERROR',
    type: 'network',
    message: 'Network error occurred. Please check your internet connection and try again.',
  };

  test('no payment is requested without a network', async () => {
    page.proxy.isDown = true;
    expect(await page.sendRejected()).toMatchObject({ ...failed, hash: undefined });
  });

  test('a sent transaction keeps its hash and is found by a second wait', async () => {
    await page.load({ receiptMs: 2_000 });
    page.wallet.handlers.eth_sendTransaction = async (params) => {
      const hash = await page.wallet.forward('eth_sendTransaction', params);
      page.proxy.isDown = true;
      return hash;
    };
    const error = (await page.send().catch((failure: unknown) => failure)) as { hash: string };
    expect(error).toMatchObject({ ...failed, hash: (page.steps.at(-1) as { hash: string }).hash });
    page.proxy.isDown = false;
    await page.load();
    expect(await page.transfers.wait(error.hash)).toEqual({ hash: error.hash });
  });
});
