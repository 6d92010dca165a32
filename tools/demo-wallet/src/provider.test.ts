import { beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT_NAMES } from './accounts.ts';
import type { LocalChain } from './chain.ts';
import { createEmitter } from './emitter.ts';
import type { Prompts } from './prompts.ts';
import { createProvider, type Eip1193Provider } from './provider.ts';
import { openState, type StateStore } from './state.ts';

/** Addresses of the named accounts, the treasury and the staking wallet. */
const ADDRESSES = Array.from(
  { length: ACCOUNT_NAMES.length + 2 },
  (_, index) => `0x${index.toString(16).repeat(40)}`,
);
const LOCAL = '0x1e0';

let shownPrompts: string[];
let approves: boolean;
let state: StateStore;
let wallet: Eip1193Provider;
let events: [string, unknown][];

const calls: [string, unknown][] = [];
const chain: LocalChain = {
  info: async () => ({
    rpcUrl: 'http://127.0.0.1:1',
    chainId: LOCAL,
    chainName: 'WorldChain Mainnet',
    token: { address: `0x${'f'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 },
  }),
  addresses: async () => ADDRESSES,
  call: async (method, params) => {
    calls.push([method, params]);
    return `result of ${method}`;
  },
};

function respond(prompt: string): Promise<boolean> {
  shownPrompts.push(prompt);
  return Promise.resolve(approves);
}

const prompts: Prompts = {
  connect: () => respond('connect'),
  sign: ({ text }) => respond(`sign ${text}`),
  send: ({ amount, recipient }) => respond(`send ${amount} to ${recipient}`),
  sendBatch: (requests) => respond(`send ${requests.map(({ amount }) => amount).join(' and ')}`),
  switchChain: (name) => respond(`switch to ${name}`),
  addChain: (name) => respond(`add ${name}`),
};

const request = (method: string, ...params: unknown[]) => wallet.request({ method, params });
const switchTo = (chainId: string) => request('wallet_switchEthereumChain', { chainId });

beforeEach(() => {
  shownPrompts = [];
  events = [];
  calls.length = 0;
  approves = true;
  state = openState();
  wallet = createProvider(chain, state, prompts, createEmitter());
  for (const event of ['accountsChanged', 'chainChanged'])
    wallet.on(event, (payload) => events.push([event, payload]));
});

describe('connection', () => {
  test('no account is visible before approval', async () => {
    expect(await request('eth_accounts')).toEqual([]);
    expect(await request('wallet_getPermissions')).toEqual([]);
    expect(shownPrompts).toEqual([]);
  });

  test('approved account is visible, also after a reload', async () => {
    expect(await request('eth_requestAccounts')).toEqual([ADDRESSES[1]]);
    const reloaded = createProvider(chain, openState(), prompts, createEmitter());
    expect(await reloaded.request({ method: 'eth_accounts' })).toEqual([ADDRESSES[1]]);
    expect(shownPrompts).toEqual(['connect']);
  });

  test('rejected connection returns code 4001', async () => {
    approves = false;
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 });
    expect(await request('eth_accounts')).toEqual([]);
  });

  test('second connection request is rejected while one is open', async () => {
    const [first, second] = await Promise.allSettled([
      request('eth_requestAccounts'),
      request('eth_requestAccounts'),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ reason: { code: -32002 } });
  });

  test('wallet emits accountsChanged on a change of account and on disconnect', async () => {
    await request('eth_requestAccounts');
    state.set({ account: 2 });
    await expect.poll(() => events.at(-1)).toEqual(['accountsChanged', [ADDRESSES[2]]]);
    await request('wallet_revokePermissions', { eth_accounts: {} });
    await expect.poll(() => events.at(-1)).toEqual(['accountsChanged', []]);
  });
});

test('admin exposes the treasury and the staking wallet and sends from them', async () => {
  state.set({ account: 0 });
  expect(await request('eth_requestAccounts')).toEqual([ADDRESSES[0], ADDRESSES[9], ADDRESSES[10]]);
  const transfer = { to: ADDRESSES[2], value: '0x1' };
  await request('eth_sendTransaction', { ...transfer, from: ADDRESSES[9] });
  expect(calls.at(-1)).toEqual(['eth_sendTransaction', [{ ...transfer, from: ADDRESSES[9] }]]);
  await expect(request('eth_sendTransaction', { ...transfer, from: ADDRESSES[3] })).rejects.toMatchObject({
    code: 4100,
  });
});

describe('signatures and transactions', () => {
  const message = '0x48656c6c6f';

  test('signature request prompts with the text, and the chain signs for the connected account', async () => {
    await request('eth_requestAccounts');
    expect(await request('personal_sign', message, ADDRESSES[1])).toBe('result of personal_sign');
    expect(shownPrompts.at(-1)).toBe('sign Hello');
    expect(calls).toEqual([['personal_sign', [message, ADDRESSES[1]]]]);
  });

  test('transfer prompts with amount and recipient', async () => {
    await request('eth_requestAccounts');
    await request('eth_sendTransaction', {
      from: ADDRESSES[1],
      to: ADDRESSES[2],
      value: '0xde0b6b3a7640000',
    });
    expect(shownPrompts.at(-1)).toBe(`send 1 ETH to ${ADDRESSES[2]}`);
  });

  test('rejected request never reaches the chain', async () => {
    await request('eth_requestAccounts');
    approves = false;
    await expect(request('personal_sign', message, ADDRESSES[1])).rejects.toMatchObject({ code: 4001 });
    await expect(
      request('eth_sendTransaction', { from: ADDRESSES[1], to: ADDRESSES[2], value: '0x1' }),
    ).rejects.toMatchObject({ code: 4001 });
    expect(calls).toEqual([]);
  });

  test('wallet signs for the connected account only', async () => {
    await expect(request('personal_sign', message, ADDRESSES[1])).rejects.toMatchObject({ code: 4100 });
    await request('eth_requestAccounts');
    await expect(request('personal_sign', message, ADDRESSES[0])).rejects.toMatchObject({ code: 4100 });
    await expect(
      request('eth_sendTransaction', { from: ADDRESSES[0], to: ADDRESSES[2] }),
    ).rejects.toMatchObject({
      code: 4100,
    });
  });

  test.each(['eth_sign', 'anvil_setBalance', 'evm_mine', 'eth_sendRawTransaction', 'personal_unlockAccount'])(
    '%s is not forwarded to the chain',
    async (method) => {
      await expect(request(method)).rejects.toMatchObject({ code: 4200 });
    },
  );

  test('read requests are forwarded to the chain', async () => {
    expect(await request('eth_getBalance', ADDRESSES[1], 'latest')).toBe('result of eth_getBalance');
  });
});

describe('wrong chain', () => {
  test('wallet reports the wrong chain until a switch is approved', async () => {
    state.set({ onWrongChain: true });
    expect(await request('eth_chainId')).toBe('0x1');
    expect(await switchTo(LOCAL)).toBeNull();
    expect(shownPrompts).toEqual(['switch to WorldChain Mainnet']);
    expect(await request('eth_chainId')).toBe(LOCAL);
    await expect.poll(() => events.at(-1)).toEqual(['chainChanged', LOCAL]);
  });

  test('rejected switch leaves the wallet on the wrong chain', async () => {
    state.set({ onWrongChain: true });
    approves = false;
    await expect(switchTo(LOCAL)).rejects.toMatchObject({ code: 4001 });
    expect(await request('eth_chainId')).toBe('0x1');
  });

  test('switch to a hidden local chain fails with 4902 until the chain is added', async () => {
    state.set({ onWrongChain: true, hidesLocalChain: true });
    await expect(switchTo(LOCAL)).rejects.toMatchObject({ code: 4902 });
    await request('wallet_addEthereumChain', { chainId: LOCAL, chainName: 'WorldChain Mainnet' });
    expect(shownPrompts).toEqual(['add WorldChain Mainnet']);
    expect(await request('eth_chainId')).toBe(LOCAL);
    expect(await switchTo(LOCAL)).toBeNull();
  });

  test('wallet sends nothing on the wrong chain', async () => {
    await request('eth_requestAccounts');
    state.set({ onWrongChain: true });
    await expect(
      request('eth_sendTransaction', { from: ADDRESSES[1], to: ADDRESSES[2], value: '0x1' }),
    ).rejects.toMatchObject({ code: 4901 });
  });

  test('switch to the current chain does not prompt', async () => {
    expect(await switchTo(LOCAL)).toBeNull();
    expect(shownPrompts).toEqual([]);
  });
});
