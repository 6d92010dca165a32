import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLiveBroadcast, type LiveBroadcast } from './live-broadcast.ts';

test('a reader who does not keep up is cut off, the others hear on', async () => {
  let readers = 0;
  const broadcast = createLiveBroadcast((count) => {
    readers = count;
  });
  const server = createServer((_request, response) => broadcast.add(response, undefined));
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
    broadcast.push(++sequence, message);
    await body.read();
  }
  expect(readers).toBe(1);

  broadcast.push(++sequence, { topic: 'points', gameweek: 38 });
  let heard = '';
  while (!heard.includes('"gameweek":38')) heard += (await body.read()).value;
  broadcast.close();
  slow.destroy();
  server.close();
});

test('what was said before it started is kept for who comes back, and told to nobody else', () => {
  const broadcast = createLiveBroadcast(() => {});
  const message = { topic: 'points', gameweek: 1 } as const;
  broadcast.begin(0, 3);
  broadcast.push(1, message);
  const back = reader(broadcast, '3');
  const anew = reader(broadcast, undefined);
  broadcast.push(2, message);
  broadcast.push(3, message);
  broadcast.push(4, message);
  // While it still reads it cannot know what he missed.
  expect(back()).toEqual(['id: 3 {"topic":"reset"}', 'id: 4 {"topic":"points","gameweek":1}']);
  expect(anew()).toEqual(['id: 3', 'id: 4 {"topic":"points","gameweek":1}']);
  expect(reader(broadcast, '2')()).toEqual([
    'id: 3 {"topic":"points","gameweek":1}',
    'id: 4 {"topic":"points","gameweek":1}',
  ]);
  broadcast.close();
});

test('who listens before the stream is found fetches again once it is', () => {
  const broadcast = createLiveBroadcast(() => {});
  const early = reader(broadcast, undefined);
  const back = reader(broadcast, '2');
  broadcast.begin(0, 3); // one of the three may have been said since they came
  for (const sequence of [1, 2, 3, 4]) broadcast.push(sequence, { topic: 'points', gameweek: sequence });
  expect(early()).toEqual(['id: 3 {"topic":"reset"}', 'id: 4 {"topic":"points","gameweek":4}']);
  expect(back()).toEqual([
    'data: {"topic":"reset"}',
    'id: 3 {"topic":"reset"}',
    'id: 4 {"topic":"points","gameweek":4}',
  ]);
  broadcast.close();
});

/** A reader in memory; answers what he was told so far, one line a message. */
function reader(broadcast: LiveBroadcast, lastEventId: string | undefined): () => string[] {
  const told = new PassThrough();
  const response = Object.assign(told, { writeHead: () => response }) as unknown as ServerResponse;
  broadcast.add(response, lastEventId);
  return () =>
    String(told.read() ?? '')
      .split('\n\n')
      .filter((block) => /^id|^data/m.test(block) && block !== '')
      .map((block) => block.replace('\ndata:', ''));
}
