// @vitest-environment node
import { footballAbi } from '@touchline/chain/abi';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import type { Transfer, TransferStep, Transfers } from '@touchline/host/transfers';
import { type Chain, startChain } from '@touchline/platform/parts/chain';
import { rpc } from '@touchline/platform/parts/json-rpc';
import { tokensOf } from '@touchline/rules/tokens';
import { encodeFunctionData, getAddress, numberToHex, parseEther } from 'viem';
import { readContract } from 'viem/actions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChainWallet, refusal } from '../testing/chain-wallet.ts';
import { type RpcBetween, rpcBetween } from '../testing/rpc-between.ts';
import { createWagmi, type Wagmi } from '../wallet/wagmi-config.ts';
import { createTransfers } from './transfers.ts';

let chain: Chain;
let between: RpcBetween;
let wagmi: Wagmi;
let wallet: ChainWallet;
let transfers: Transfers;
let steps: TransferStep[];
let fee: Transfer;

beforeAll(async () => {
  chain = await startChain({ blockSeconds: 0 });
  between = await rpcBetween(chain.rpcUrl);
}, 90_000);
afterAll(async () => {
  between?.stop();
  await chain?.stop();
});

function load(limits?: { receiptMs?: number; answerMs?: number }) {
  const deployment = {
    ...FAKE_CONFIG,
    chain: { ...FAKE_CONFIG.chain, rpc: between.url },
    token: { ...FAKE_CONFIG.token, address: chain.token.toLowerCase() },
    treasury_wallet: chain.treasury.toLowerCase(),
    staking_wallet: chain.stakingWallet.toLowerCase(),
  };
  wagmi = createWagmi(deployment, 'http://localhost');
  transfers = createTransfers(wagmi, deployment, limits);
}
beforeEach(async () => {
  steps = [];
  fee = { to: chain.treasury, amount: '500', purpose: 'entry-fee' };
  load();
  wallet = new ChainWallet(accountAt(1), chain.rpcUrl);
  await wallet.connect(wagmi);
});
afterEach(async () => {
  between.shut = false;
  await rpc(chain.rpcUrl, 'evm_setAutomine', [true]);
});

const accountAt = (index: number) => (chain.accounts[index]?.address.toLowerCase() ?? '0x') as `0x${string}`;
const send = (transfer: Partial<Transfer> = {}) =>
  transfers.send({ ...fee, ...transfer }, (step) => steps.push(step));
const names = () => steps.map(({ step }) => step);
const balance = (address: string) =>
  readContract(wagmi.getClient(), {
    abi: footballAbi,
    address: chain.token,
    functionName: 'balanceOf',
    args: [getAddress(address)],
  });
const mine = () => rpc(chain.rpcUrl, 'evm_mine', []);
const holdBlocks = () => rpc(chain.rpcUrl, 'evm_setAutomine', [false]);
/** The transfer fails with this, and nothing was asked of the wallet. */
async function refused(transfer: Partial<Transfer> = {}) {
  const error = await send(transfer).catch((failure: unknown) => failure);
  expect(wallet.count('eth_sendTransaction')).toBe(0);
  return error;
}

describe('a transfer', () => {
  test('PAY-08 moves exactly the amount to the wallet of its purpose, and gives the hash as soon as there is one', async () => {
    const before = await balance(chain.treasury);
    const { hash } = await send({ amount: '1000' });
    expect(await balance(chain.treasury)).toBe(before + 1000n * 10n ** 18n);
    expect(steps).toEqual([
      { step: 'checking' },
      { step: 'confirm-in-wallet' },
      { step: 'sent', hash },
      { step: 'confirmed', hash },
    ]);
  });

  test('PAY-08 pays stakes to the staking wallet, to the last of 18 decimals', async () => {
    const before = await balance(chain.stakingWallet);
    await send({ to: chain.stakingWallet, amount: '0.000000000000000001', purpose: 'staking' });
    expect(await balance(chain.stakingWallet)).toBe(before + 1n);
  });

  test.each(['0', '-1', '1e3', '0.0000000000000000001', '', '1,5'])(
    'the amount "%s" is refused before the wallet is asked',
    async (amount) => {
      expect(await refused({ amount })).toMatchObject({ code: 'UNKNOWN_ERROR' });
    },
  );

  test('a recipient that is not the wallet of its purpose is refused', async () => {
    const ours = { message: expect.stringContaining('unknown wallet') };
    expect(await refused({ to: accountAt(3) })).toMatchObject(ours);
    expect(await refused({ to: chain.stakingWallet })).toMatchObject(ours);
    expect(await refused({ to: 'nowhere' })).toMatchObject(ours);
  });

  test('while one is under way another is refused', async () => {
    let answer = () => {};
    wallet.answers.eth_sendTransaction = () =>
      new Promise((_, reject) => {
        answer = () => reject(refusal(4001, 'No'));
      });
    const first = send().catch((error: unknown) => error);
    await expect.poll(names).toContain('confirm-in-wallet');
    await expect(transfers.send(fee)).rejects.toThrow('Another payment is in progress');
    answer();
    expect(await first).toMatchObject({ code: 'USER_REJECTED' });
  });
});

describe('the wallet', () => {
  test('PAY-15 that is not connected: "Wallet not connected"', async () => {
    load();
    await expect(transfers.send(fee)).rejects.toMatchObject({
      name: 'TransferError',
      message: 'Wallet not connected',
    });
  });

  test('on another chain is told where it is', async () => {
    wallet.answers.eth_chainId = () => '0x1';
    expect(await refused()).toMatchObject({
      title: 'Wrong Network',
      message: 'Your wallet is on Ethereum (chain id 1). Switch it to WorldChain Mainnet and try again.',
    });
  });

  test('PAY-11 whose owner says no: "Transaction Cancelled"', async () => {
    wallet.answers.eth_sendTransaction = () => Promise.reject(refusal(4001, 'whatever'));
    await expect(send()).rejects.toMatchObject({
      code: 'USER_REJECTED',
      type: 'wallet',
      title: 'Transaction Cancelled',
      message: 'Transaction was cancelled. You can try again when ready.',
    });
    expect(names()).toEqual(['checking', 'confirm-in-wallet']);
  });

  test.each(['eth_chainId', 'eth_getBlockByNumber'])(
    'that never answers %s is let be before it is asked for money, and may be asked again',
    async (method) => {
      load({ answerMs: 200 });
      await wallet.connect(wagmi);
      wallet.answers[method] = () => new Promise(() => {});
      expect(await refused()).toMatchObject({
        code: 'UNKNOWN_ERROR',
        type: 'wallet',
        message: 'Your wallet did not answer. Nothing was sent. Open it and try again.',
      });
      delete wallet.answers[method];
      await send({ amount: '1' });
      expect(names()).toContain('confirmed');
    },
  );

  test('is asked once, whatever it answers', async () => {
    wallet.answers.eth_sendTransaction = () => Promise.reject(refusal(-32602, 'Invalid params'));
    await expect(send()).rejects.toMatchObject({ code: 'UNKNOWN_ERROR' });
    expect(wallet.calls.filter(({ method }) => method.includes('sendTransaction'))).toHaveLength(1);
  });

  test('PAY-09 that answers without a hash: "hash is required"', async () => {
    wallet.answers.eth_sendTransaction = () => null;
    await expect(send()).rejects.toThrow('hash is required');
  });
});

describe('one chain id, two chains', () => {
  let other: Chain;
  beforeAll(async () => {
    other = await startChain({ blockSeconds: 0 });
    // Two chains that were started in one second could have the same first blocks.
    await rpc(other.rpcUrl, 'evm_increaseTime', [3600]);
    for (let block = 0; block < 3; block++) await rpc(other.rpcUrl, 'evm_mine', []);
  }, 90_000);
  afterAll(() => other?.stop());

  test('a wallet whose chain 480 is another one is refused before any transfer', async () => {
    wallet.rpcUrl = other.rpcUrl;
    for (let block = 0; block < 5; block++) await mine();
    expect(await refused()).toMatchObject({
      title: 'Wrong Network',
      message: expect.stringMatching(
        /^The chain 480 that your wallet uses is not the one that this site uses.*Nothing was sent/,
      ),
    });
    expect(names()).toEqual(['checking']);
  });

  test('also when the other one is far longer', async () => {
    wallet.rpcUrl = other.rpcUrl;
    await rpc(other.rpcUrl, 'anvil_mine', [numberToHex(1000)]);
    expect(await refused()).toMatchObject({ title: 'Wrong Network' });
  });

  test('a wallet that lags behind, or is ahead, is on the same chain', async () => {
    const head = (back: number) => async () => {
      const number = Number(await rpc(chain.rpcUrl, 'eth_blockNumber', []));
      return wallet.forward('eth_getBlockByNumber', [numberToHex(number - back), false]);
    };
    const plain = (params: unknown[]) => wallet.forward('eth_getBlockByNumber', params);
    wallet.answers.eth_getBlockByNumber = (params) => (params[0] === 'latest' ? head(3)() : plain(params));
    await send({ amount: '1' });
    expect(names()).toContain('confirmed');
  });

  test('a wallet that cannot say is not let loose on a chain of this machine', async () => {
    wallet.answers.eth_getBlockByNumber = () => Promise.reject(refusal(4200, 'Not supported'));
    expect(await refused()).toMatchObject({
      message: expect.stringContaining('cannot be compared with the local chain'),
    });
  });
});

describe('PAY-12 what is missing is said before the wallet is asked', () => {
  test('FOOTBALL', async () => {
    const have = await balance(accountAt(1));
    const error = await refused({ amount: '999999999' });
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      type: 'balance',
      title: 'Insufficient Balance',
    });
    expect((error as Error).message).toBe(
      `You need 999999999 FOOTBALL tokens for this. Your wallet has ${tokensOf(have)} FOOTBALL.`,
    );
  });

  test('ETH for gas', async () => {
    const ether = await rpc(chain.rpcUrl, 'eth_getBalance', [accountAt(1), 'latest']);
    await rpc(chain.rpcUrl, 'anvil_setBalance', [accountAt(1), '0x1']);
    expect(await refused()).toMatchObject({
      title: 'Insufficient Balance',
      message:
        'Your wallet has the 500 FOOTBALL tokens that you need, but not enough ETH to pay the network fee (gas).',
    });
    await rpc(chain.rpcUrl, 'anvil_setBalance', [accountAt(1), ether]);
  });

  test('both', async () => {
    await rpc(chain.rpcUrl, 'anvil_impersonateAccount', ['0x00000000000000000000000000000000000abcde']);
    wallet = new ChainWallet('0x00000000000000000000000000000000000abcde', chain.rpcUrl);
    load();
    await wallet.connect(wagmi);
    expect(await refused()).toMatchObject({
      message:
        'You need 500 FOOTBALL tokens for this, and some ETH to pay the network fee (gas). Your wallet has 0 FOOTBALL.',
    });
  });
});

describe('the receipt', () => {
  const transaction = (data: `0x${string}`) => ({
    from: accountAt(1),
    to: chain.token,
    data,
    gas: numberToHex(200_000),
  });
  const transferData = (wei: bigint) =>
    encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [chain.treasury, wei] });

  test('PAY-09 PAY-12 of a reverted transaction carries the reason, and no hash to wait for', async () => {
    const tooMuch = transaction(transferData(parseEther('999999999')));
    wallet.answers.eth_sendTransaction = () => wallet.forward('eth_sendTransaction', [tooMuch]);
    const error = await send().catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      title: 'Insufficient Balance',
      hash: undefined,
    });
    expect((error as Error).message).toContain('reverted (ERC20InsufficientBalance)');
    expect((error as Error).message).toContain('FOOTBALL tokens');
  });

  test('PAY-09 "unknown reason" where the chain does not tell', async () => {
    const spender = accountAt(5);
    const out = encodeFunctionData({
      abi: footballAbi,
      functionName: 'transfer',
      args: [chain.treasury, 1n],
    });
    // Out of gas: there is no reason to decode.
    const starved = { ...transaction(out), from: spender, gas: numberToHex(22_500) };
    wallet.answers.eth_sendTransaction = () => wallet.forward('eth_sendTransaction', [starved]);
    await expect(send()).rejects.toThrow('unknown reason');
  });

  test.each(['', 'abc', '0x12'])('PAY-09 waiting for "%s": "hash is required"', async (hash) => {
    await expect(transfers.wait(hash)).rejects.toThrow('hash is required');
  });

  /** Sends, waits until the waiting knows the transaction, and replaces it by another one with the same nonce. */
  async function replaceBy(other: (first: Sent) => object) {
    await holdBlocks();
    const outcome = send({ amount: '2' }).catch((error: unknown) => error);
    await expect.poll(() => steps.at(-1)?.step, { timeout: 10_000 }).toBe('sent');
    const { hash } = steps.at(-1) as { hash: string };
    const looked = () =>
      between.asked.some(
        ({ method, params }) => method === 'eth_getTransactionByHash' && params?.[0] === hash,
      );
    await expect.poll(looked, { timeout: 10_000 }).toBe(true);
    const first = (await rpc(chain.rpcUrl, 'eth_getTransactionByHash', [hash])) as Sent;
    const price = numberToHex(BigInt(first.maxFeePerGas) * 3n);
    const again = { nonce: first.nonce, maxFeePerGas: price, maxPriorityFeePerGas: price };
    const replacement = await rpc(chain.rpcUrl, 'eth_sendTransaction', [{ ...other(first), ...again }]);
    await mine();
    return { outcome: await outcome, replacement };
  }
  interface Sent {
    nonce: string;
    input: `0x${string}`;
    maxFeePerGas: string;
  }

  test('a transaction that the user speeds up is followed to its new hash', async () => {
    const { outcome, replacement } = await replaceBy(({ input }) => transaction(input));
    expect(outcome).toEqual({ hash: replacement });
    expect(steps.slice(-2)).toEqual([
      { step: 'sent', hash: replacement },
      { step: 'confirmed', hash: replacement },
    ]);
  });

  test('a transaction that the user replaces by another payment has paid', async () => {
    const { outcome, replacement } = await replaceBy(() => transaction(transferData(parseEther('3'))));
    expect(outcome).toEqual({ hash: replacement });
  });

  test('PAY-11 a transaction that the user cancels in his wallet is cancelled here', async () => {
    const me = accountAt(1);
    const { outcome } = await replaceBy(() => ({ from: me, to: me, value: '0x0' }));
    expect(outcome).toMatchObject({
      code: 'USER_REJECTED',
      title: 'Transaction Cancelled',
      hash: undefined,
    });
  });
});

describe('PAY-13 without a network', () => {
  const failed = {
    code: 'NETWORK_ERROR',
    type: 'network',
    message: 'Network error occurred. Please check your internet connection and try again.',
  };

  test('nothing is asked of the wallet', async () => {
    between.shut = true;
    expect(await refused()).toMatchObject({ ...failed, hash: undefined });
  });

  test('after the transaction was sent its hash is kept, and waiting again finds it', async () => {
    load({ receiptMs: 2_000 });
    await wallet.connect(wagmi);
    wallet.answers.eth_sendTransaction = async (params) => {
      const hash = await wallet.forward('eth_sendTransaction', params);
      between.shut = true;
      return hash;
    };
    const error = (await send().catch((failure: unknown) => failure)) as { hash: string };
    expect(error).toMatchObject({ ...failed, hash: (steps.at(-1) as { hash: string }).hash });
    between.shut = false;
    expect(await transfers.wait(error.hash)).toEqual({ hash: error.hash });
  });
});
