import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { footballAbi } from '@touchline/contracts/abi';
import { deployFootball } from '@touchline/contracts/deploy';
import { testChain } from '@touchline/local-stack/testing';
import { createTestClient, createWalletClient, type Hex, http, parseEther, publicActions, toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTransferReader, type TransferReader } from './transfer-reader.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const DEAD_RPC = 'http://127.0.0.1:9';
type Chain = Awaited<ReturnType<typeof testChain>>;

let chain: Chain;
let reader: TransferReader;
const player = mnemonicToAccount(MNEMONIC, { addressIndex: 1 });

const wallet = () =>
  createWalletClient({ account: player, transport: http(chain.rpcUrl) }).extend(publicActions);
const anvil = () => createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) });

/** An RPC in front of the chain's that has not got past a block. */
async function laggingRpc(head: number): Promise<{ url: string; stop: () => Promise<void> }> {
  type Question = { id: number; method: string; params: unknown[] };
  type Answer = { id: number; result: Record<string, string> | Record<string, string>[] | string | null };
  const heightOf = (part: Record<string, string>) => Number(part.blockNumber ?? part.number);
  const asked = ({ method, params }: Question): unknown[] =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest' ? [toHex(head), ...params.slice(1)] : params;
  const known = ({ method }: Question, { id, result }: Answer): Answer => {
    if (method === 'eth_blockNumber') return { id, result: toHex(head) };
    if (Array.isArray(result)) return { id, result: result.filter((log) => heightOf(log) <= head) };
    const beyond = typeof result === 'object' && result !== null && heightOf(result) > head;
    return { id, result: beyond ? null : result };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const given = JSON.parse(Buffer.concat(chunks).toString()) as Question | Question[];
    const questions = [given].flat();
    const answers = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(questions.map((each) => ({ ...each, params: asked(each) }))),
    }).then((answer) => answer.json() as Promise<Answer[]>);
    const told = answers.map((answer) => ({
      jsonrpc: '2.0',
      ...known(questions.find(({ id }) => id === answer.id)!, answer),
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(given) ? told : told[0]));
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
  await wallet().waitForTransactionReceipt({ hash, pollingInterval: 20 });
  return hash;
}

/** The same RPC by another name. */
const otherAddress = (url: string) => url.replace('127.0.0.1', 'localhost');

const readerOf = (rpcUrls: string[]) => createTransferReader({ rpcUrls, chainId: 480, token: chain.token });

beforeAll(async () => {
  chain = await testChain();
  reader = readerOf([chain.rpcUrl]);
});
afterAll(() => chain.stop());

describe('reading token transfers', () => {
  it('reads sender, recipient and amount of a transfer from its log', async () => {
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

  it('counts confirmations, the block of the transfer included', async () => {
    const hash = await pay(chain.treasury, '1');
    await anvil().mine({ blocks: 4 });
    expect(await reader.byHash(hash)).toMatchObject({ state: 'mined', confirmations: 5 });
  });

  it('ignores the log of a token that only calls itself FOOTBALL', async () => {
    const fake = await deployFootball({
      rpcUrl: chain.rpcUrl,
      privateKey: `0x${Buffer.from(player.getHdKey().privateKey ?? []).toString('hex')}`,
    });
    const hash = await pay(chain.treasury, '1000', fake.address);
    expect(await reader.byHash(hash)).toMatchObject({ state: 'mined', transfers: [] });
  });

  it('distinguishes a reverted transaction from an unknown one', async () => {
    const reverted = await wallet().sendTransaction({
      to: chain.token,
      data: '0xdeadbeef',
      gas: 100_000n,
      chain: null,
    });
    await wallet().waitForTransactionReceipt({ hash: reverted, pollingInterval: 20 });
    expect(await reader.byHash(reverted)).toEqual({ state: 'reverted' });
    expect(await reader.byHash(`0x${'ab'.repeat(32)}`)).toEqual({ state: 'missing' });
  });

  it('finds the receipt at the other RPCs while one is down', async () => {
    const hash = await pay(chain.treasury, '2');
    const urls = [DEAD_RPC, chain.rpcUrl, otherAddress(chain.rpcUrl)];
    expect(await readerOf(urls).byHash(hash)).toMatchObject({ state: 'mined' });
  });

  it('S7 believes nothing that only one of two RPCs says, nor one whose address is given twice', async () => {
    const hash = await pay(chain.treasury, '2');
    const alone = readerOf([DEAD_RPC, chain.rpcUrl, chain.rpcUrl]);
    await expect(alone.byHash(hash)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });

  it('says unavailable, never missing, while no RPC can tell', async () => {
    const hash = await pay(chain.treasury, '3');
    await expect(readerOf([DEAD_RPC]).byHash(hash)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    const unknown: Hex = `0x${'cd'.repeat(32)}`;
    await expect(readerOf([DEAD_RPC, chain.rpcUrl]).byHash(unknown)).rejects.toMatchObject({ status: 503 });
  });

  it('no longer finds a transfer that a reorganisation removed', async () => {
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

  it('scans the transfers to one recipient', async () => {
    const { latest: before } = await reader.heads();
    const first = await pay(chain.treasury, '5');
    await pay(chain.stakingWallet, '6');
    await anvil().mine({ blocks: 20 });
    const last = await pay(chain.treasury, '7');
    const { latest, safe, finalized } = await reader.heads();
    const found = await reader.scan({
      from: before + 1,
      to: latest,
      side: 'recipient',
      address: chain.treasury,
    });
    expect(found.map((transfer) => transfer.tx_hash)).toEqual([first, last]);
    expect([safe <= latest, finalized <= safe]).toEqual([true, true]);
  });

  it('refuses another chain and a token with other decimals', async () => {
    await expect(reader.check()).resolves.toBeUndefined();
    const elsewhere = createTransferReader({ rpcUrls: [chain.rpcUrl], chainId: 1, token: chain.token });
    await expect(elsewhere.check()).rejects.toThrow('not 1');
  });
});

describe('two RPCs of which the first lags behind', () => {
  let behind: Awaited<ReturnType<typeof laggingRpc>>;
  let both: TransferReader;
  let three: TransferReader;
  let hash: Hex;
  let height: number;

  beforeAll(async () => {
    const { latest } = await reader.heads();
    behind = await laggingRpc(latest);
    hash = await pay(chain.treasury, '8');
    await anvil().mine({ blocks: 3 });
    height = latest + 1;
  });
  afterAll(() => behind.stop());
  beforeEach(() => {
    both = readerOf([behind.url, chain.rpcUrl]);
    three = readerOf([behind.url, chain.rpcUrl, otherAddress(chain.rpcUrl)]);
  });

  it('S7 waits for the one that lags, unless there are two others', async () => {
    expect(await readerOf([behind.url]).byHash(hash)).toEqual({ state: 'missing' });
    await expect(both.byHash(hash)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(await three.byHash(hash)).toMatchObject({ state: 'mined', confirmations: 4 });
  });

  it('does not report a block as removed that the first one has not reached', async () => {
    const found = await reader.byHash(hash);
    if (found.state !== 'mined' || !found.transfers[0]) return expect.fail('should be mined');
    const block = { number: height, hash: found.transfers[0].block_hash };
    await expect(both.isCanonical(block)).rejects.toMatchObject({ status: 503 });
    expect(await three.isCanonical(block)).toBe(true);
    expect(await three.isCanonical({ ...block, hash })).toBe(false);
  });

  it('S7 reports the heights that two have reached', async () => {
    expect((await both.heads()).latest).toBe(height - 1);
    expect((await three.heads()).latest).toBe(height + 3);
  });

  it('reads logs only from RPCs that have the whole range', async () => {
    const range = { from: height - 1, to: height + 3, side: 'recipient', address: chain.treasury } as const;
    expect((await three.scan(range)).map((transfer) => transfer.tx_hash)).toContain(hash);
    await expect(both.scan(range)).rejects.toMatchObject({ status: 503 });
  });
});
