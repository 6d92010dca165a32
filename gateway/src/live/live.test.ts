import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { bootstrapChanged, matchEventsChanged } from '@touchline/api/events/fpl-relay';
import { gameChanged, pointsChanged, standingsChanged } from '@touchline/api/events/games';
import { stakesChanged } from '@touchline/api/events/staking';
import type { LiveMessage } from '@touchline/api/http/live';
import { createTestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { openLive } from '../testing/live-client.ts';

let nats: TestNats;
let bus: NatsConnection;

beforeAll(async () => {
  nats = await testNats();
  bus = await connect({ servers: nats.url });
});
afterAll(async () => {
  await bus?.close();
  await nats?.stop();
});

const gateway = gatewaySuite(createTestDatabase, () => ({ NATS_URL: nats.url }));

/** Waits until a gateway follows the event stream and knows its position. */
async function waitUntilFollowing(url: string): Promise<void> {
  const check = async () => {
    const lost = await openLive(url, 'nonsense');
    const { id } = await lost.next();
    lost.close();
    expect(id).not.toBeNull();
  };
  await vi.waitFor(check, { timeout: 15_000 });
}

beforeAll(() => waitUntilFollowing(gateway.url));

async function startReplica() {
  const replica = await gateway.start({ NATS_URL: nats.url });
  await waitUntilFollowing(replica.url);
  return replica;
}

/** Publishes like a service; returns the sequence. Repeats, because the gateway may not have created the stream yet. */
async function publish(subject: string, payload: object): Promise<number> {
  for (;;) {
    const sent = await jetstream(bus)
      .publish(subject, JSON.stringify(payload))
      .catch(() => null);
    if (sent) return sent.seq;
  }
}

describe('messages', () => {
  test('events become topics that contain only ids; the event id is the stream sequence', async () => {
    const client = await openLive(gateway.url);
    const events: [{ subject: string }, object, LiveMessage][] = [
      [pointsChanged, { season: '2025-26', gameweek: 3 }, { topic: 'points', gameweek: 3 }],
      [matchEventsChanged, { season: '2025-26', version: 4, gameweek: 3 }, { topic: 'moments', gameweek: 3 }],
      [standingsChanged, { game_id: 'g', gameweek: 3 }, { topic: 'leaderboard', game_id: 'g', gameweek: 3 }],
      [gameChanged, { game_id: 'g' }, { topic: 'game', game_id: 'g' }],
      [bootstrapChanged, { season: '2025-26', version: 4 }, { topic: 'gameweek', gameweek: null }],
      [stakesChanged, { wallet: '0x1' }, { topic: 'stakes' }],
    ];
    for (const [event, payload, message] of events) {
      const sequence = await publish(event.subject, payload);
      expect(await client.next()).toEqual({ id: String(sequence), message });
    }
    client.close();
  });

  test('the response of a live stream must not be compressed, cached or buffered', async () => {
    const client = await openLive(gateway.url);
    expect(client.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(client.response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(client.response.headers.get('content-encoding')).toBeNull();
    client.close();
  });

  test('an internal or invalid event is skipped', async () => {
    const client = await openLive(gateway.url);
    await publish('games.secret', { wallet: '0x1' });
    await publish(pointsChanged.subject, { gameweek: 'three' });
    const sequence = await publish(pointsChanged.subject, { season: '2025-26', gameweek: 5 });
    expect(await client.next()).toEqual({
      id: String(sequence),
      message: { topic: 'points', gameweek: 5 },
    });
    client.close();
  });
});

describe('resuming', () => {
  test('a client resumes after its last event id at every replica, also at one that started later', async () => {
    const client = await openLive(gateway.url);
    await publish(pointsChanged.subject, { season: '2025-26', gameweek: 6 });
    const { id } = await client.next();
    client.close();
    const missed = [
      await publish(pointsChanged.subject, { season: '2025-26', gameweek: 7 }),
      await publish(pointsChanged.subject, { season: '2025-26', gameweek: 8 }),
    ];
    const replica = await startReplica();
    // The replica first reads the history; until then it sends resets.
    const marker = await openLive(replica.url);
    await publish(pointsChanged.subject, { season: '2025-26', gameweek: 9 });
    while ((await marker.next()).message.topic !== 'points' || marker.lastId() !== String(missed[1]! + 1));
    marker.close();
    for (const url of [gateway.url, replica.url]) {
      const resumed = await openLive(url, id ?? undefined);
      expect([(await resumed.next()).id, (await resumed.next()).id]).toEqual(missed.map(String));
      resumed.close();
    }
  });

  test('a client without missed messages resumes from its position', async () => {
    const first = await openLive(gateway.url);
    await publish(pointsChanged.subject, { season: '2025-26', gameweek: 1 });
    const { id } = await first.next();
    first.close();
    const resumed = await openLive(gateway.url, id ?? undefined);
    const sequence = await publish(pointsChanged.subject, { season: '2025-26', gameweek: 2 });
    expect((await resumed.next()).id).toBe(String(sequence));
    resumed.close();
  });

  test.each(['999999999', 'nonsense', '-1'])('a client with an unknown id (%s) gets a reset', async (id) => {
    const client = await openLive(gateway.url, id);
    expect((await client.next()).message).toEqual({ topic: 'reset' });
    client.close();
  });
});

describe('outages', () => {
  test('open streams continue after an outage of NATS', async () => {
    const client = await openLive(gateway.url);
    await nats.down();
    await nats.up();
    await publish(pointsChanged.subject, { season: '2025-26', gameweek: 11 });
    let received = await client.next();
    while (received.message.topic === 'reset') received = await client.next();
    expect(received.message).toEqual({ topic: 'points', gameweek: 11 });
    client.close();
  });

  test('open streams end when the gateway stops', async () => {
    const leaving = await startReplica();
    const client = await openLive(leaving.url);
    await leaving.stop();
    await client.ended();
  });

  test('a live stream opens while NATS is down', async () => {
    const alone = await gateway.start();
    const client = await openLive(alone.url, '5');
    expect((await client.next()).message).toEqual({ topic: 'reset' });
    client.close();
    await alone.stop();
  });
});
