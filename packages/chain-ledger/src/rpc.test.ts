import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createRpc } from './rpc.ts';

test('A16 createRpc does not follow a redirect of the RPC', async () => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    request.resume();
    if (request.url === '/') response.writeHead(307, { location: '/elsewhere' }).end();
    else response.writeHead(200).end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const rpc = createRpc(`http://127.0.0.1:${port}/`, { chainId: 480, token: `0x${'11'.repeat(20)}` });
  await expect(rpc.blockHash(1)).rejects.toThrow();
  expect(requested).not.toContain('/elsewhere');
  server.closeAllConnections();
  server.close();
});
