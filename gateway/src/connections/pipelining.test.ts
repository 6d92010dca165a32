import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { rawClient } from '../testing/raw-client.ts';
import { respondInTurn } from './pipelining.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** Serves requests and opens a connection with a first one. */
async function connectTo(handle: RequestListener) {
  const sockets: Socket[] = [];
  const server = createServer(respondInTurn(handle)).on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = rawClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, [
    'GET / HTTP/1.1',
    'Host: x',
  ]);
  onTestFinished(() => {
    client.socket.destroy();
    server.close();
  });
  return { client, sockets };
}

test('requests that waited leave nothing on their connection', async () => {
  const open: ServerResponse[] = [];
  const { client, sockets } = await connectTo((_req, res) => void open.push(res));
  await expect.poll(() => open.length).toBe(1);
  const listeners = sockets[0]!.listenerCount('close');
  for (let served = 1; served < 20; served += 1) {
    client.write(REQUEST);
    await expect.poll(() => sockets[0]!.listenerCount('close')).toBe(listeners + 1);
    open.at(-1)!.end('served');
    await expect.poll(() => open.length).toBe(served + 1);
  }
  expect(sockets[0]!.listenerCount('close')).toBe(listeners);
  expect(client.received().split('served').length - 1).toBe(19);
});

test('many requests in one write reach no handler and close the connection', async () => {
  let handled = 0;
  const { client } = await connectTo(() => {
    handled += 1;
  });
  await expect.poll(() => handled).toBe(1);
  client.write(REQUEST.repeat(1_000));
  await expect.poll(client.closed).toBe(true);
  expect(handled).toBe(1);
});
