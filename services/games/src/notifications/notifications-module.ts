import { walletEnded } from '@touchline/api/events/auth';
import type { Database } from '@touchline/service-kit/data/database';
import type { Routes } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import type { Log } from '@touchline/service-kit/process/log';
import type { Seasons } from '../football/seasons.ts';
import type { Fees } from '../games/game.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { runNotifications } from './notifications.ts';
import type { PushSettings } from './push-service.ts';
import { removeSubscriptions } from './subscriptions.store.ts';

export interface NotificationSettings {
  /** Separate pool, so that no join or saved lineup waits for a notification. */
  db: Database;
  /** Null if the deployment sends no notifications. */
  push: PushSettings | null;
  pollMs?: number;
}

interface NotificationsDeps {
  bus: Bus;
  notifications: NotificationSettings;
  seasons: Seasons;
  fees: Fees;
  log: Log;
  now: () => number;
}

/**
 * Creates notifications: their routes, and the job that sends them, or null without keys. The devices of a wallet are removed when all
 * its sessions end: one of them may be lost.
 */
export function createNotifications({ bus, notifications, seasons, fees, log, now }: NotificationsDeps) {
  const { push, db } = notifications;
  const token = { address: fees.token, symbol: 'FOOTBALL', decimals: fees.decimals };
  subscribe(bus, walletEnded, { durable: 'games-ended-wallets' }, ({ wallet, before }) =>
    removeSubscriptions(db, wallet, before),
  );
  return {
    addRoutes: (routes: Routes) => notificationRoutes(routes, { ...notifications, now }),
    run:
      push &&
      ((signal: AbortSignal) =>
        runNotifications({ ...notifications, push, seasons, token, log, now }, signal)),
  };
}
