import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createRpc } from './rpc.ts';

const TOKEN = `0x${'11'.repeat(20)}`;
const HASH = `0x${'22'.repeat(32)}`;

let stop = () => {};
afterEach(() => stop());

/** Connects to an RPC that responds with `respond`. It is stopped after the test. */
async function connect(respond: RequestListener) {
  const server = createServer(respond);
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return createRpc(`http://127.0.0.1:${port}/`, { chainId: 480, token: TOKEN });
}

test('A16 createRpc does not follow a redirect of the RPC', async () => {
  const requested: string[] = [];
  const rpc = await connect((request, response) => {
    requested.push(request.url ?? '');
    request.resume();
    if (request.url === '/') response.writeHead(307, { location: '/elsewhere' }).end();
    else response.writeHead(200).end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
  });
  await expect(rpc.blockHash(1)).rejects.toThrow();
  expect(requested).not.toContain('/elsewhere');
});

/** Answers one request at a time. The first answer is from before block 9, the next ones are from after it. */
function createLateRpc(): RequestListener {
  let answers = 0;
  const answer = ({ id, method }: { id: number; method: string }) => {
    answers += 1;
    const block = answers === 1 ? null : { hash: HASH, number: '0x9', timestamp: '0x1', transactions: [] };
    return { jsonrpc: '2.0', id, result: method === 'eth_getLogs' ? [] : block };
  };
  return async (request, response) => {
    const body = (await json(request)) as Parameters<typeof answer>[0][];
    response.end(JSON.stringify(body.map(answer)));
  };
}

const RANGE = { from: 1, to: 9 };

test('S7 transfers of a range are rejected if the RPC reaches its last block only after the logs', async () => {
  const rpc = await connect(createLateRpc());
  const transfers = rpc.transfers({ ...RANGE, side: 'recipient', address: TOKEN });
  await expect(transfers).rejects.toThrow('has not reached block 9');
});

test('S7 logs of a range are rejected if the RPC reaches its last block only after the logs', async () => {
  const rpc = await connect(createLateRpc());
  await expect(rpc.logs({ ...RANGE, contract: TOKEN })).rejects.toThrow('has not reached block 9');
});
