import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { createHub } from './hub.ts';

test('a reader who does not keep up is cut off, the others hear on', async () => {
  let readers = 0;
  const hub = createHub((count) => {
    readers = count;
  });
  const server = createServer((_request, response) => hub.add(response, undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const slow = connect(port, '127.0.0.1');
  slow.pause();
  slow.write('GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => readers).toBe(1);

  const quick = await fetch(`http://127.0.0.1:${port}/`);
  const body = quick.body!.pipeThrough(new TextDecoderStream()).getReader();
  await expect.poll(() => readers).toBe(2);
  const message = { topic: 'game', game_id: 'x'.repeat(4_000) } as const;
  let sequence = 0;
  while (readers === 2) {
    hub.push(++sequence, message);
    await body.read();
  }
  expect(readers).toBe(1);

  hub.push(++sequence, { topic: 'points', gameweek: 38 });
  let heard = '';
  while (!heard.includes('"gameweek":38')) heard += (await body.read()).value;
  hub.close();
  slow.destroy();
  server.close();
});
