import { beforeEach, describe, expect, test } from 'vitest';
import type { LocalChain } from './chain.ts';
import { createEmitter } from './emitter.ts';
import type { Prompts } from './prompts.ts';
import { createProvider } from './provider.ts';
import { openState } from './state.ts';

const ADDRESSES = Array.from({ length: 11 }, (_, index) => `0x${index.toString(16).repeat(40)}`);
const CHAIN = '0x1e0';
const ETHER = '0xde0b6b3a7640000';

let sent: object[];
let failAt: number;
let isMined: boolean;
let shownPrompts: string[];
let approves: boolean;

const chain: LocalChain = {
  info: async () => ({
    rpcUrl: 'http://127.0.0.1:1',
    chainId: CHAIN,
    chainName: 'WorldChain Mainnet',
    token: { address: `0x${'f'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 },
  }),
  addresses: async () => ADDRESSES,
  async call(method, params) {
    const [first] = params as [object];
    if (method === 'eth_getTransactionReceipt')
      return isMined ? { transactionHash: first, status: '0x1' } : null;
    if (sent.length === failAt) throw new Error('insufficient funds');
    sent.push(first);
    return `0xhash${sent.length}`;
  },
};
const prompts = {
  connect: async () => true,
  sendBatch: async (requests) => {
    shownPrompts.push(requests.map(({ amount, recipient }) => `${amount} to ${recipient}`).join(', '));
    return approves;
  },
} as Partial<Prompts> as Prompts;

const open = () => createProvider(chain, openState(), prompts, createEmitter());
const request = (method: string, ...params: unknown[]) => open().request({ method, params });
const calls = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ to: ADDRESSES[n + 2], value: ETHER }));
const send = (count: number, changes: object = {}) =>
  request('wallet_sendCalls', {
    version: '2.0.0',
    id: 'one',
    from: ADDRESSES[1],
    chainId: CHAIN,
    atomicRequired: false,
    calls: calls(count),
    ...changes,
  });
const status = async () =>
  (await request('wallet_getCallsStatus', 'one')) as { status: number; receipts: object[] };

beforeEach(async () => {
  [sent, shownPrompts] = [[], []];
  failAt = -1;
  isMined = approves = true;
  await request('eth_requestAccounts');
});

describe('batches', () => {
  test('batch is sent with one confirmation and is known after a reload', async () => {
    expect(await request('wallet_getCapabilities', ADDRESSES[1])).toEqual({
      [CHAIN]: { atomic: { status: 'unsupported' } },
    });
    isMined = false;
    expect(await send(2)).toEqual({ id: 'one' });
    expect(shownPrompts).toEqual([`1 ETH to ${ADDRESSES[2]}, 1 ETH to ${ADDRESSES[3]}`]);
    expect(sent).toMatchObject([{ from: ADDRESSES[1], to: ADDRESSES[2] }, { to: ADDRESSES[3] }]);
    expect(await status()).toMatchObject({ status: 100, receipts: [] });
    isMined = true;
    expect(await status()).toMatchObject({
      status: 200,
      receipts: [{ transactionHash: '0xhash1' }, { transactionHash: '0xhash2' }],
    });
  });

  test('batch with the id of an earlier one is not sent again', async () => {
    await send(1);
    await expect(send(1)).rejects.toMatchObject({ code: 5720 });
    expect([sent.length, shownPrompts.length]).toEqual([1, 1]);
  });

  test.each([
    ['declined', 4001, 2, {}],
    ['too large', 5740, 11, {}],
    ['atomic', 5760, 2, { atomicRequired: true }],
    ['for another chain', 4901, 2, { chainId: '0x1' }],
    ['from another account', 4100, 2, { from: ADDRESSES[4] }],
    ['empty', -32602, 0, {}],
  ])('batch that is %s is not sent', async (name, code, count, changes) => {
    approves = name !== 'declined';
    await expect(send(count, changes)).rejects.toMatchObject({ code });
    expect(sent).toEqual([]);
    await expect(status()).rejects.toMatchObject({ code: 5730 });
  });

  test.each([
    [0, 400],
    [1, 600],
  ])('batch that fails after %i transactions has the status %i', async (executed, expected) => {
    failAt = executed;
    await send(3);
    expect((await status()).status).toBe(expected);
    expect(sent).toHaveLength(executed);
  });
});
