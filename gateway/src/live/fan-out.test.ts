import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createFanOut } from './fan-out.ts';

/** Opens streams in memory; `received` returns the new text of each. */
function openStreams(count: number) {
  const fanOut = createFanOut();
  const streams = Array.from({ length: count }, () => new PassThrough() as PassThrough & ServerResponse);
  for (const stream of streams) fanOut.add(stream);
  return { fanOut, streams, received: () => streams.map((stream) => String(stream.read() ?? '')) };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until any stream has text; returns the text of each. */
async function waitForFirstWrite(received: () => string[]): Promise<string[]> {
  for (;;) {
    const texts = received();
    if (texts.some(Boolean)) return texts;
    await nextTurn();
  }
}

test('a few streams receive a text immediately', () => {
  const { fanOut, received } = openStreams(3);
  fanOut.send('one');
  expect(received()).toEqual(['one', 'one', 'one']);
  fanOut.close();
});

test('the fan-out yields between slices of many streams, and later texts are sent together', async () => {
  const { fanOut, streams, received } = openStreams(600);
  fanOut.send('o');
  fanOut.send('ne ');
  const first = await waitForFirstWrite(received);
  expect(first.filter((text) => text === 'one ')).toHaveLength(256);
  expect(first.filter(Boolean)).toHaveLength(256);
  fanOut.send('two ');
  fanOut.send('three ');
  fanOut.delete(streams.at(-1)!);
  await nextTurn();
  await nextTurn();
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

test('closing the streams discards unsent texts', async () => {
  const { fanOut, streams, received } = openStreams(300);
  fanOut.send('one');
  expect((await waitForFirstWrite(received)).filter(Boolean)).toHaveLength(256);
  fanOut.close();
  await nextTurn();
  expect(received().filter(Boolean)).toEqual([]);
  expect(streams.every(({ writableEnded }) => writableEnded)).toBe(true);
  expect(fanOut.size).toBe(0);
});
