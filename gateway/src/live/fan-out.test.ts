import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createFanOut } from './fan-out.ts';

/** Streams in memory; each tells what it has received since it was last asked. */
function openStreams(count: number) {
  const fanOut = createFanOut();
  const streams = Array.from({ length: count }, () => new PassThrough() as PassThrough & ServerResponse);
  for (const stream of streams) fanOut.add(stream);
  return { fanOut, streams, received: () => streams.map((stream) => String(stream.read() ?? '')) };
}

const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

/** What the streams have in the turn in which any has something. */
async function firstWritten(received: () => string[]): Promise<string[]> {
  for (;;) {
    const texts = received();
    if (texts.some(Boolean)) return texts;
    await oneTurn();
  }
}

test('a few streams have a text at once', () => {
  const { fanOut, received } = openStreams(3);
  fanOut.send('one');
  expect(received()).toEqual(['one', 'one', 'one']);
  fanOut.close();
});

test('other work has its turn between the streams of a crowd, and what comes in between is sent together', async () => {
  const { fanOut, streams, received } = openStreams(600);
  fanOut.send('o');
  fanOut.send('ne ');
  const first = await firstWritten(received);
  expect(first.filter((text) => text === 'one ')).toHaveLength(256);
  expect(first.filter(Boolean)).toHaveLength(256);
  fanOut.send('two ');
  fanOut.send('three ');
  fanOut.delete(streams.at(-1)!);
  await oneTurn();
  await oneTurn();
  expect(received().filter((text) => text === 'one ')).toHaveLength(600 - 256 - 1);
  const later: string[] = Array(600).fill('');
  await expect
    .poll(() => {
      for (const [index, text] of received().entries()) later[index] += text;
      return later.filter((text) => text === 'two three ').length;
    })
    .toBe(599);
  expect(later.at(-1)).toBe('');
  fanOut.close();
});

test('what has not reached the streams when they are closed is not sent', async () => {
  const { fanOut, streams, received } = openStreams(300);
  fanOut.send('one');
  expect((await firstWritten(received)).filter(Boolean)).toHaveLength(256);
  fanOut.close();
  await oneTurn();
  expect(received().filter(Boolean)).toEqual([]);
  expect(streams.every(({ writableEnded }) => writableEnded)).toBe(true);
  expect(fanOut.size).toBe(0);
});
