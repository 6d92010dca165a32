import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldLock } from '@touchline/service-kit/data/advisory-lock';
import { holdAdvisoryLock } from '@touchline/service-kit/data/advisory-lock';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import { inBackgroundSpan } from '@touchline/service-kit/process/traces';
import { FeedError } from '../feed/feed-error.ts';
import { addFeedFault } from '../feed/feed-faults.store.ts';
import { limitProgress, NO_PROGRESS, type Progress, planNextJob } from './cadence.ts';
import { readPastGameweek } from './past-gameweeks.ts';
import { NOTHING_PROPOSED, type PollDeps, type PollKind, type PollResult, poll } from './poll.ts';

export interface PollerDeps extends PollDeps {
  log: Log;
  metrics: Metrics;
  /** Returns 0 to 1, for the jitter. */
  random: () => number;
}

const MAX_SLEEP_MS = 60_000;

/** Polls the feed while this replica holds the advisory lock; the other replicas wait for it. */
export function startPoller(deps: PollerDeps): HeldLock {
  const { log, metrics, seasons } = deps;
  const faults = metrics.counter('feed_faults_total', 'Feed responses that were rejected', [
    'resource',
    'fault',
  ]);
  const polls = metrics.counter('feed_polls_total', 'Polls of the feed', ['kind']);
  const mismatches = metrics.counter(
    'feed_points_mismatches_total',
    'Players whose explained points differ from their total',
  );
  const age = metrics.gauge('feed_last_good_poll_seconds', 'Epoch time of the last poll without a fault');

  /** Faults since the last poll without one. Each is counted every time but logged once. */
  const logged = new Set<string>();
  const reportFault = ({ resource, fault, message: reason }: FeedError) => {
    faults.inc({ resource, fault });
    void addFeedFault(deps.db, deps.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'feed fault not stored'),
    );
    if (!logged.has(reason)) log.warn({ resource, fault, reason }, 'feed fault');
    logged.add(reason);
  };

  const report = (result: PollResult) => {
    for (const fault of result.faults) reportFault(fault);
    if (result.faults.length === 0) {
      logged.clear();
      age.set(deps.now() / 1000);
    }
    if (result.mismatches.length === 0) return;
    mismatches.inc(result.mismatches.length);
    const examples = result.mismatches.slice(0, 5);
    log.error({ count: result.mismatches.length, examples }, 'feed points mismatch');
  };

  return holdAdvisoryLock(deps.db, 'poller', log, async (signal) => {
    const onFailure = (error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'feed poll failed; will retry');
      return null;
    };

    async function pollOnce(kind: PollKind, before: Progress): Promise<Progress> {
      const startedAt = deps.now();
      const work = () => poll(deps, kind, before.proposed, signal);
      const result = await inBackgroundSpan('poll feed', work).catch(onFailure);
      if (result && !signal.aborted) report(result);
      return advance(before, startedAt, deps.now(), result);
    }

    async function readOnePast(gameweek: number, before: Progress): Promise<Progress> {
      const fault = await readPastGameweek(deps, gameweek, signal).catch(
        (error: unknown) => onFailure(error) ?? error,
      );
      if (fault instanceof FeedError && !signal.aborted) reportFault(fault);
      const past = deps.now();
      const retryAt = computeRetryAt(before, fault instanceof FeedError ? [fault] : [], past);
      return { ...before, past, retryAt, pastFailures: fault === null ? 0 : before.pastFailures + 1 };
    }

    log.info('feed polling started');
    await seasons.refresh();
    let progress = NO_PROGRESS;
    while (!signal.aborted) {
      progress = limitProgress(progress, deps.now());
      const due = planNextJob(progress, seasons.current(), deps.calendar, deps.now(), drawJitter(deps));
      if (!(await sleepUntil(due.at, deps.now, signal))) continue;
      polls.inc({ kind: due.kind });
      progress = await (due.kind === 'past'
        ? readOnePast(due.gameweek, progress)
        : pollOnce(due.kind, progress));
    }
  });
}

/** Draws a factor from 0.9 to 1.1 for the intervals. */
const drawJitter = ({ random }: PollerDeps) => 0.9 + 0.2 * random();

/** Returns true once the time is reached. Long sleeps are split, so that a clock change is noticed. */
async function sleepUntil(at: number, now: () => number, signal: AbortSignal): Promise<boolean> {
  const wait = at - now();
  if (wait > 0) await sleep(Math.min(wait, MAX_SLEEP_MS), undefined, { signal }).catch(() => {});
  return at <= now() && !signal.aborted;
}

function advance(before: Progress, startedAt: number, endedAt: number, result: PollResult | null): Progress {
  const isChanging = result?.faults.some(({ fault }) => fault === 'season') ?? false;
  return {
    ...before,
    // While the season is changing, the next poll must read everything.
    bootstrap: isChanging ? -Infinity : result?.bootstrapDone ? startedAt : before.bootstrap,
    matches: result?.matchesDone ? startedAt : before.matches,
    attempt: endedAt,
    failures: result && result.faults.length === 0 ? 0 : before.failures + 1,
    retryAt: computeRetryAt(before, result?.faults ?? [], endedAt),
    proposed: result?.proposed ?? NOTHING_PROPOSED,
  };
}

function computeRetryAt(before: Progress, faults: readonly FeedError[], now: number): number {
  return Math.max(before.retryAt, ...faults.map(({ retryAfterMs }) => now + (retryAfterMs ?? -Infinity)));
}
