// @vitest-environment node
import { TouchlineError } from '@touchline/api/errors';
import { myPrizes } from '@touchline/api/http/prizes';
import { prizeVaultAbi } from '@touchline/contracts/abi';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { encodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { walletError } from '../testing/chain-wallet.ts';
import { AMOUNT, claimSuite, ENTRY } from '../testing/claim-suite.ts';

const suite = claimSuite();
const { page, sendFrom } = suite;
const claim = () => page.transfers.claims!.send(ENTRY, (step) => page.steps.push(step));
const wait = (hash: string) => page.transfers.claims!.wait(ENTRY, hash);
const readError = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const requests = () => page.wallet.count('eth_sendTransaction');

describe('claim of a prize', () => {
  it('the vault pays the account of the prize', async () => {
    const before = await page.balance(page.account(1));
    const { hash } = await claim();
    expect(hash).toMatch(/^0x/);
    expect(await page.balance(page.account(1))).toBe(before + AMOUNT);
    expect(page.stepNames()).toEqual(['checking', 'confirm-in-wallet', 'sent']);
  });

  it('a second claim, as in another tab, finds the prize paid and asks the wallet for nothing', async () => {
    await claim();
    const sent = requests();
    await page.load();
    expect(await claim()).toEqual({ hash: null });
    expect(requests()).toBe(sent);
  });

  it('a prize that the operator paid while the wallet was asked counts as paid', async () => {
    page.wallet.handlers.eth_sendTransaction = async (params) => {
      const [{ data }] = params as [{ data: Hex }];
      await sendFrom(page.account(5), suite.vault, data);
      return rpc(page.chain.rpcUrl, 'eth_sendTransaction', [{ ...(params[0] as object), gas: '0x493e0' }]);
    };
    expect(await claim()).toEqual({ hash: null });
  });

  it('a mined claim counts as paid although the RPC still reads the state of an earlier block', async () => {
    page.proxy.lies.eth_call = `0x${'0'.repeat(64)}`;
    const { hash } = await claim();
    expect(hash).toMatch(/^0x/);
    delete page.proxy.lies.eth_call;
    expect(await claim()).toEqual({ hash: null });
  });

  it('a receipt that pays another prize does not count', async () => {
    const { hash } = await claim();
    const { claim: own } = suite.prize;
    for (const other of [{ index: 2 }, { game_key: fakeHash(9) }]) {
      suite.prize = { ...suite.prize, claim: { ...own!, ...other } };
      expect(await readError(wait(hash!))).toMatchObject({ code: 'CONTRACT_ERROR' });
    }
  });

  it('after a reload, the wait reports the mined claim', async () => {
    const { hash } = await claim();
    await page.load();
    expect(await wait(hash!)).toEqual({ hash });
  });

  it('a rejected signature leaves the prize claimable', async () => {
    page.wallet.handlers.eth_sendTransaction = () => {
      throw walletError(4001, 'User rejected the request.');
    };
    expect(await readError(claim())).toMatchObject({ code: 'USER_REJECTED' });
    delete page.wallet.handlers.eth_sendTransaction;
    expect((await claim()).hash).not.toBeNull();
  });

  it('a wallet on another chain is not asked to sign', async () => {
    page.wallet.handlers.eth_chainId = () => '0x1';
    expect(await readError(claim())).toMatchObject({ title: 'Wrong Network' });
    expect(requests()).toBe(0);
  });

  it('a stale proof is found before the wallet is asked', async () => {
    suite.prize = { ...suite.prize, claim: { ...suite.prize.claim!, amount: (AMOUNT + 1n).toString() } };
    expect(await readError(claim())).toMatchObject({
      code: 'CONTRACT_ERROR',
      message: expect.stringContaining('did not accept the proof'),
    });
    expect(requests()).toBe(0);
  });

  it('a prize that the server reports as paid is not claimed', async () => {
    suite.prize = { ...suite.prize, state: 'CONFIRMED', claim: null };
    expect(await claim()).toEqual({ hash: null });
    expect(requests()).toBe(0);
  });

  it('the prize of another account is not claimed', async () => {
    const stranger = '00000002-0000-4000-8000-000000000009';
    await expect(page.transfers.claims!.send(stranger)).rejects.toMatchObject({
      message: 'This account has no such prize. Nothing was sent.',
    });
    expect(requests()).toBe(0);
  });

  it('an account that was switched in the wallet during the claim does not change who is paid', async () => {
    const [winner, other] = [page.account(1), page.account(2)];
    const before = await Promise.all([winner, other].map(page.balance));
    page.wallet.handlers.eth_sendTransaction = ([transaction]) =>
      page.wallet.forward('eth_sendTransaction', [{ ...(transaction as object), from: other }]);
    await claim();
    expect(await page.balance(winner)).toBe(before[0]! + AMOUNT);
    expect(await page.balance(other)).toBe(before[1]!);
  });

  it('a claim that was mined without success can be repeated', async () => {
    page.wallet.handlers.eth_sendTransaction = ([transaction]) =>
      page.wallet.forward('eth_sendTransaction', [{ ...(transaction as object), gas: '0xc350' }]);
    expect(await readError(claim())).toMatchObject({
      message: expect.stringContaining('still yours to claim'),
    });
    delete page.wallet.handlers.eth_sendTransaction;
    expect((await claim()).hash).not.toBeNull();
  });

  it('a pending claim is waited for, and can be repeated once it has left the mempool', async () => {
    await page.load({ receiptMs: 1_000 });
    await rpc(page.chain.rpcUrl, 'evm_setAutomine', [false]);
    const { code, hash } = (await readError(claim())) as { code: string; hash: string };
    expect(code).toBe('NETWORK_ERROR');
    expect(await readError(wait(hash))).toMatchObject({ code: 'NETWORK_ERROR' });
    await rpc(page.chain.rpcUrl, 'anvil_dropTransaction', [hash]);
    page.proxy.isDown = true;
    expect(await readError(wait(hash))).toMatchObject({ code: 'NETWORK_ERROR' });
    page.proxy.isDown = false;
    expect(await readError(wait(hash))).toMatchObject({
      code: 'CONTRACT_ERROR',
      message: expect.stringContaining('still yours to claim'),
    });
    await rpc(page.chain.rpcUrl, 'evm_setAutomine', [true]);
    await page.load();
    expect((await claim()).hash).not.toBeNull();
  });

  it('a claim whose wallet returned an internal hash is paid by the transaction sent later', async () => {
    await page.load({ receiptMs: 1_000 });
    let data: Hex | undefined;
    page.wallet.handlers.eth_sendTransaction = (params) => {
      [{ data }] = params as [{ data: Hex }];
      return fakeHash(7);
    };
    expect(await readError(claim())).toMatchObject({ code: 'CONTRACT_ERROR' });
    await sendFrom(page.account(5), suite.vault, data!);
    expect(await wait(fakeHash(7))).toEqual({ hash: null });
  });

  it('while the RPC is unavailable nothing is signed and the error says that the prize is safe', async () => {
    page.proxy.isDown = true;
    expect(await readError(claim())).toMatchObject({
      code: 'NETWORK_ERROR',
      message: expect.stringMatching(/Your prize is safe\.$/),
    });
    expect(requests()).toBe(0);
  });

  it('an RPC that falsely reports the prize as paid causes no request and no hash', async () => {
    page.proxy.lies.eth_call = `0x${'1'.padStart(64, '0')}`;
    expect(await claim()).toEqual({ hash: null });
    expect(requests()).toBe(0);
    delete page.proxy.lies.eth_call;
    expect((await claim()).hash).not.toBeNull();
  });

  it('a winner without ETH reads what is missing before the wallet is asked', async () => {
    await rpc(page.chain.rpcUrl, 'anvil_setBalance', [page.account(1), '0x0']);
    expect(await readError(claim())).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: 'You need some ETH to pay the network fee (gas). Your prize is safe.',
    });
    expect(requests()).toBe(0);
    await rpc(page.chain.rpcUrl, 'anvil_setBalance', [page.account(1), '0x56bc75e2d63100000']);
  });

  it('a prize that is paid while the wallet is checked is not requested from the wallet', async () => {
    const { game_key, index, account, amount, proof } = suite.prize.claim!;
    const args = [game_key as Hex, BigInt(index), account as Hex, BigInt(amount), proof as Hex[]] as const;
    const data = encodeFunctionData({ abi: prizeVaultAbi, functionName: 'claim', args });
    page.wallet.handlers.eth_chainId = async () => {
      delete page.wallet.handlers.eth_chainId;
      await sendFrom(page.account(5), suite.vault, data);
      return page.wallet.forward('eth_chainId', []);
    };
    expect(await claim()).toEqual({ hash: null });
    expect(requests()).toBe(0);
  });

  it('a prize without data of its claim is not claimed', async () => {
    suite.prize = { ...suite.prize, claim: null };
    expect(await readError(claim())).toMatchObject({
      title: 'Claim Failed',
      message: 'This prize cannot be claimed yet. It is safe. Try again later.',
    });
    expect(requests()).toBe(0);
  });

  it('a prize on another chain is not claimed', async () => {
    suite.prize = { ...suite.prize, claim: { ...suite.prize.claim!, chain_id: 1 } };
    expect(await readError(claim())).toMatchObject({
      title: 'Claim Failed',
      message: expect.stringContaining('on another chain than this site. Nothing was sent.'),
    });
    expect(requests()).toBe(0);
  });

  it('a prize before its claims are open is not claimed', async () => {
    suite.prize = { ...suite.prize, claim: { ...suite.prize.claim!, game_key: fakeHash(9) } };
    expect(await readError(claim())).toMatchObject({
      title: 'Claim Failed',
      message: 'Claims of this game are not open yet. Nothing was sent. Your prize is safe.',
    });
    expect(requests()).toBe(0);
  });

  it('a prize that the vault no longer holds is not claimed', async () => {
    const args = [suite.prize.claim!.game_key as Hex] as const;
    const reclaim = encodeFunctionData({ abi: prizeVaultAbi, functionName: 'reclaim', args });
    await rpc(page.chain.rpcUrl, 'evm_increaseTime', [181 * 24 * 3600]);
    await sendFrom(page.chain.treasury, suite.vault, reclaim);
    expect(await readError(claim())).toMatchObject({
      title: 'Claim Failed',
      message: expect.stringContaining('The prize is still due to you: contact support.'),
    });
    expect(requests()).toBe(0);
  });

  it('while the server is unavailable nothing is signed and the error says that the prize is safe', async () => {
    page.responses = [
      fakeResponse(myPrizes, () => {
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline is unavailable.');
      }),
    ];
    expect(await readError(claim())).toMatchObject({
      code: 'NETWORK_ERROR',
      message: 'Touchline is unavailable. Nothing was sent. Your prize is safe.',
    });
    expect(requests()).toBe(0);
  });
});
