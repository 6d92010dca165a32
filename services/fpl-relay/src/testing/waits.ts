import * as wire from '@touchline/api/events/fpl-relay';
import { request } from '@touchline/service-kit/request';
import { expect } from 'vitest';
import type { Running } from './relay-under-test.ts';
import type { ScriptedFeed } from './scripted-feed.ts';

/** The points of a gameweek, as other services get them. */
export const liveNow = (relay: Running, gameweek = 2) => request(relay.bus, wire.liveRequest, { gameweek });

/** Waits until the relay has the points of a gameweek. */
export const liveReady = (relay: Running, gameweek = 2) =>
  expect.poll(() => liveNow(relay, gameweek).catch(() => null), { timeout: 10_000 }).not.toBeNull();

/** Waits for two more complete polls of the feed. */
export async function polledAgain(feed: ScriptedFeed): Promise<void> {
  feed.requested();
  const seen: string[] = [];
  const rounds = () => {
    seen.push(...feed.requested());
    return Math.min(
      ...['bootstrap', 'fixtures'].map((part) => seen.filter((path) => path.includes(part)).length),
    );
  };
  await expect.poll(rounds, { timeout: 10_000, interval: 20 }).toBeGreaterThanOrEqual(3);
}
