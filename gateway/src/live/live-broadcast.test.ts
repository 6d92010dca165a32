import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLiveBroadcast, type LiveBroadcast } from './live-broadcast.ts';

test('a client that does not keep up is disconnected; the others continue', async () => {
  let streams = 0;
  const broadcast = createLiveBroadcast((count) => {
    streams = count;
  });
  const server = createServer((_request, response) => broadcast.add(response, undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const slow = connect(port, '127.0.0.1');
  slow.pause();
  slow.write('GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => streams).toBe(1);

  const quick = await fetch(`http://127.0.0.1:${port}/`);
  const body = quick.body!.pipeThrough(new TextDecoderStream()).getReader();
  await expect.poll(() => streams).toBe(2);
  const message = { topic: 'game', game_id: 'x'.repeat(4_000) } as const;
  let sequence = 0;
  while (streams === 2) {
    broadcast.push(++sequence, message);
    await body.read();
  }
  expect(streams).toBe(1);

  broadcast.push(++sequence, { topic: 'points', gameweek: 38 });
  let received = '';
  while (!received.includes('"gameweek":38')) received += (await body.read()).value;
  broadcast.close();
  slow.destroy();
  server.close();
});

test('messages from before the start are kept for clients that resume and sent to no other client', () => {
  const broadcast = createLiveBroadcast(() => {});
  const message = { topic: 'points', gameweek: 1 } as const;
  broadcast.begin(0, 3);
  broadcast.push(1, message);
  const resumed = client(broadcast, '3');
  const fresh = client(broadcast, undefined);
  broadcast.push(2, message);
  broadcast.push(3, message);
  broadcast.push(4, message);
  // Missed messages are unknown while the history is being read.
  expect(resumed()).toEqual(['id: 3 {"topic":"reset"}', 'id: 4 {"topic":"points","gameweek":1}']);
  expect(fresh()).toEqual(['id: 3', 'id: 4 {"topic":"points","gameweek":1}']);
  expect(client(broadcast, '2')()).toEqual([
    'id: 3 {"topic":"points","gameweek":1}',
    'id: 4 {"topic":"points","gameweek":1}',
  ]);
  broadcast.close();
});

test('streams that opened before the start get a reset', () => {
  const broadcast = createLiveBroadcast(() => {});
  const early = client(broadcast, undefined);
  const resumed = client(broadcast, '2');
  broadcast.begin(0, 3); // one of the three may have been published since they opened
  for (const sequence of [1, 2, 3, 4]) broadcast.push(sequence, { topic: 'points', gameweek: sequence });
  expect(early()).toEqual(['id: 3 {"topic":"reset"}', 'id: 4 {"topic":"points","gameweek":4}']);
  expect(resumed()).toEqual([
    'data: {"topic":"reset"}',
    'id: 3 {"topic":"reset"}',
    'id: 4 {"topic":"points","gameweek":4}',
  ]);
  broadcast.close();
});

test('a reset discards all messages, and clients resume from the messages after it', () => {
  const broadcast = createLiveBroadcast(() => {});
  broadcast.begin(0, 3);
  for (const sequence of [1, 2, 3, 4]) broadcast.push(sequence, { topic: 'points', gameweek: sequence });
  const open = client(broadcast, undefined);
  expect(open()).toEqual(['id: 4']);
  broadcast.reset(); // the event stream was recreated, so it counts from one
  expect(open()).toEqual(['data: {"topic":"reset"}']);
  expect(client(broadcast, undefined)()).toEqual([]);
  expect(client(broadcast, '3')()).toEqual(['data: {"topic":"reset"}']);
  for (const sequence of [1, 2]) broadcast.push(sequence, { topic: 'points', gameweek: sequence + 10 });
  const added = [11, 12].map(
    (gameweek, index) => `id: ${index + 1} {"topic":"points","gameweek":${gameweek}}`,
  );
  expect(open()).toEqual(added);
  expect(client(broadcast, '1')()).toEqual(added.slice(1));
  expect(client(broadcast, '4')()).toEqual(['id: 2 {"topic":"reset"}']);
  broadcast.reset();
  broadcast.push(4, { topic: 'points', gameweek: 14 });
  expect(client(broadcast, '2')()).toEqual(['id: 4 {"topic":"reset"}']);
  broadcast.close();
});

test('S16 a client that missed more than 200 messages gets a reset instead of all of them', () => {
  const broadcast = createLiveBroadcast(() => {});
  for (let sequence = 1; sequence <= 300; sequence++)
    broadcast.push(sequence, { topic: 'points', gameweek: 1 });
  expect(client(broadcast, '99')()).toEqual(['id: 300 {"topic":"reset"}']);
  expect(client(broadcast, '100')()).toHaveLength(200);
  broadcast.close();
});

test('S8 a client that disconnects while a leaderboard message is held receives it when it resumes', async () => {
  const broadcast = createLiveBroadcast(() => {});
  const open = client(broadcast, undefined);
  const leaderboard = { topic: 'leaderboard', game_id: 'g', gameweek: 1 } as const;
  for (const sequence of [1, 2, 3, 4, 5]) broadcast.push(sequence, leaderboard);
  broadcast.push(6, { topic: 'points', gameweek: 1 });
  expect(open().slice(3)).toEqual([
    'id: 4 {"topic":"leaderboard","game_id":"g","gameweek":1}',
    'id: 4 {"topic":"points","gameweek":1}',
  ]);
  expect(client(broadcast, '4')()).toEqual([
    'id: 5 {"topic":"leaderboard","game_id":"g","gameweek":1}',
    'id: 6 {"topic":"points","gameweek":1}',
  ]);
  await expect.poll(open).toEqual(['id: 6 {"topic":"leaderboard","game_id":"g","gameweek":1}']);
  broadcast.close();
});

/** Opens a client in memory; returns a function that reads the received messages, one line each. */
function client(broadcast: LiveBroadcast, lastEventId: string | undefined): () => string[] {
  const received = new PassThrough();
  const response = Object.assign(received, { writeHead: () => response }) as unknown as ServerResponse;
  broadcast.add(response, lastEventId);
  return () =>
    String(received.read() ?? '')
      .split('\n\n')
      .filter((block) => /^id|^data/m.test(block) && block !== '')
      .map((block) => block.replace('\ndata:', ''));
}
