import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createHub, type Hub } from './hub.ts';

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

test('what was said before it started is kept for who comes back, and told to nobody else', () => {
  const hub = createHub(() => {});
  const message = { topic: 'points', gameweek: 1 } as const;
  hub.begin(0, 3);
  hub.push(1, message);
  const back = reader(hub, '3');
  const anew = reader(hub, undefined);
  hub.push(2, message);
  hub.push(3, message);
  hub.push(4, message);
  // While it still reads it cannot know what he missed.
  expect(back()).toEqual(['id: 3 {"topic":"reset"}', 'id: 4 {"topic":"points","gameweek":1}']);
  expect(anew()).toEqual(['id: 3', 'id: 4 {"topic":"points","gameweek":1}']);
  expect(reader(hub, '2')()).toEqual([
    'id: 3 {"topic":"points","gameweek":1}',
    'id: 4 {"topic":"points","gameweek":1}',
  ]);
  hub.close();
});

test('who listens before the stream is found fetches again once it is', () => {
  const hub = createHub(() => {});
  const early = reader(hub, undefined);
  const back = reader(hub, '2');
  hub.begin(0, 3); // one of the three may have been said since they came
  for (const sequence of [1, 2, 3, 4]) hub.push(sequence, { topic: 'points', gameweek: sequence });
  expect(early()).toEqual(['id: 3 {"topic":"reset"}', 'id: 4 {"topic":"points","gameweek":4}']);
  expect(back()).toEqual([
    'data: {"topic":"reset"}',
    'id: 3 {"topic":"reset"}',
    'id: 4 {"topic":"points","gameweek":4}',
  ]);
  hub.close();
});

/** A reader in memory; answers what he was told so far, one line a message. */
function reader(hub: Hub, lastEventId: string | undefined): () => string[] {
  const told = new PassThrough();
  const response = Object.assign(told, { writeHead: () => response }) as unknown as ServerResponse;
  hub.add(response, lastEventId);
  return () =>
    String(told.read() ?? '')
      .split('\n\n')
      .filter((block) => /^id|^data/m.test(block) && block !== '')
      .map((block) => block.replace('\ndata:', ''));
}
