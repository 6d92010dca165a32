import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { uuid } from '../values.ts';

/**
 * Kinds of notifications.
 * - DEADLINE_24H, DEADLINE_2H, DEADLINE_30M: that long before a gameweek's deadline, with the state of the teams.
 * - LINEUP: a starter cannot play in the next gameweek.
 * - KICK_OFF: the match of a captain has kicked off. GOAL: a player of a team has scored.
 * - RESULT: a game is final. PAYMENT: a prize or a refund is paid.
 */
export const notificationKind = z.enum([
  'DEADLINE_24H',
  'DEADLINE_2H',
  'DEADLINE_30M',
  'LINEUP',
  'KICK_OFF',
  'GOAL',
  'RESULT',
  'PAYMENT',
]);
export type NotificationKind = z.infer<typeof notificationKind>;

/** Identifies a device: SHA-256 of its endpoint. Only the device, its push service and this API know the endpoint. */
const deviceId = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'));

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:30'));

/** No notification is sent from `from` to `to` in the time zone of the device; the interval may contain midnight. */
const quietHoursFields = {
  from: timeOfDay,
  to: timeOfDay,
  /** IANA name, such as Europe/London. */
  time_zone: z.string().check(z.minLength(1), z.maxLength(60)),
};

const settingsFields = {
  kinds: z.array(notificationKind).check(z.maxLength(20, 'must have at most 20 kinds')),
  /** Games without notifications. */
  muted_games: z.array(uuid).check(z.maxLength(200, 'must have at most 200 games')),
};

/** Settings of a device. Quiet hours that a later release stored may have more fields. */
const deviceSettings = z.object({
  id: deviceId,
  ...settingsFields,
  quiet_hours: z.nullable(z.object(quietHoursFields)),
});
export type DeviceSettings = z.infer<typeof deviceSettings>;

/** A message as the service worker of the device receives it, encrypted (RFC 8291). */
export const pushMessage = z.object({
  /** Device that the message is for; turns notifications off. */
  device: z.string(),
  title: z.string(),
  body: z.string(),
  /** Path of the page that a press opens. */
  url: z.string(),
  /** A newer notification with the same tag replaces this one. */
  tag: z.string(),
});
export type PushMessage = z.infer<typeof pushMessage>;

const base64Url = (length: number) =>
  z
    .string()
    .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`), `must be base64url of ${length} characters`));

export const notificationSettings = endpoint({
  method: 'GET',
  path: '/notifications',
  auth: 'player',
  summary: "Public key for push subscriptions, and the settings of one of the user's devices",
  query: z.strictObject({ device: z.optional(deviceId) }),
  data: z.object({
    /** Key for `pushManager.subscribe` (VAPID); null if the deployment sends no notifications. */
    public_key: z.nullable(z.string()),
    /** Null unless the user has turned notifications on on this device. */
    device: z.nullable(deviceSettings),
  }),
});

export const saveNotifications = endpoint({
  method: 'PUT',
  path: '/notifications',
  auth: 'player',
  summary: 'Turn notifications on on a device, or change their settings there; a device belongs to one user',
  body: z.strictObject({
    /** As `PushSubscription.toJSON` returns it. The endpoint must belong to a push service that the deployment allows. */
    subscription: z.strictObject({
      endpoint: z.string().check(z.maxLength(1_000, 'must have at most 1,000 characters')),
      keys: z.strictObject({ p256dh: base64Url(87), auth: base64Url(22) }),
    }),
    ...settingsFields,
    quiet_hours: z.nullable(z.strictObject(quietHoursFields)),
  }),
  data: z.object({ device: deviceSettings }),
  errorCodes: ['PAUSED'],
});

export const removeNotifications = endpoint({
  method: 'DELETE',
  path: '/notifications/:device',
  auth: 'none',
  summary:
    'Turn notifications off on a device. Needs no session, because the id is known to the device only: a notification has a button for it',
  params: z.strictObject({ device: deviceId }),
  data: z.object({ removed: z.boolean() }),
});
