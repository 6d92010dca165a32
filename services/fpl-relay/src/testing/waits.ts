import * as wire from '@touchline/api/events/fpl-relay';
import { queryOne } from '@touchline/service-kit/data/database';
import { request } from '@touchline/service-kit/messaging/request';
import { expect } from 'vitest';
import type { RunningRelay } from './relay-suite.ts';
import type { ScriptedFeed } from './scripted-feed.ts';

/** Requests the points of a gameweek as other services do, for as long as a slow machine needs. */
export const requestLive = (relay: RunningRelay, gameweek = 2) =>
  request(relay.bus, wire.liveRequest, { gameweek }, { timeoutMs: 10_000 });

/** Waits until the relay has the points of a gameweek. */
export const waitForLive = (relay: RunningRelay, gameweek = 2) =>
  expect.poll(() => requestLive(relay, gameweek).catch(() => null)).not.toBeNull();

/** Counts the events that the relay has written, whether or not they have arrived. */
export async function countEvents({ db }: RunningRelay): Promise<number> {
  const row = await queryOne<{ written: number }>(
    db,
    'select last_value as written from outbox_position_seq',
  );
  return row!.written;
}

/** Waits for two more complete polls of the feed. */
export async function waitForPolls(feed: ScriptedFeed): Promise<void> {
  feed.takeRequests();
  const seen: string[] = [];
  const countRounds = () => {
    seen.push(...feed.takeRequests());
    return Math.min(
      ...['bootstrap', 'fixtures'].map((name) => seen.filter((path) => path.includes(name)).length),
    );
  };
  await expect.poll(countRounds, { interval: 20 }).toBeGreaterThanOrEqual(3);
}
