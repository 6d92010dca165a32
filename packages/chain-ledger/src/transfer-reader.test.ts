import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { footballAbi } from '@touchline/contracts/abi';
import { deployFootball } from '@touchline/contracts/deploy';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { testChain } from '@touchline/local-stack/testing';
import { createTestClient, createWalletClient, type Hex, http, parseEther, publicActions, toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRpc } from './rpc.ts';
import { combineRpcs, createTransferReader, type TransferReader } from './transfer-reader.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const DEAD_RPC = 'http://127.0.0.1:9';
type Chain = Awaited<ReturnType<typeof testChain>>;

let chain: Chain;
let reader: TransferReader;
/** A second RPC of the same chain. */
let second: Awaited<ReturnType<typeof startRpcProxy>>;
const player = mnemonicToAccount(MNEMONIC, { addressIndex: 1 });

const wallet = () =>
  createWalletClient({ account: player, transport: http(chain.rpcUrl) }).extend(publicActions);
const anvil = () => createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) });

/** Starts an RPC proxy that hides all blocks above `head`; by default it hides none. */
async function startRpcProxy(
  head = Number.POSITIVE_INFINITY,
): Promise<{ url: string; stop: () => Promise<void> }> {
  type RpcRequest = { id: number; method: string; params: unknown[] };
  type RpcReply = { id: number; result: Record<string, string> | Record<string, string>[] | string | null };
  const readHeight = (item: Record<string, string>) => Number(item.blockNumber ?? item.number);
  const rewriteParams = ({ method, params }: RpcRequest): unknown[] =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest' && Number.isFinite(head)
      ? [toHex(head), ...params.slice(1)]
      : params;
  const hideNewBlocks = ({ method }: RpcRequest, { id, result }: RpcReply): RpcReply => {
    if (method === 'eth_blockNumber' && Number.isFinite(head)) return { id, result: toHex(head) };
    if (Array.isArray(result)) return { id, result: result.filter((log) => readHeight(log) <= head) };
    const beyond = typeof result === 'object' && result !== null && readHeight(result) > head;
    return { id, result: beyond ? null : result };
  };
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as RpcRequest | RpcRequest[];
    const requests = [body].flat();
    const replies = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requests.map((each) => ({ ...each, params: rewriteParams(each) }))),
    }).then((upstream) => upstream.json() as Promise<RpcReply[]>);
    const hidden = replies.map((each) => ({
      jsonrpc: '2.0',
      ...hideNewBlocks(requests.find(({ id }) => id === each.id)!, each),
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(body) ? hidden : hidden[0]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Resolves once the transfer is mined: a node returns the hash before it has mined. */
async function pay(to: string, whole: string, token: Hex = chain.token): Promise<Hex> {
  const hash = await wallet().writeContract({
    address: token,
    abi: footballAbi,
    functionName: 'transfer',
    args: [to as Hex, parseEther(whole)],
    chain: null,
  });
  await waitForReceipt(wallet(), hash);
  return hash;
}

/** Creates a reader in which every URL is a separate RPC. */
const createReader = (rpcUrls: string[]) =>
  combineRpcs(rpcUrls.map((url) => createRpc(url, { chainId: 480, token: chain.token })));

beforeAll(async () => {
  chain = await testChain();
  reader = createReader([chain.rpcUrl]);
  second = await startRpcProxy();
});
afterAll(async () => {
  await second.stop();
  await chain.stop();
});

describe('transfer reader', () => {
  it('the reader reads sender, recipient and amount of a transfer from its log', async () => {
    const hash = await pay(chain.treasury, '1000.000000000000000001');
    const found = await reader.byHash(hash);
    expect(found).toMatchObject({ state: 'mined', confirmations: 1 });
    if (found.state !== 'mined') return;
    expect(found.transfers).toHaveLength(1);
    expect(found.transfers[0]).toMatchObject({
      tx_hash: hash,
      sender: player.address.toLowerCase(),
      recipient: chain.treasury.toLowerCase(),
      amount: parseEther('1000') + 1n,
    });
  });

  it('the reader counts confirmations including the block of the transfer', async () => {
    const hash = await pay(chain.treasury, '1');
    await anvil().mine({ blocks: 4 });
    expect(await reader.byHash(hash)).toMatchObject({ state: 'mined', confirmations: 5 });
  });

  it('the reader ignores the log of another token named FOOTBALL', async () => {
    const fake = await deployFootball({
      rpcUrl: chain.rpcUrl,
      privateKey: `0x${Buffer.from(player.getHdKey().privateKey ?? []).toString('hex')}`,
    });
    const hash = await pay(chain.treasury, '1000', fake.address);
    expect(await reader.byHash(hash)).toMatchObject({ state: 'mined', transfers: [] });
  });

  it('the reader distinguishes a reverted transaction from an unknown one', async () => {
    const reverted = await wallet().sendTransaction({
      to: chain.token,
      data: '0xdeadbeef',
      gas: 100_000n,
      chain: null,
    });
    await waitForReceipt(wallet(), reverted);
    expect(await reader.byHash(reverted)).toEqual({ state: 'reverted' });
    expect(await reader.byHash(`0x${'ab'.repeat(32)}`)).toEqual({ state: 'missing' });
  });

  it('the reader finds the receipt on the other RPCs while one is down', async () => {
    const hash = await pay(chain.treasury, '2');
    const urls = [DEAD_RPC, chain.rpcUrl, chain.rpcUrl];
    expect(await createReader(urls).byHash(hash)).toMatchObject({ state: 'mined' });
  });

  it.each([
    ['listed twice', (url: string) => url],
    [
      'listed in another spelling',
      (url: string) => `${url.replace('127.0.0.1', 'user:KEY@LOCALHOST')}/?key=1`,
    ],
  ])('S7 P6 a result of only one RPC is rejected, even if its URL is %s', async (_, respell) => {
    const hash = await pay(chain.treasury, '2');
    const rpcUrls = [DEAD_RPC, chain.rpcUrl, respell(chain.rpcUrl)];
    const single = createTransferReader({ rpcUrls, chainId: 480, token: chain.token });
    await expect(single.byHash(hash)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(single.rpcStatus().rpcs).toBe(2);
  });

  it('the reader throws UPSTREAM_UNAVAILABLE instead of returning missing while no RPC responds', async () => {
    const hash = await pay(chain.treasury, '3');
    await expect(createReader([DEAD_RPC]).byHash(hash)).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
    const unknown: Hex = `0x${'cd'.repeat(32)}`;
    await expect(createReader([DEAD_RPC, chain.rpcUrl]).byHash(unknown)).rejects.toMatchObject({
      status: 503,
    });
  });

  it('the reader returns missing for a transfer that a reorganisation removed', async () => {
    const hash = await pay(chain.treasury, '4');
    const found = await reader.byHash(hash);
    if (found.state !== 'mined' || !found.transfers[0]) return expect.fail('should be mined');
    const block = { number: found.transfers[0].block_number, hash: found.transfers[0].block_hash };
    expect(await reader.isCanonical(block)).toBe(true);
    await anvil().mine({ blocks: 1 });
    await anvil().request({ method: 'anvil_reorg', params: [2, []] } as never);
    expect(await reader.byHash(hash)).toEqual({ state: 'missing' });
    expect(await reader.isCanonical(block)).toBe(false);
  });

  it('the reader scans the transfers to one recipient', async () => {
    const { latest: before } = await reader.heads();
    const first = await pay(chain.treasury, '5');
    await pay(chain.stakingWallet, '6');
    await anvil().mine({ blocks: 20 });
    const last = await pay(chain.treasury, '7');
    const { latest, safe, finalized } = await reader.heads();
    const { found } = await reader.scan({
      from: before + 1,
      to: latest,
      side: 'recipient',
      address: chain.treasury,
    });
    expect(found.map((transfer) => transfer.tx_hash)).toEqual([first, last]);
    expect([safe <= latest, finalized <= safe]).toEqual([true, true]);
  });

  it('the reader rejects an RPC that serves another chain', async () => {
    await expect(reader.check()).resolves.toBeUndefined();
    const elsewhere = createTransferReader({ rpcUrls: [chain.rpcUrl], chainId: 1, token: chain.token });
    await expect(elsewhere.check()).rejects.toThrow('not 1');
  });
});

describe('lagging first RPC', () => {
  let behind: Awaited<ReturnType<typeof startRpcProxy>>;
  let both: TransferReader;
  let three: TransferReader;
  let hash: Hex;
  let height: number;

  beforeAll(async () => {
    const { latest } = await reader.heads();
    behind = await startRpcProxy(latest);
    hash = await pay(chain.treasury, '8');
    await anvil().mine({ blocks: 3 });
    height = latest + 1;
  });
  afterAll(() => behind.stop());
  beforeEach(() => {
    both = createReader([behind.url, chain.rpcUrl]);
    three = createReader([behind.url, chain.rpcUrl, chain.rpcUrl]);
  });

  it('S7 transfer reader waits for a lagging RPC unless there are two others', async () => {
    expect(await createReader([behind.url]).byHash(hash)).toEqual({ state: 'missing' });
    await expect(both.byHash(hash)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(await three.byHash(hash)).toMatchObject({ state: 'mined', confirmations: 4 });
  });

  it('transfer reader does not report a block as removed that the first RPC has not reached', async () => {
    const found = await reader.byHash(hash);
    if (found.state !== 'mined' || !found.transfers[0]) return expect.fail('should be mined');
    const block = { number: height, hash: found.transfers[0].block_hash };
    await expect(both.isCanonical(block)).rejects.toMatchObject({ status: 503 });
    expect(await three.isCanonical(block)).toBe(true);
    expect(await three.isCanonical({ ...block, hash })).toBe(false);
  });

  it('S7 transfer reader reports the heights that two RPCs have reached', async () => {
    expect((await both.heads()).latest).toBe(height - 1);
    expect((await three.heads()).latest).toBe(height + 3);
  });

  it('transfer reader takes logs only from RPCs that have the whole range', async () => {
    const range = { from: height - 1, to: height + 3, side: 'recipient', address: chain.treasury } as const;
    expect((await three.scan(range)).found.map(({ tx_hash }) => tx_hash)).toContain(hash);
    await expect(both.scan(range)).rejects.toMatchObject({ status: 503 });
  });
});
