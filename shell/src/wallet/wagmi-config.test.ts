// @vitest-environment node
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { toHex } from 'viem';
import { afterEach, expect, test } from 'vitest';
import { createWagmi } from './wagmi-config.ts';

interface RpcRequest {
  id: number;
  method: string;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a JSON-RPC endpoint that records every POST and responds to every request with 0x1. */
async function startEndpoint(): Promise<{ url: string; posts: RpcRequest[][] }> {
  const posts: RpcRequest[][] = [];
  const started = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as RpcRequest | RpcRequest[];
    const calls = Array.isArray(body) ? body : [body];
    posts.push(calls);
    const responses = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(body) ? responses : responses[0]));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, posts };
}

test('API-24 reads go to the chain’s endpoint, batched in one POST', async () => {
  const { url, posts } = await startEndpoint();
  const deployment = { ...FAKE_CONFIG, chain: { ...FAKE_CONFIG.chain, rpc: url } };
  const client = createWagmi(deployment, 'http://localhost').getClient();
  const methods = ['eth_blockNumber', 'eth_gasPrice', 'eth_chainId'] as const;
  const results = await Promise.all(methods.map((method) => client.request({ method })));
  expect(results).toEqual(['0x1', '0x1', '0x1']);
  expect(posts.map((calls) => calls.map((call) => call.method))).toEqual([[...methods]]);
});

test('CONST-01 the chain is 480, WorldChain Mainnet, with Ether and a block every two seconds', () => {
  expect(createWagmi(FAKE_CONFIG, 'http://localhost').chains[0]).toMatchObject({
    id: 480,
    name: 'WorldChain Mainnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:8545/'] } },
    blockExplorers: { default: { url: 'https://worldscan.org' } },
    blockTime: 2_000,
  });
});

test('CONST-02 a POST contains up to a thousand reads', async () => {
  const { url, posts } = await startEndpoint();
  const deployment = { ...FAKE_CONFIG, chain: { ...FAKE_CONFIG.chain, rpc: url } };
  const client = createWagmi(deployment, 'http://localhost').getClient();
  const accounts = Array.from({ length: 1_001 }, (_, index) => toHex(index, { size: 20 }));
  await Promise.all(
    accounts.map((account) => client.request({ method: 'eth_getBalance', params: [account, 'latest'] })),
  );
  expect(posts.map((calls) => calls.length)).toEqual([1_000, 1]);
});
