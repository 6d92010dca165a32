import { expect, test } from 'vitest';
import { liveOf } from '../testing/feed-script.ts';
import type { FeedClient } from './feed.client.ts';
import { createFeed } from './feed.ts';

const signal = new AbortController().signal;

test('only the live lists of the latest gameweeks are cached', async () => {
  const forgotten: string[] = [];
  const client: FeedClient = {
    get: async (_resource, path) => ({
      text: JSON.stringify({ elements: [liveOf(Number(/\d+/.exec(path)?.[0]), 0, [])] }),
      accept: () => {},
    }),
    forget: (path) => void forgotten.push(path),
    close: async () => {},
  };
  const feed = createFeed(client);
  const [first, second] = [await feed.live(1, signal), await feed.live(2, signal)];
  expect(await feed.live(1, signal)).toBe(first); // the same while the feed answers the same
  for (const gameweek of [3, 4, 5]) await feed.live(gameweek, signal);
  expect(forgotten).toEqual(['/event/2/live/']);
  expect(await feed.live(1, signal)).toBe(first);
  expect(await feed.live(2, signal)).not.toBe(second);
});
