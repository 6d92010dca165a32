import { walletEnded } from '@touchline/api/events/auth';
import {
  notificationSettings,
  removeNotifications,
  saveNotifications,
} from '@touchline/api/http/notifications';
import { type PushDevice, startPushService } from '@touchline/local-stack/dependencies/push-service';
import { query } from '@touchline/service-kit/data/database';
import { publish } from '@touchline/service-kit/messaging/stream';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { afterAll, expect, test } from 'vitest';
import webPush from 'web-push';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';

const [ALICE, BOB, CAROL] = [wallet(11), wallet(12), wallet(13)];

const service = await startPushService();
afterAll(() => service.stop());
const contact = 'mailto:a@b.example';
const push = { ...webPush.generateVAPIDKeys(), contact, services: ['fcm.googleapis.com', service.origin] };
const app = setUpGamesSuite((dependencies) => startGamesApp({ ...dependencies, push }));

const SETTINGS = { kinds: ['GOAL' as const], muted_games: [], quiet_hours: null };
const turnOn = (device: PushDevice, who: string, changes: object = {}) =>
  app.as(who).request(saveNotifications, {
    body: { subscription: device.subscription, ...SETTINGS, ...changes },
  });

test('a device has one user: another wallet takes it over, and settings of another device are not shown', async () => {
  const device = service.subscribe();
  const { device: saved } = await turnOn(device, ALICE, {
    quiet_hours: { from: '22:30', to: '08:00', time_zone: 'Europe/London' },
  });
  expect(saved).toMatchObject({ id: device.id, quiet_hours: { from: '22:30', to: '08:00' } });
  await turnOn(device, BOB);
  const read = async (who: string) =>
    (await app.as(who).request(notificationSettings, { query: { device: device.id } })).device?.id;
  expect([await read(ALICE), await read(BOB)]).toEqual([undefined, device.id]);
});

test('quiet hours that a later release stored are returned without its fields', async () => {
  const device = service.subscribe();
  const quiet_hours = { from: '22:30', to: '08:00', time_zone: 'UTC' };
  await turnOn(device, ALICE, { quiet_hours });
  const stored = JSON.stringify({ ...quiet_hours, days: ['SATURDAY'] });
  await app.db('push_subscriptions').where({ id: device.id }).update({ quiet_hours: stored });
  const read = await app.as(ALICE).request(notificationSettings, { query: { device: device.id } });
  expect(read.device?.quiet_hours).toEqual(quiet_hours);
});

test('a device turns notifications off without a session', async () => {
  const device = service.subscribe();
  await turnOn(device, ALICE);
  const remove = () => app.as(null).request(removeNotifications, { params: { device: device.id } });
  expect([await remove(), await remove()]).toEqual([{ removed: true }, { removed: false }]);
});

test('the devices of a wallet whose sessions have all ended are removed, but not those that were added since', async () => {
  const [phone, laptop, other, later] = [1, 2, 3, 4].map(() => service.subscribe()) as [
    PushDevice,
    PushDevice,
    PushDevice,
    PushDevice,
  ];
  for (const device of [phone, laptop]) await turnOn(device, ALICE);
  await turnOn(other, BOB);
  const read = async (who: string, device: PushDevice) =>
    (await app.as(who).request(notificationSettings, { query: { device: device.id } })).device?.id;
  const readAll = () =>
    Promise.all([read(ALICE, phone), read(ALICE, laptop), read(BOB, other), read(ALICE, later)]);
  const end = (who: string, before: number) =>
    publish(app.feed.bus, { subject: walletEnded.subject, payload: { wallet: who, before } });
  const at = app.clock.now;
  await end(ALICE, at);
  await expect.poll(readAll).toEqual([undefined, undefined, other.id, undefined]);
  app.clock.now += 1;
  await turnOn(later, ALICE);
  await end(ALICE, at); // delivered twice
  await end(BOB, app.clock.now);
  await expect.poll(readAll).toEqual([undefined, undefined, undefined, later.id]);
});

test('a wallet has at most ten devices; an eleventh replaces the oldest', async () => {
  const devices = Array.from({ length: 11 }, () => service.subscribe());
  for (const device of devices) {
    app.clock.now += 1;
    await turnOn(device, CAROL);
  }
  const [row] = await query<{ n: number }>(
    app.db,
    'select count(*) as n from push_subscriptions where wallet = ?',
    [CAROL],
  );
  const { device: first } = await app
    .as(CAROL)
    .request(notificationSettings, { query: { device: devices[0]!.id } });
  expect([row!.n, first]).toEqual([10, null]);
});

test.each([
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://user@fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'file:///etc/passwd',
  'not a url',
])('the server sends no request to %s', async (endpoint) => {
  const { keys } = service.subscribe().subscription;
  const { status, body } = await app.raw('PUT', '/notifications', ALICE, {
    ...SETTINGS,
    subscription: { endpoint, keys },
  });
  expect([status, body.details?.[0]?.path]).toEqual([400, 'subscription.endpoint']);
});

test.each([
  ['kinds.0', { kinds: ['NEWS'] }],
  ['quiet_hours.from', { quiet_hours: { from: '25:00', to: '08:00', time_zone: 'UTC' } }],
  ['quiet_hours.time_zone', { quiet_hours: { from: '23:00', to: '08:00', time_zone: 'Mars/Base' } }],
  ['quiet_hours.days', { quiet_hours: { from: '23:00', to: '08:00', time_zone: 'UTC', days: [] } }],
  ['muted_games.0', { muted_games: ['x'] }],
])('an invalid %s is rejected by name', async (path, changes) => {
  const { subscription } = service.subscribe();
  const { status, body } = await app.raw('PUT', '/notifications', ALICE, {
    ...SETTINGS,
    subscription,
    ...changes,
  });
  expect([status, body.details?.[0]?.path]).toEqual([400, path]);
});
