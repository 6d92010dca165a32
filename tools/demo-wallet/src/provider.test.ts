import { beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT_NAMES } from './accounts.ts';
import type { LocalChain } from './chain.ts';
import { createEmitter } from './emitter.ts';
import type { Prompts } from './prompts.ts';
import { createProvider, type Eip1193Provider } from './provider.ts';
import { openState, type StateStore } from './state.ts';

/** Those with names, the treasury and the staking wallet. */
const ADDRESSES = Array.from(
  { length: ACCOUNT_NAMES.length + 2 },
  (_, index) => `0x${index.toString(16).repeat(40)}`,
);
const LOCAL = '0x1e0';

let asked: string[];
let approves: boolean;
let state: StateStore;
let wallet: Eip1193Provider;
let heard: [string, unknown][];

const calls: [string, unknown][] = [];
const chain: LocalChain = {
  facts: async () => ({
    rpcUrl: 'http://127.0.0.1:1',
    chainId: LOCAL,
    chainName: 'WorldChain Mainnet',
    token: { address: `0x${'f'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 },
  }),
  addresses: async () => ADDRESSES,
  call: async (method, params) => {
    calls.push([method, params]);
    return `answer of ${method}`;
  },
};

function answering(what: string): Promise<boolean> {
  asked.push(what);
  return Promise.resolve(approves);
}

const prompts: Prompts = {
  connect: () => answering('connect'),
  sign: ({ text }) => answering(`sign ${text}`),
  send: ({ amount, recipient }) => answering(`send ${amount} to ${recipient}`),
  switchChain: (name) => answering(`switch to ${name}`),
  addChain: (name) => answering(`add ${name}`),
};

const ask = (method: string, ...params: unknown[]) => wallet.request({ method, params });
const switchTo = (chainId: string) => ask('wallet_switchEthereumChain', { chainId });

beforeEach(() => {
  localStorage.clear();
  asked = [];
  heard = [];
  calls.length = 0;
  approves = true;
  state = openState();
  wallet = createProvider(chain, state, prompts, createEmitter());
  for (const event of ['accountsChanged', 'chainChanged'])
    wallet.on(event, (payload) => heard.push([event, payload]));
});

describe('connecting', () => {
  test('shows no account before approval', async () => {
    expect(await ask('eth_accounts')).toEqual([]);
    expect(await ask('wallet_getPermissions')).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('shows the approved account, also after a reload', async () => {
    expect(await ask('eth_requestAccounts')).toEqual([ADDRESSES[1]]);
    const reloaded = createProvider(chain, openState(), prompts, createEmitter());
    expect(await reloaded.request({ method: 'eth_accounts' })).toEqual([ADDRESSES[1]]);
    expect(asked).toEqual(['connect']);
  });

  test('a rejection is code 4001', async () => {
    approves = false;
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 });
    expect(await ask('eth_accounts')).toEqual([]);
  });

  test('a second request while one is open is refused', async () => {
    const [first, second] = await Promise.allSettled([
      ask('eth_requestAccounts'),
      ask('eth_requestAccounts'),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ reason: { code: -32002 } });
  });

  test('emits a change of account and a disconnect', async () => {
    await ask('eth_requestAccounts');
    state.set({ account: 2 });
    await expect.poll(() => heard.at(-1)).toEqual(['accountsChanged', [ADDRESSES[2]]]);
    await ask('wallet_revokePermissions', { eth_accounts: {} });
    await expect.poll(() => heard.at(-1)).toEqual(['accountsChanged', []]);
  });
});

test('the admin shows the treasury and the staking wallet too, and sends from them', async () => {
  state.set({ account: 0 });
  expect(await ask('eth_requestAccounts')).toEqual([ADDRESSES[0], ADDRESSES[9], ADDRESSES[10]]);
  const transfer = { to: ADDRESSES[2], value: '0x1' };
  await ask('eth_sendTransaction', { ...transfer, from: ADDRESSES[9] });
  expect(calls.at(-1)).toEqual(['eth_sendTransaction', [{ ...transfer, from: ADDRESSES[9] }]]);
  await expect(ask('eth_sendTransaction', { ...transfer, from: ADDRESSES[3] })).rejects.toMatchObject({
    code: 4100,
  });
});

describe('signing and sending', () => {
  const message = '0x48656c6c6f';

  test('prompts with the text; the chain signs for the connected account', async () => {
    await ask('eth_requestAccounts');
    expect(await ask('personal_sign', message, ADDRESSES[1])).toBe('answer of personal_sign');
    expect(asked.at(-1)).toBe('sign Hello');
    expect(calls).toEqual([['personal_sign', [message, ADDRESSES[1]]]]);
  });

  test('prompts with amount and recipient of a transfer', async () => {
    await ask('eth_requestAccounts');
    await ask('eth_sendTransaction', { from: ADDRESSES[1], to: ADDRESSES[2], value: '0xde0b6b3a7640000' });
    expect(asked.at(-1)).toBe(`send 1 ETH to ${ADDRESSES[2]}`);
  });

  test('a rejection never reaches the chain', async () => {
    await ask('eth_requestAccounts');
    approves = false;
    await expect(ask('personal_sign', message, ADDRESSES[1])).rejects.toMatchObject({ code: 4001 });
    await expect(
      ask('eth_sendTransaction', { from: ADDRESSES[1], to: ADDRESSES[2], value: '0x1' }),
    ).rejects.toMatchObject({ code: 4001 });
    expect(calls).toEqual([]);
  });

  test('signs for the connected account only', async () => {
    await expect(ask('personal_sign', message, ADDRESSES[1])).rejects.toMatchObject({ code: 4100 });
    await ask('eth_requestAccounts');
    await expect(ask('personal_sign', message, ADDRESSES[0])).rejects.toMatchObject({ code: 4100 });
    await expect(ask('eth_sendTransaction', { from: ADDRESSES[0], to: ADDRESSES[2] })).rejects.toMatchObject({
      code: 4100,
    });
  });

  test.each(['eth_sign', 'anvil_setBalance', 'evm_mine', 'eth_sendRawTransaction', 'personal_unlockAccount'])(
    '%s is not passed on',
    async (method) => {
      await expect(ask(method)).rejects.toMatchObject({ code: 4200 });
    },
  );

  test('forwards reads to the chain', async () => {
    expect(await ask('eth_getBalance', ADDRESSES[1], 'latest')).toBe('answer of eth_getBalance');
  });
});

describe('the wrong chain', () => {
  test('pretends to be on the wrong chain until asked to switch', async () => {
    state.set({ onWrongChain: true });
    expect(await ask('eth_chainId')).toBe('0x1');
    expect(await switchTo(LOCAL)).toBeNull();
    expect(asked).toEqual(['switch to WorldChain Mainnet']);
    expect(await ask('eth_chainId')).toBe(LOCAL);
    await expect.poll(() => heard.at(-1)).toEqual(['chainChanged', LOCAL]);
  });

  test('a rejected switch stays on the wrong chain', async () => {
    state.set({ onWrongChain: true });
    approves = false;
    await expect(switchTo(LOCAL)).rejects.toMatchObject({ code: 4001 });
    expect(await ask('eth_chainId')).toBe('0x1');
  });

  test('answers 4902 while it hides the local chain, until the chain is added', async () => {
    state.set({ onWrongChain: true, hidesLocalChain: true });
    await expect(switchTo(LOCAL)).rejects.toMatchObject({ code: 4902 });
    await ask('wallet_addEthereumChain', { chainId: LOCAL, chainName: 'WorldChain Mainnet' });
    expect(asked).toEqual(['add WorldChain Mainnet']);
    expect(await ask('eth_chainId')).toBe(LOCAL);
    expect(await switchTo(LOCAL)).toBeNull();
  });

  test('sends nothing on the wrong chain', async () => {
    await ask('eth_requestAccounts');
    state.set({ onWrongChain: true });
    await expect(
      ask('eth_sendTransaction', { from: ADDRESSES[1], to: ADDRESSES[2], value: '0x1' }),
    ).rejects.toMatchObject({ code: 4901 });
  });

  test('a switch to the current chain does not prompt', async () => {
    expect(await switchTo(LOCAL)).toBeNull();
    expect(asked).toEqual([]);
  });
});
