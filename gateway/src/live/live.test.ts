import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { bootstrapChanged } from '@touchline/api/events/fpl-relay';
import { gameChanged, pointsChanged, standingsChanged } from '@touchline/api/events/games';
import { stakesChanged } from '@touchline/api/events/staking';
import type { LiveMessage } from '@touchline/api/http/live';
import { createTestDatabase, type TestDatabase, type TestNats, testNats } from '@touchline/platform/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';

let database: TestDatabase;
let nats: TestNats;
let bus: NatsConnection;
let gateway: GatewayUnderTest;

/** A gateway that follows the stream already: until then it cannot say where an unknown reader is. */
async function start(): Promise<GatewayUnderTest> {
  const started = await startGateway({ databaseUrl: database.url, natsUrl: nats.url });
  await vi.waitFor(
    async () => {
      const lost = await read(started.url, 'nonsense');
      const { id } = await lost.next();
      lost.close();
      expect(id).not.toBeNull();
    },
    { timeout: 15_000 },
  );
  return started;
}

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase('gateway'), testNats()]);
  bus = await connect({ servers: nats.url });
  gateway = await start();
});

afterAll(async () => {
  await gateway?.stop();
  await bus?.close();
  await nats?.stop();
  await database?.drop();
});

/** Publishes as a service would; answers the sequence. The gateway makes the stream, so the first try may come too early. */
async function publish(subject: string, payload: object): Promise<number> {
  for (;;) {
    const sent = await jetstream(bus)
      .publish(subject, JSON.stringify(payload))
      .catch(() => null);
    if (sent) return sent.seq;
  }
}

interface Heard {
  id: string | null;
  message: LiveMessage;
}

interface Reader {
  response: Response;
  /** The last id, as a browser keeps it. */
  lastId(): string | null;
  /** The next message; what comes before it without data only moves the id. */
  next(): Promise<Heard>;
  /** Resolves when the server ends the stream. */
  ended(): Promise<void>;
  close(): void;
}

/** Reads /api/live like a browser's EventSource. */
async function read(url: string, lastEventId?: string): Promise<Reader> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/live`, {
    headers: { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: abort.signal,
  });
  const body = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  let lastId: string | null = null;

  async function block(): Promise<string | null> {
    for (;;) {
      const end = buffer.indexOf('\n\n');
      if (end >= 0) {
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        return text;
      }
      const { done, value } = await body.read();
      if (done) return null;
      buffer += value;
    }
  }

  return {
    response,
    lastId: () => lastId,
    async next() {
      for (;;) {
        const text = await block();
        if (text === null) throw new Error('the stream ended');
        lastId = /^id: (.*)$/m.exec(text)?.[1] ?? lastId;
        const data = /^data: (.*)$/m.exec(text)?.[1];
        if (data) return { id: lastId, message: JSON.parse(data) as LiveMessage };
      }
    },
    async ended() {
      while ((await block()) !== null);
    },
    close: () => abort.abort(),
  };
}

describe('what is told', () => {
  test('events become topics with ids only; the id is the sequence of the stream', async () => {
    const reader = await read(gateway.url);
    const events: [{ subject: string }, object, LiveMessage][] = [
      [pointsChanged, { season: '2025-26', gameweek: 3 }, { topic: 'points', gameweek: 3 }],
      [standingsChanged, { game_id: 'g', gameweek: 3 }, { topic: 'leaderboard', game_id: 'g', gameweek: 3 }],
      [gameChanged, { game_id: 'g' }, { topic: 'game', game_id: 'g' }],
      [bootstrapChanged, { season: '2025-26', version: 4 }, { topic: 'gameweek', gameweek: null }],
      [stakesChanged, { wallet: '0x1' }, { topic: 'stakes' }],
    ];
    for (const [event, payload, message] of events) {
      const sequence = await publish(event.subject, payload);
      expect(await reader.next()).toEqual({ id: String(sequence), message });
    }
    reader.close();
  });

  test('it is an event stream that nobody compresses, keeps or buffers', async () => {
    const reader = await read(gateway.url);
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(reader.response.headers.get('content-encoding')).toBeNull();
    reader.close();
  });

  test('an event that is none of its business, or not as declared, is passed over', async () => {
    const reader = await read(gateway.url);
    await publish('games.secret', { wallet: '0x1' });
    await publish(pointsChanged.subject, { gameweek: 'three' });
    const sequence = await publish(pointsChanged.subject, { season: '2025-26', gameweek: 5 });
    expect(await reader.next()).toEqual({
      id: String(sequence),
      message: { topic: 'points', gameweek: 5 },
    });
    reader.close();
  });
});

describe('coming back', () => {
  test('any replica goes on after the last event id, also one that was started later', async () => {
    const reader = await read(gateway.url);
    await publish(pointsChanged.subject, { season: '2025-26', gameweek: 6 });
    const { id } = await reader.next();
    reader.close();
    const missed = [
      await publish(pointsChanged.subject, { season: '2025-26', gameweek: 7 }),
      await publish(pointsChanged.subject, { season: '2025-26', gameweek: 8 }),
    ];
    const replica = await start();
    try {
      // The replica reads what was said before it started; until it has, it answers reset.
      const marker = await read(replica.url);
      await publish(pointsChanged.subject, { season: '2025-26', gameweek: 9 });
      while ((await marker.next()).message.topic !== 'points' || marker.lastId() !== String(missed[1]! + 1));
      marker.close();
      for (const url of [gateway.url, replica.url]) {
        const back = await read(url, id ?? undefined);
        expect([(await back.next()).id, (await back.next()).id]).toEqual(missed.map(String));
        back.close();
      }
    } finally {
      await replica.stop();
    }
  });

  test('whoever was told nothing yet still knows where he is', async () => {
    const first = await read(gateway.url);
    await publish(pointsChanged.subject, { season: '2025-26', gameweek: 1 });
    const { id } = await first.next();
    first.close();
    const quiet = await read(gateway.url, id ?? undefined);
    const sequence = await publish(pointsChanged.subject, { season: '2025-26', gameweek: 2 });
    expect((await quiet.next()).id).toBe(String(sequence));
    quiet.close();
  });

  test.each(['999999999', 'nonsense', '-1'])(
    'after the unknown id %s everything is fetched again',
    async (id) => {
      const reader = await read(gateway.url, id);
      expect((await reader.next()).message).toEqual({ topic: 'reset' });
      reader.close();
    },
  );
});

describe('trouble', () => {
  test('after an outage of the bus the stream goes on for readers who stayed', async () => {
    const reader = await read(gateway.url);
    await nats.down();
    await nats.up();
    await publish(pointsChanged.subject, { season: '2025-26', gameweek: 11 });
    let heard = await reader.next();
    while (heard.message.topic === 'reset') heard = await reader.next();
    expect(heard.message).toEqual({ topic: 'points', gameweek: 11 });
    reader.close();
  });

  test('when the gateway stops, its readers are let go', async () => {
    const leaving = await start();
    const reader = await read(leaving.url);
    await leaving.stop();
    await reader.ended();
  });

  test('without a bus the stream opens all the same', async () => {
    const alone = await startGateway({ databaseUrl: database.url });
    const reader = await read(alone.url, '5');
    expect((await reader.next()).message).toEqual({ topic: 'reset' });
    reader.close();
    await alone.stop();
  });
});
