import type { PrizeToken } from '@touchline/api/http/prize-plans';
import type { Database } from '@touchline/service-kit/data/database';
import { createAttempt, keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Log } from '@touchline/service-kit/process/log';
import type { Seasons } from '../football/seasons.ts';
import type { Fact } from './fact.ts';
import { filterNewFacts } from './messages.store.ts';
import { findMoneyFacts } from './money-facts.ts';
import type { PushSettings } from './push-service.ts';
import { findSeasonFacts } from './season-facts.ts';
import { sendMessages } from './send-messages.ts';
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
export function runNotifications(deps: NotificationDeps, signal: AbortSignal): Promise<void> {
  const { db, log, pollMs = POLL_MS } = deps;
  const job = { signal, log, failure: 'notification job failed; will retry' };
  const attempt = createAttempt(job);
  return keepDoing({ ...job, pauseMs: pollMs }, async () => {
    await attempt('season', async () => writeNew(deps, await findFacts(deps)));
    await attempt('money', async () => writeNew(deps, await findMoneyFacts(db, deps.token, deps.now())));
    await attempt('send', () => sendMessages(deps, signal));
  });
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
