import { walletEnded } from '@touchline/api/events/auth';
import type { Database } from '@touchline/service-kit/data/database';
import type { Routes } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { createAttempt, keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Seasons } from '../football/seasons.ts';
import type { Resources } from '../games/games-context.ts';
import type { Fact } from './fact.ts';
import { deleteExpired, filterNewFacts } from './messages.store.ts';
import { findMoneyFacts } from './money-facts.ts';
import { notificationRoutes } from './notifications.routes.ts';
import type { PushSettings } from './push-service.ts';
import { deleteRemovedGoals, findSeasonFacts } from './season-facts.ts';
import { sendMessages } from './send-messages.ts';
import { removeOtherServices, removeSubscriptions } from './subscriptions.store.ts';
import { writeMessages } from './write-messages.ts';

export interface NotificationSettings {
  /** Separate pool, so that no join or saved lineup waits for a notification. */
  db: Database;
  /** Null if the deployment sends no notifications. */
  push: PushSettings | null;
  pollMs?: number;
}

interface Shared extends Pick<Resources, 'fees' | 'log' | 'now'> {
  seasons: Seasons;
}

interface NotificationsDeps extends Shared {
  bus: Bus;
  notifications: NotificationSettings;
}

/**
 * Creates notifications: their routes, and the job that sends them, or null without keys. The devices of a wallet are removed when all
 * its sessions end: one of them may be lost.
 */
export function createNotifications({ bus, notifications, ...shared }: NotificationsDeps) {
  const { push, db } = notifications;
  subscribe(bus, walletEnded, { durable: 'games-ended-wallets' }, ({ wallet, before }) =>
    removeSubscriptions(db, wallet, before),
  );
  return {
    addRoutes: (routes: Routes) => notificationRoutes(routes, { ...shared, ...notifications }),
    run: push && ((signal: AbortSignal) => runNotifications({ ...shared, ...notifications, push }, signal)),
  };
}

interface JobDeps extends Shared, NotificationSettings {
  push: PushSettings;
}

const POLL_MS = 2_000;

/**
 * Finds facts and sends their notifications until `signal` aborts, on the one replica that holds the lock. Facts are read from the
 * database rather than from events: a fact that a stopped service has missed is found later, until it has expired.
 */
async function runNotifications(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const { db, fees, log, now, push, pollMs = POLL_MS } = deps;
  const token = { address: fees.token, symbol: 'FOOTBALL', decimals: fees.decimals };
  const job = { signal, log, failure: 'notification job failed; will retry', pauseMs: pollMs };
  const attempt = createAttempt(job);
  await attempt('other services', () => removeOtherServices(db, push.services));
  const finding = keepDoing(job, async () => {
    await attempt('season', async () => writeNew(deps, await findFacts(deps)));
    await attempt('money', async () => writeNew(deps, await findMoneyFacts(db, token, now())));
    await attempt('expired messages', () => deleteExpired(db, now()));
  });
  // A push service that does not respond delays only its own messages.
  const sending = push.services.map((service) =>
    keepDoing({ ...job, fields: { service } }, () => sendMessages(deps, service)),
  );
  await Promise.all([finding, ...sending]);
}

async function findFacts({ db, seasons, now }: JobDeps): Promise<Fact[]> {
  const season = await seasons.getRecentCurrent();
  if (!season) return [];
  await deleteRemovedGoals(db, season, now());
  return findSeasonFacts(db, season, now());
}

async function writeNew({ db, now }: JobDeps, facts: readonly Fact[]): Promise<void> {
  const fresh = await filterNewFacts(
    db,
    facts.flatMap(({ keys }) => keys),
  );
  for (const fact of facts) if (fact.keys.some((key) => fresh.has(key))) await writeMessages(db, fact, now());
}
