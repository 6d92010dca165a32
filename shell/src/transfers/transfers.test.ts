// @vitest-environment node
import { TouchlineError } from '@touchline/api/errors';
import { beginPayout } from '@touchline/api/http/admin-money';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { weiToTokens } from '@touchline/rules/tokens';
import { formatTokens } from '@touchline/ui/format';
import { describe, expect, test } from 'vitest';
import { ChainWallet, walletError } from '../testing/chain-wallet.ts';
import { transferSuite } from '../testing/transfer-suite.ts';

const page = transferSuite();

describe('transfers', () => {
  test('PAY-08 a transfer moves the exact amount to the wallet of its purpose and reports the hash immediately', async () => {
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

  test('PAY-08 a stake goes to the staking wallet with all 18 decimals', async () => {
    const before = await page.balance(page.chain.stakingWallet);
    await page.send({ to: page.chain.stakingWallet, amount: '0.000000000000000001', purpose: 'staking' });
    expect(await page.balance(page.chain.stakingWallet)).toBe(before + 1n);
  });

  test.each(['0', '-1', '1e3', '0.0000000000000000001', '', '1,5'])(
    'the amount "%s" is rejected before the wallet is involved',
    async (amount) => {
      await page.load({ wallet: null });
      const message = `${amount} is not a valid amount.`;
      expect(await page.sendRejected({ amount })).toMatchObject({ code: 'UNKNOWN_ERROR', message });
    },
  );

  test('a recipient other than the wallet of the purpose is rejected before the wallet is involved', async () => {
    await page.load({ wallet: null });
    const unknown = { message: expect.stringContaining('unknown wallet') };
    expect(await page.sendRejected({ to: page.account(3) })).toMatchObject(unknown);
    expect(await page.sendRejected({ to: page.chain.stakingWallet })).toMatchObject(unknown);
    expect(await page.sendRejected({ to: 'nowhere' })).toMatchObject(unknown);
  });

  test('a payout goes to its recipient after its payer has started it', async () => {
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
      locked: false,
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
    const setPayout = (changes: Partial<typeof payout> | { transaction_hash: string } = {}) => {
      page.responses = [fakeResponse(beginPayout, { payout: { ...payout, ...changes }, newly_begun: false })];
    };
    const transfer = { to, purpose: 'payout' as const, payout: payout.id };
    const unknown = { message: expect.stringContaining('unknown wallet') };
    setPayout({ recipient: page.account(4) });
    expect(await page.sendRejected(transfer)).toMatchObject(unknown);
    setPayout({ amount: '499' });
    expect(await page.sendRejected(transfer)).toMatchObject(unknown);
    setPayout({ payer: page.account(2) });
    expect(await page.sendRejected(transfer)).toMatchObject(unknown);
    setPayout({ transaction_hash: `0x${'1'.repeat(64)}` });
    expect(await page.sendRejected(transfer)).toMatchObject(unknown);
    page.responses = [
      fakeResponse(beginPayout, () => {
        throw new TouchlineError('STALE', 'Another admin is paying this.');
      }),
    ];
    expect(await page.sendRejected(transfer)).toMatchObject({
      message: 'Another admin is paying this. Nothing was sent.',
    });
    setPayout({ sender: page.chain.treasury });
    expect(await page.sendRejected(transfer)).toMatchObject({ title: 'Wrong Account' });
    setPayout();
    const before = await page.balance(to);
    await page.send(transfer);
    expect(await page.balance(to)).toBe(before + 500n * 10n ** 18n);
    expect(await page.transfers.balance(to)).toBe(weiToTokens(before + 500n * 10n ** 18n));
  });

  test('a second transfer is rejected while one is in progress', async () => {
    const { promise, resolve } = deferred();
    page.wallet.handlers.eth_sendTransaction = () =>
      promise.then(() => Promise.reject(walletError(4001, 'No')));
    const first = page.send().catch((error: unknown) => error);
    await expect.poll(page.stepNames).toContain('confirm-in-wallet');
    await expect(page.transfers.send(page.fee())).rejects.toThrow('Another payment is in progress');
    resolve();
    expect(await first).toMatchObject({ code: 'USER_REJECTED' });
  });
});

describe('paying wallet', () => {
  test('PAY-15 without a connected wallet, a transfer fails with "Wallet not connected"', async () => {
    await page.load({ wallet: null });
    await expect(page.transfers.send(page.fee())).rejects.toMatchObject({
      name: 'TransferError',
      message: 'Wallet not connected',
    });
  });

  test('a wallet that is connected with another account than the signed-in one sends nothing', async () => {
    const user = page.account(2);
    page.user = user;
    expect(await page.sendRejected()).toMatchObject({
      title: 'Wrong Account',
      message: `This payment must be sent from ${user}. Connect that account to this site in your wallet and try again.`,
    });
    page.user = null;
    expect(await page.sendRejected()).toMatchObject({
      message: 'You are signed out. Sign in and try again.',
    });
  });

  test('a sign-in with another account while the wallet is checked sends nothing', async () => {
    page.wallet.handlers.eth_getBlockByNumber = (params) => {
      page.user = page.account(2);
      return page.wallet.forward('eth_getBlockByNumber', params);
    };
    expect(await page.sendRejected()).toMatchObject({ title: 'Wrong Account' });
  });

  test('the payment request names the checked account, so that one selected since then does not pay', async () => {
    const { promise, resolve } = deferred();
    page.wallet.handlers.eth_sendTransaction = (params) =>
      promise.then(() => page.wallet.forward('eth_sendTransaction', params));
    const [payer, other] = [page.account(1), page.account(2)];
    const before = await Promise.all([payer, other].map(page.balance));
    const sent = page.send({ amount: '3' });
    await expect.poll(page.stepNames).toContain('confirm-in-wallet');
    Object.assign(page.wallet, { address: other });
    page.user = other;
    resolve();
    await sent;
    expect(await page.balance(payer)).toBe(before[0]! - 3n * 10n ** 18n);
    expect(await page.balance(other)).toBe(before[1]!);
  });

  test.each([
    ['0x1', 'Ethereum (chain id 1)'],
    ['0x270f', 'an unknown network (chain id 9999)'],
  ])('a wallet on another chain (%s) is rejected with the name of that chain', async (id, name) => {
    page.wallet.handlers.eth_chainId = () => id;
    expect(await page.sendRejected()).toMatchObject({
      title: 'Wrong Network',
      message: `Your wallet is on ${name}. Switch it to WorldChain Mainnet and try again.`,
    });
  });

  test('PAY-11 a transfer that the user declines fails with "Transaction Cancelled"', async () => {
    page.wallet.handlers.eth_sendTransaction = () => Promise.reject(walletError(4001, 'any message'));
    await expect(page.send()).rejects.toMatchObject({
      code: 'USER_REJECTED',
      type: 'wallet',
      title: 'Transaction Cancelled',
      message: 'Transaction was cancelled. You can try again when ready.',
    });
    expect(page.stepNames()).toEqual(['checking', 'confirm-in-wallet']);
  });

  test.each(['eth_chainId', 'eth_getBlockByNumber'])(
    'a wallet that does not respond to %s times out before the payment request; the next attempt succeeds',
    async (method) => {
      await page.load({ responseMs: 2_000 });
      page.wallet.handlers[method] = () => new Promise(() => {});
      expect(await page.sendRejected()).toMatchObject({
        code: 'UNKNOWN_ERROR',
        type: 'wallet',
        message: 'Your wallet did not respond. Nothing was sent. Open it and try again.',
      });
      delete page.wallet.handlers[method];
      await page.send({ amount: '1' });
      expect(page.stepNames()).toContain('confirmed');
    },
  );

  test('the wallet gets exactly one payment request, regardless of its response', async () => {
    page.wallet.handlers.eth_sendTransaction = () => Promise.reject(walletError(-32602, 'Invalid params'));
    await expect(page.send()).rejects.toMatchObject({ code: 'UNKNOWN_ERROR' });
    expect(page.wallet.calls.filter(({ method }) => method.includes('sendTransaction'))).toHaveLength(1);
  });

  test.each([null, '0x', `0x${'a'.repeat(63)}`, `0x${'g'.repeat(64)}`, 'a'.repeat(64), { hash: '0x' }])(
    'PAY-09 a wallet that returns %j instead of a hash causes "hash is required"',
    async (response) => {
      page.wallet.handlers.eth_sendTransaction = () => response;
      await expect(page.send()).rejects.toThrow('hash is required');
    },
  );
});

describe('PAY-12 missing funds before the payment request', () => {
  test('missing FOOTBALL is reported', async () => {
    const balance = await page.balance(page.account(1));
    const error = await page.sendRejected({ amount: '999999999' });
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      type: 'balance',
      title: 'Insufficient Balance',
    });
    expect((error as Error).message).toBe(
      `You need 999,999,999 FOOTBALL tokens for this. Your wallet has ${formatTokens(weiToTokens(balance))} FOOTBALL.`,
    );
  });

  test('missing ETH for gas is reported', async () => {
    const ether = await rpc(page.chain.rpcUrl, 'eth_getBalance', [page.account(1), 'latest']);
    await rpc(page.chain.rpcUrl, 'anvil_setBalance', [page.account(1), '0x1']);
    expect(await page.sendRejected()).toMatchObject({
      title: 'Insufficient Balance',
      message:
        'Your wallet has the 500 FOOTBALL tokens that you need, but not enough ETH to pay the network fee (gas).',
    });
    await rpc(page.chain.rpcUrl, 'anvil_setBalance', [page.account(1), ether]);
  });

  test('missing FOOTBALL and ETH are reported together', async () => {
    await rpc(page.chain.rpcUrl, 'anvil_impersonateAccount', ['0x00000000000000000000000000000000000abcde']);
    await page.load({
      wallet: new ChainWallet('0x00000000000000000000000000000000000abcde', page.chain.rpcUrl),
    });
    expect(await page.sendRejected()).toMatchObject({
      message:
        'You need 500 FOOTBALL tokens for this, and some ETH to pay the network fee (gas). Your wallet has 0 FOOTBALL.',
    });
  });
});
