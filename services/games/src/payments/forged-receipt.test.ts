import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestDatabase, type TestNats, testChain, testNats } from '@touchline/local-stack/testing';
import { type Hex, pad, parseEther, toHex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGamesDatabase } from '../testing/games-database.ts';
import { type PaidSuite, startPaidSuite } from '../testing/paid-suite.ts';

interface RpcRequest {
  id: number;
  method: string;
  params: unknown[];
}

const FORGED: Hex = `0x${'ab'.repeat(32)}`;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

let database: TestDatabase;
let nats: TestNats;
let chain: Awaited<ReturnType<typeof testChain>>;
let forger: Server;
let app: PaidSuite;
let payer: Hex;
let forgeries = 0;

const forward = async (body: unknown) =>
  (
    await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();

/** Forwards requests to the chain, but forges the receipt of one payment in a real block. */
async function respond(rpcRequest: RpcRequest): Promise<unknown> {
  if (rpcRequest.method !== 'eth_getTransactionReceipt' || rpcRequest.params[0] !== FORGED)
    return forward(rpcRequest);
  forgeries += 1;
  const blockRequest = { ...rpcRequest, method: 'eth_getBlockByNumber', params: ['latest', false] };
  const { result: block } = (await forward(blockRequest)) as { result: { number: Hex; hash: Hex } };
  const location = {
    blockHash: block.hash,
    blockNumber: block.number,
    transactionHash: FORGED,
    transactionIndex: '0x0',
  };
  const log = {
    ...location,
    address: chain.token,
    logIndex: '0x0',
    removed: false,
    data: pad(toHex(parseEther('500'))),
    topics: [TRANSFER, pad(payer), pad(chain.treasury)],
  };
  const gas = {
    cumulativeGasUsed: '0x1',
    gasUsed: '0x1',
    effectiveGasPrice: '0x1',
    logsBloom: `0x${'0'.repeat(512)}`,
  };
  const parties = { from: payer, to: chain.token, contractAddress: null };
  return {
    jsonrpc: '2.0',
    id: rpcRequest.id,
    result: { ...location, ...gas, ...parties, status: '0x1', type: '0x2', logs: [log] },
  };
}

beforeAll(async () => {
  [database, nats, chain] = await Promise.all([createGamesDatabase(), testNats(), testChain()]);
  forger = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as RpcRequest | RpcRequest[];
    const reply = Array.isArray(body) ? await Promise.all(body.map(respond)) : await respond(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => forger.listen(0, '127.0.0.1', resolve));
  const forgerUrl = `http://127.0.0.1:${(forger.address() as AddressInfo).port}`;
  app = await startPaidSuite({
    databaseUrl: database.url,
    natsUrl: nats.url,
    chain,
    rpcUrls: [chain.rpcUrl, forgerUrl],
  });
});

afterAll(async () => {
  await app?.stop();
  forger?.closeAllConnections();
  forger?.close();
  await Promise.all([nats?.stop(), chain?.stop()]);
  await database?.drop();
});

it('S7 a payment that only one of two RPCs reports does not join, one that both report does', async () => {
  payer = (await app.newPayer('0')) as Hex;
  await app.mine(3);
  expect((await app.tryJoin(payer, app.season, FORGED)).status).toBe(202);
  const paying = await app.newPayer();
  const hash = await app.pay(paying, '500');
  expect((await app.settleJoin(paying, app.season, hash)).status).toBeLessThan(202);
  expect((await app.tryJoin(payer, app.season, FORGED)).status).toBe(202);
  expect(forgeries).toBeGreaterThan(1);
});
