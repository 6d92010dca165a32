import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type NotificationKind,
  notificationSettings,
  saveNotifications,
} from '@touchline/api/http/notifications';
import { type PushDevice, startPushService } from '@touchline/local-stack/dependencies/push-service';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import webPush from 'web-push';
import { HOUR, MINUTE } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';
import { removeOtherServices } from './subscriptions.store.ts';

const NOW = Date.parse('2031-08-15T12:00:00Z');
const KICK_OFF = NOW + 74 * HOUR;
const ALICE = wallet(11);

const service = await startPushService();
/** A push service that accepts connections and never responds. */
const hanging = createServer(() => {});
await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
afterAll(async () => {
  hanging.closeAllConnections();
  hanging.close();
  await service.stop();
});
const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const push = { publicKey, privateKey, contact: 'mailto:a@b.example', services: [origin, service.origin] };

const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, NOW, [KICK_OFF], { push }));
const kinds: NotificationKind[] = ['GOAL', 'DEADLINE_2H'];
let device: PushDevice;

beforeAll(async () => {
  await app.join(ALICE, (await app.game('SEASON')).id, { team_name: 'Alice' });
  device = service.subscribe();
  const body = { subscription: device.subscription, kinds, muted_games: [], quiet_hours: null };
  await app.as(ALICE).request(saveNotifications, { body });
});

const waitForMessages = (count: number) =>
  eventually(async () => expect(device.messages).toHaveLength(count));

test('a push service that does not respond delays neither messages to another one nor the next goal', async () => {
  await app.db.raw(
    `insert into push_subscriptions (id, wallet, endpoint, service, p256dh, auth, kinds, muted_games, subscribed_at)
     select encode(sha256(n::text::bytea), 'hex'), wallet, :origin || '/' || n, :origin, p256dh, auth, kinds, muted_games, subscribed_at
     from push_subscriptions, generate_series(1, 300) as n`,
    { origin },
  );
  app.clock.now = KICK_OFF - 2 * HOUR;
  await waitForMessages(1);
  app.clock.now = KICK_OFF + MINUTE;
  app.feed.setFixtures(1, { started: true });
  await app.feed.publishFixtures();
  app.feed.score(1, 138, {
    points: 4,
    explain: [{ identifier: 'goals_scored', value: 1, points: 4 }],
  });
  await app.publishPoints(1);
  await waitForMessages(2);
  expect(device.messages[1]!.title).toBe('Goal! Player138');
});

test('devices of push services that are no longer allowed are removed', async () => {
  const readDevice = async () =>
    (await app.as(ALICE).request(notificationSettings, { query: { device: device.id } })).device;
  await removeOtherServices(app.db, push.services);
  expect(await readDevice()).not.toBeNull();
  await removeOtherServices(app.db, [origin]);
  expect(await readDevice()).toBeNull();
});
