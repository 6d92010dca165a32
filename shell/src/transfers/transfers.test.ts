// @vitest-environment node
import { TouchlineError } from '@touchline/api/errors';
import { beginPayout } from '@touchline/api/http/admin-money';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { weiToTokens } from '@touchline/rules/tokens';
import { describe, expect, test } from 'vitest';
import { ChainWallet, refusal } from '../testing/chain-wallet.ts';
import { deferred } from '../testing/deferred.ts';
import { transferSuite } from '../testing/transfer-suite.ts';

const page = transferSuite();

describe('a transfer', () => {
  test('PAY-08 moves exactly the amount to the wallet of its purpose, and reports the hash as soon as it exists', async () => {
    const before = await page.balance(page.chain.treasury);
    const { hash } = await page.send({ amount: '1000' });
    expect(await page.balance(page.chain.treasury)).toBe(before + 1000n * 10n ** 18n);
    expect(page.steps).toEqual([
      { step: 'checking' },
      { step: 'confirm-in-wallet' },
      { step: 'sent', hash },
      { step: 'confirmed', hash },
    ]);
  });

  test('PAY-08 pays stakes to the staking wallet, with all 18 decimals', async () => {
    const before = await page.balance(page.chain.stakingWallet);
    await page.send({ to: page.chain.stakingWallet, amount: '0.000000000000000001', purpose: 'staking' });
    expect(await page.balance(page.chain.stakingWallet)).toBe(before + 1n);
  });

  test.each(['0', '-1', '1e3', '0.0000000000000000001', '', '1,5'])(
    'the amount "%s" is refused before the wallet is asked',
    async (amount) => {
      expect(await page.refused({ amount })).toMatchObject({ code: 'UNKNOWN_ERROR' });
    },
  );

  test('a recipient other than the wallet of its purpose is refused', async () => {
    const unknown = { message: expect.stringContaining('unknown wallet') };
    expect(await page.refused({ to: page.account(3) })).toMatchObject(unknown);
    expect(await page.refused({ to: page.chain.stakingWallet })).toMatchObject(unknown);
    expect(await page.refused({ to: 'nowhere' })).toMatchObject(unknown);
  });

  test('a payout goes to the wallet that the server owes it to, once its payer has begun it', async () => {
    const to = page.account(3);
    const payout = {
      id: 'games.1',
      kind: 'REFUND' as const,
      reason: 'GAME_CANCELLED',
      because: 'Gameweek 7 was cancelled.',
      recipient: to,
      amount: '500',
      state: 'SENDING' as const,
      payable: true,
      sender: page.account(1),
      final: false,
      payer: page.account(1),
      transaction_hash: null,
      paid_with: null,
      game_id: null,
      due_at: '2026-09-01T12:00:00.000Z',
      begun_at: null,
      sent_at: null,
      confirmed_at: null,
    };
    const owed = (changes: Partial<typeof payout> | { transaction_hash: string } = {}) => {
      page.answers = [fakeResponse(beginPayout, { payout: { ...payout, ...changes }, newly_begun: false })];
    };
    const transfer = { to, purpose: 'payout' as const, payout: payout.id };
    const unknown = { message: expect.stringContaining('unknown wallet') };
    owed({ recipient: page.account(4) });
    expect(await page.refused(transfer)).toMatchObject(unknown);
    owed({ amount: '499' });
    expect(await page.refused(transfer)).toMatchObject(unknown);
    owed({ payer: page.account(2) });
    expect(await page.refused(transfer)).toMatchObject(unknown);
    owed({ transaction_hash: `0x${'1'.repeat(64)}` });
    expect(await page.refused(transfer)).toMatchObject(unknown);
    page.answers = [
      fakeResponse(beginPayout, () => {
        throw new TouchlineError('STALE', 'Another admin is paying this.');
      }),
    ];
    expect(await page.refused(transfer)).toMatchObject({
      message: 'Another admin is paying this. Nothing was sent.',
    });
    owed({ sender: page.chain.treasury });
    expect(await page.refused(transfer)).toMatchObject({ title: 'Another Account Pays' });
    owed();
    const before = await page.balance(to);
    await page.send(transfer);
    expect(await page.balance(to)).toBe(before + 500n * 10n ** 18n);
    expect(await page.transfers.balance(to)).toBe(weiToTokens(before + 500n * 10n ** 18n));
  });

  test('a second transfer is refused while one is in progress', async () => {
    const { promise, resolve } = deferred();
    page.wallet.answers.eth_sendTransaction = () => promise.then(() => Promise.reject(refusal(4001, 'No')));
    const first = page.send().catch((error: unknown) => error);
    await expect.poll(page.stepNames).toContain('confirm-in-wallet');
    await expect(page.transfers.send(page.fee())).rejects.toThrow('Another payment is in progress');
    resolve();
    expect(await first).toMatchObject({ code: 'USER_REJECTED' });
  });
});

describe('a wallet', () => {
  test('PAY-15 that is not connected: "Wallet not connected"', async () => {
    await page.load({ wallet: null });
    await expect(page.transfers.send(page.fee())).rejects.toMatchObject({
      name: 'TransferError',
      message: 'Wallet not connected',
    });
  });

  test('on another chain is refused with the name of that chain', async () => {
    page.wallet.answers.eth_chainId = () => '0x1';
    expect(await page.refused()).toMatchObject({
      title: 'Wrong Network',
      message: 'Your wallet is on Ethereum (chain id 1). Switch it to WorldChain Mainnet and try again.',
    });
  });

  test('PAY-11 whose user refuses: "Transaction Cancelled"', async () => {
    page.wallet.answers.eth_sendTransaction = () => Promise.reject(refusal(4001, 'whatever'));
    await expect(page.send()).rejects.toMatchObject({
      code: 'USER_REJECTED',
      type: 'wallet',
      title: 'Transaction Cancelled',
      message: 'Transaction was cancelled. You can try again when ready.',
    });
    expect(page.stepNames()).toEqual(['checking', 'confirm-in-wallet']);
  });

  test.each(['eth_chainId', 'eth_getBlockByNumber'])(
    'that does not answer %s times out before it is asked to pay; the next attempt works',
    async (method) => {
      await page.load({ answerMs: 200 });
      page.wallet.answers[method] = () => new Promise(() => {});
      expect(await page.refused()).toMatchObject({
        code: 'UNKNOWN_ERROR',
        type: 'wallet',
        message: 'Your wallet did not answer. Nothing was sent. Open it and try again.',
      });
      delete page.wallet.answers[method];
      await page.send({ amount: '1' });
      expect(page.stepNames()).toContain('confirmed');
    },
  );

  test('is asked exactly once, whatever it answers', async () => {
    page.wallet.answers.eth_sendTransaction = () => Promise.reject(refusal(-32602, 'Invalid params'));
    await expect(page.send()).rejects.toMatchObject({ code: 'UNKNOWN_ERROR' });
    expect(page.wallet.calls.filter(({ method }) => method.includes('sendTransaction'))).toHaveLength(1);
  });

  test('PAY-09 that answers without a hash: "hash is required"', async () => {
    page.wallet.answers.eth_sendTransaction = () => null;
    await expect(page.send()).rejects.toThrow('hash is required');
  });
});

describe('PAY-12 missing funds are reported before the wallet is asked', () => {
  test('FOOTBALL', async () => {
    const have = await page.balance(page.account(1));
    const error = await page.refused({ amount: '999999999' });
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      type: 'balance',
      title: 'Insufficient Balance',
    });
    expect((error as Error).message).toBe(
      `You need 999999999 FOOTBALL tokens for this. Your wallet has ${weiToTokens(have)} FOOTBALL.`,
    );
  });

  test('ETH for gas', async () => {
    const ether = await rpc(page.chain.rpcUrl, 'eth_getBalance', [page.account(1), 'latest']);
    await rpc(page.chain.rpcUrl, 'anvil_setBalance', [page.account(1), '0x1']);
    expect(await page.refused()).toMatchObject({
      title: 'Insufficient Balance',
      message:
        'Your wallet has the 500 FOOTBALL tokens that you need, but not enough ETH to pay the network fee (gas).',
    });
    await rpc(page.chain.rpcUrl, 'anvil_setBalance', [page.account(1), ether]);
  });

  test('both', async () => {
    await rpc(page.chain.rpcUrl, 'anvil_impersonateAccount', ['0x00000000000000000000000000000000000abcde']);
    await page.load({
      wallet: new ChainWallet('0x00000000000000000000000000000000000abcde', page.chain.rpcUrl),
    });
    expect(await page.refused()).toMatchObject({
      message:
        'You need 500 FOOTBALL tokens for this, and some ETH to pay the network fee (gas). Your wallet has 0 FOOTBALL.',
    });
  });
});
