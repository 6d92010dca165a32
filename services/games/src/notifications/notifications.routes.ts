import { createHash } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import {
  type DeviceSettings,
  notificationSettings,
  removeNotifications,
  saveNotifications,
} from '@touchline/api/http/notifications';
import type { Database } from '@touchline/service-kit/data/database';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { findPushService, type PushSettings } from './push-service.ts';
import { isTimeZone } from './quiet-hours.ts';
import {
  findSubscription,
  removeSubscription,
  type Subscription,
  saveSubscription,
} from './subscriptions.store.ts';

export interface NotificationRouteDeps {
  db: Database;
  /** Null if the deployment sends no notifications. */
  push: PushSettings | null;
  now: () => number;
}

export function notificationRoutes(routes: Routes, { db, push, now }: NotificationRouteDeps): void {
  route(routes, notificationSettings, async ({ query: { device: id }, user }) => {
    const device = id ? await findSubscription(db, id, user.wallet_address) : null;
    return { public_key: push?.publicKey ?? null, device: device && toSettings(device) };
  });

  route(routes, saveNotifications, async ({ body, user }) => {
    if (!push) throw new TouchlineError('PAUSED', 'This server sends no notifications.');
    const { subscription, quiet_hours, kinds, muted_games } = body;
    const { endpoint, keys } = subscription;
    const service = findPushService(endpoint, push.services);
    if (!service)
      throw rejectField('subscription.endpoint', 'must be an address of a push service of a known browser');
    if (quiet_hours && !isTimeZone(quiet_hours.time_zone))
      throw rejectField('quiet_hours.time_zone', 'must be a time zone such as Europe/London');
    const device: Subscription = {
      id: createHash('sha256').update(endpoint).digest('hex'),
      wallet: user.wallet_address,
      endpoint,
      service,
      ...keys,
      kinds: [...new Set(kinds)],
      muted_games: [...new Set(muted_games)],
      quiet_hours,
    };
    await saveSubscription(db, device, now());
    return { device: toSettings(device) };
  });

  route(routes, removeNotifications, async ({ params: { device } }) => ({
    removed: await removeSubscription(db, device),
  }));
}

function rejectField(path: string, message: string): TouchlineError {
  return new TouchlineError('VALIDATION_FAILED', `Notifications were not turned on: ${path} ${message}.`, {
    details: [{ path, message }],
  });
}

function toSettings({ id, kinds, muted_games, quiet_hours }: Subscription): DeviceSettings {
  return { id, kinds, muted_games, quiet_hours };
}
