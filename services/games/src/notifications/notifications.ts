import type { PrizeToken } from '@touchline/api/http/prize-plans';
import type { Database } from '@touchline/service-kit/data/database';
import { createAttempt, keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Log } from '@touchline/service-kit/process/log';
import type { Seasons } from '../football/seasons.ts';
import type { Fact } from './fact.ts';
import { deleteExpired, filterNewFacts } from './messages.store.ts';
import { findMoneyFacts } from './money-facts.ts';
import type { PushSettings } from './push-service.ts';
import { findSeasonFacts } from './season-facts.ts';
import { sendMessages } from './send-messages.ts';
import { removeOtherServices } from './subscriptions.store.ts';
import { writeMessages } from './write-messages.ts';

interface NotificationDeps {
  /** Separate pool, so that no join or saved lineup waits for a notification. */
  db: Database;
  push: PushSettings;
  seasons: Pick<Seasons, 'getRecentCurrent'>;
  /** Token of entry fees. */
  token: PrizeToken;
  log: Log;
  now: () => number;
  pollMs?: number;
}

const POLL_MS = 2_000;

/**
 * Finds facts and sends their notifications until `signal` aborts, on the one replica that holds the lock. Facts are read from the
 * database rather than from events: a fact that a stopped service has missed is found later, until it has expired.
 */
export async function runNotifications(deps: NotificationDeps, signal: AbortSignal): Promise<void> {
  const { db, log, now, push, pollMs = POLL_MS } = deps;
  const job = { signal, log, failure: 'notification job failed; will retry', pauseMs: pollMs };
  const attempt = createAttempt(job);
  await attempt('other services', () => removeOtherServices(db, push.services));
  const finding = keepDoing(job, async () => {
    await attempt('season', async () => writeNew(deps, await findFacts(deps)));
    await attempt('money', async () => writeNew(deps, await findMoneyFacts(db, deps.token, now())));
    await attempt('expired messages', () => deleteExpired(db, now()));
  });
  // A push service that does not respond delays only its own messages.
  const sending = push.services.map((service) =>
    keepDoing({ ...job, fields: { service } }, () => sendMessages(deps, service)),
  );
  await Promise.all([finding, ...sending]);
}

async function findFacts({ db, seasons, now }: NotificationDeps): Promise<Fact[]> {
  const season = await seasons.getRecentCurrent();
  return season ? findSeasonFacts(db, season, now()) : [];
}

async function writeNew({ db, now }: NotificationDeps, facts: readonly Fact[]): Promise<void> {
  const fresh = await filterNewFacts(
    db,
    facts.flatMap(({ keys }) => keys),
  );
  for (const fact of facts) if (fact.keys.some((key) => fresh.has(key))) await writeMessages(db, fact, now());
}
