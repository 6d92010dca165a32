import {
  type NotificationKind,
  notificationSettings,
  saveNotifications,
} from '@touchline/api/http/notifications';
import {
  type PushDevice,
  type PushService,
  startPushService,
} from '@touchline/local-stack/dependencies/push-service';
import { query } from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import webPush from 'web-push';
import { HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const NOW = Date.parse('2031-08-15T12:00:00Z');
/** Kick-offs: the season game is open, and no reminder is due at the start. */
const kickOff = (gameweek: number) => NOW + 74 * HOUR + (gameweek - 1) * 7 * 24 * HOUR;
const [ALICE, BOB] = [wallet(11), wallet(12)];

const service: PushService = await startPushService();
afterAll(() => service.stop());
const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const push = {
  publicKey,
  privateKey,
  contact: 'mailto:a@b.example',
  services: ['fcm.googleapis.com', service.origin],
};

const app = setUpGamesSuite(
  (dependencies) => startPointsSuite(dependencies, NOW, [1, 2, 3].map(kickOff), { push }),
  'test',
);

interface Choice {
  kinds: NotificationKind[];
  muted_games: string[];
  quiet_hours: { from: string; to: string; time_zone: string } | null;
}
const ALL: Choice = {
  kinds: ['DEADLINE_24H', 'DEADLINE_2H', 'DEADLINE_30M'],
  muted_games: [],
  quiet_hours: null,
};

const turnOn = (device: PushDevice, who = ALICE, choice: Partial<Choice> = {}) =>
  app.as(who).request(saveNotifications, { body: { subscription: device.subscription, ...ALL, ...choice } });
const titles = ({ messages }: PushDevice) => messages.map(({ title }) => title);
const waitFor = (device: PushDevice, count: number) =>
  eventually(async () => expect(device.messages).toHaveLength(count));

let game: string;
beforeEach(async () => {
  game = (await app.game('SEASON')).id;
  await app.join(ALICE, game, { team_name: 'Alice' });
});

describe('sending', () => {
  test('each device of a wallet gets one message per reminder, however often the job looks', async () => {
    const devices = [service.subscribe(), service.subscribe()] as const;
    for (const device of devices) await turnOn(device);
    for (const lead of [24 * HOUR, 2 * HOUR, 30 * MINUTE]) app.clock.now = kickOff(1) - lead;
    await Promise.all(devices.map((device) => waitFor(device, 1)));
    app.clock.now = kickOff(1) + MINUTE;
    app.clock.now = kickOff(2) - 2 * HOUR;
    await Promise.all(devices.map((device) => waitFor(device, 2)));
    for (const device of devices)
      expect(titles(device)).toEqual([
        'Deadline in 30 minutes: Gameweek 1',
        'Deadline in 2 hours: Gameweek 2',
      ]);
  });

  test('messages are encrypted, signed with the public key, and expire with the fact', async () => {
    const device = service.subscribe();
    await turnOn(device);
    app.clock.now = kickOff(1) - 30 * MINUTE;
    await waitFor(device, 1);
    expect(device.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(30 * 60),
      urgency: 'high',
      authorization: expect.stringContaining(`k=${publicKey}`),
    });
  });

  test('kinds and games that are turned off are not notified', async () => {
    const [muted, others] = [service.subscribe(), service.subscribe()];
    await turnOn(muted, ALICE, { muted_games: [game] });
    await turnOn(others, ALICE, { kinds: ['DEADLINE_2H'] });
    app.clock.now = kickOff(1) - 24 * HOUR;
    await eventually(async () => expect(await countFacts()).toBe(1));
    app.clock.now = kickOff(1) - 2 * HOUR;
    await waitFor(others, 1);
    expect([titles(muted), titles(others)]).toEqual([[], ['Deadline in 2 hours: Gameweek 1']]);
  });

  test('a message waits for the end of the quiet hours, or is dropped if it would be late', async () => {
    const device = service.subscribe();
    const at = new Date(kickOff(1) - 24 * HOUR).getUTCHours();
    const pad = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
    await turnOn(device, ALICE, {
      quiet_hours: { from: pad(at + 21), to: pad(at + 3), time_zone: 'UTC' },
    });
    app.clock.now = kickOff(1) - 24 * HOUR;
    await eventually(async () => expect(await readAttempts()).toHaveLength(1));
    expect(device.requests).toBe(0);
    app.clock.now += 4 * HOUR;
    await waitFor(device, 1);
    expect(titles(device)).toEqual(['Deadline in 20 hours: Gameweek 1']);
    app.clock.now = kickOff(1) - 2 * HOUR;
    await eventually(async () => expect(await countFacts()).toBe(2));
    expect([await readAttempts(), device.messages.length]).toEqual([[], 1]);
  });

  test('an attempt that failed is repeated after quiet hours that were set since, unless the message expires in them', async () => {
    const devices = [service.subscribe(), service.subscribe()] as const;
    const [later, late] = devices;
    for (const device of devices) {
      device.status = 503;
      await turnOn(device);
    }
    app.clock.now = kickOff(1) - 24 * HOUR;
    await eventually(async () => expect(await readAttempts()).toEqual([1, 1]));
    const after = (hours: number) => new Date(kickOff(1) - (24 - hours) * HOUR).toISOString().slice(11, 16);
    const setQuiet = (device: PushDevice, to: string) =>
      turnOn(device, ALICE, { quiet_hours: { from: after(1), to, time_zone: 'UTC' } });
    await setQuiet(later, after(8));
    await setQuiet(late, after(24.5));
    for (const device of devices) device.status = 201;
    app.clock.now += 2 * HOUR;
    await eventually(async () => expect(await readAttempts()).toEqual([1]));
    expect(devices.map(({ requests }) => requests)).toEqual([1, 1]);
    app.clock.now += 6 * HOUR;
    await waitFor(later, 1);
    expect([titles(later), titles(late)]).toEqual([['Deadline in 16 hours: Gameweek 1'], []]);
  });

  test('starters who drop out one after the other share one notification, also after the quiet hours', async () => {
    const [awake, asleep] = [service.subscribe(), service.subscribe()];
    const at = new Date(kickOff(1) - 24 * HOUR).getUTCHours();
    const quiet_hours = { from: `${at - 1}:00`, to: `${at + 3}:00`, time_zone: 'UTC' };
    await turnOn(awake, ALICE, { kinds: ['LINEUP'] });
    await turnOn(asleep, ALICE, { kinds: ['LINEUP'], quiet_hours });
    app.clock.now = kickOff(1) - 24 * HOUR;
    for (const [count, id] of TEAM.field.slice(1, 3).entries()) {
      app.feed.players.find((player) => player.id === id)!.status = 'i';
      await app.feed.publishBootstrap();
      await app.waitForFeed();
      await waitFor(awake, count + 1);
    }
    expect(asleep.requests).toBe(0);
    app.clock.now += 4 * HOUR;
    await waitFor(asleep, 1);
    await eventually(async () => expect(await readAttempts()).toHaveLength(0));
    expect(titles(awake)[0]).toBe("A starter can't play in Gameweek 1");
    for (const messages of [awake.messages.slice(1), asleep.messages])
      expect(messages).toEqual([
        expect.objectContaining({
          title: "2 starters can't play in Gameweek 1",
          body: 'Player32 (injured), Player42 (injured). Change your lineup before the deadline.',
          tag: 'lineup:1',
        }),
      ]);
  });

  test('a failed message is sent again later, with the time that is left then; a device that is gone is removed', async () => {
    const [busy, gone] = [service.subscribe(), service.subscribe()];
    await turnOn(busy);
    await turnOn(gone);
    busy.status = 503;
    gone.status = 410;
    app.clock.now = kickOff(1) - 24 * HOUR;
    // The delay counts from the time at which the failure is recorded.
    await eventually(async () => expect(await readAttempts()).toEqual([1]));
    expect([busy.requests, gone.requests]).toEqual([1, 1]);
    busy.status = 201;
    app.clock.now += 2 * HOUR;
    await waitFor(busy, 1);
    expect(titles(busy)).toEqual(['Deadline in 22 hours: Gameweek 1']);
    expect(
      (await app.as(ALICE).request(notificationSettings, { query: { device: gone.id } })).device,
    ).toBeNull();
  });

  test('a message is sent again after a crash between its acceptance and its removal, with the same tag', async () => {
    const device = service.subscribe();
    await turnOn(device);
    await app.db.raw(
      `create function crash() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
       create trigger crash before delete on push_messages for each row execute function crash()`,
    );
    try {
      app.clock.now = kickOff(1) - 24 * HOUR;
      await eventually(async () => expect(device.messages.length).toBeGreaterThan(1));
    } finally {
      await app.db.raw('drop trigger crash on push_messages; drop function crash()');
    }
    await eventually(async () => expect(await readAttempts()).toHaveLength(0));
    expect(new Set(device.messages.map(({ tag }) => tag))).toEqual(new Set(['deadline:1']));
  });

  test('a fact about more devices than are sent to in a batch reaches each of them once', async () => {
    const device = service.subscribe();
    await turnOn(device);
    await app.db.raw(
      `insert into push_subscriptions (id, wallet, endpoint, service, p256dh, auth, kinds, muted_games, subscribed_at)
       select encode(sha256(n::text::bytea), 'hex'), wallet, endpoint, service, p256dh, auth, kinds, muted_games, subscribed_at
       from push_subscriptions, generate_series(1, 209) as n where id = ?`,
      [device.id],
    );
    app.clock.now = kickOff(1) - 24 * HOUR;
    await eventually(async () => expect(device.messages.length).toBe(210));
    expect(new Set(device.messages.map((message) => message.device)).size).toBe(210);
    await eventually(async () => expect(await readAttempts()).toHaveLength(0));
    expect(device.requests).toBe(210);
  });

  test('a guest of the game gets no reminder, and a goal reaches only the teams with the scorer', async () => {
    const [alice, bob] = [service.subscribe(), service.subscribe()];
    await turnOn(alice, ALICE, { kinds: ['GOAL', 'DEADLINE_2H'] });
    await turnOn(bob, BOB, { kinds: ['GOAL', 'DEADLINE_2H'] });
    app.clock.now = kickOff(1) - 2 * HOUR;
    await waitFor(alice, 1);
    app.clock.now = kickOff(1) + MINUTE;
    app.feed.setFixtures(1, { started: true });
    await app.feed.publishFixtures();
    const explain = [{ identifier: 'goals_scored', value: 1, points: 4 }];
    for (const scorer of [139, 138]) app.feed.score(1, scorer, { points: 4, explain });
    await app.publishPoints(1);
    await waitFor(alice, 2);
    expect(titles(alice)[1]).toBe('Goal! Player138');
    expect(bob.requests).toBe(0);
  });
});

async function countFacts(): Promise<number> {
  const rows = await query(app.db, "select from push_facts where key like 'DEADLINE%'");
  return rows.length;
}

/** Reads the number of failed attempts of each waiting message. */
async function readAttempts(): Promise<number[]> {
  const rows = await query<{ attempts: number }>(app.db, 'select attempts from push_messages');
  return rows.map(({ attempts }) => attempts);
}
