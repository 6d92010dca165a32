import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import type { Feed } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import type { SeasonCache } from '../snapshots/season-cache.ts';
import { checkSeason, collectLive, type Fetch } from './collect.ts';
import { type GameweekMismatch, savePoll } from './save-poll.ts';

/** `all`: bootstrap, fixtures and live; `matches`: fixtures and live. */
export type PollKind = 'all' | 'matches';

export interface PollDeps {
  db: Database;
  feed: Feed;
  seasons: SeasonCache;
  calendar: Calendar;
  /** Epoch ms. */
  now: () => number;
}

export interface PollResult {
  /** Answers of the feed that could not be used; the snapshots of these stayed as they were. */
  faults: FeedError[];
  bootstrapDone: boolean;
  /** Fixtures and the live lists of all running gameweeks were read. */
  matchesDone: boolean;
  mismatches: GameweekMismatch[];
}

/**
 * Reads the feed once and stores what changed together with its events. A fault in one answer does not affect the others,
 * and an incomplete answer never replaces a good snapshot (game rules 7).
 */
export async function poll(deps: PollDeps, kind: PollKind, signal: AbortSignal): Promise<PollResult> {
  const { feed, seasons, now } = deps;
  const stored = seasons.current();
  const faults: FeedError[] = [];
  const fetch = fetcher(now, faults);
  const bootstrap = kind === 'all' ? await fetch(() => feed.bootstrap(signal)) : null;
  const fixtures = await fetch(() => feed.fixtures(signal));
  const collected = checkSeason(stored, faults, bootstrap, fixtures);
  const live = await collectLive(stored, collected, now(), (gameweek) =>
    fetch(() => feed.live(gameweek, signal)),
  );
  if (live.withholdBootstrap) collected.bootstrap = null;
  const mismatches = await savePoll(deps, stored, collected, live.byGameweek);
  await seasons.refresh();
  return {
    faults,
    mismatches,
    bootstrapDone: collected.bootstrap !== null,
    matchesDone: collected.fixtures !== null && live.complete,
  };
}

function fetcher(now: () => number, faults: FeedError[]): Fetch {
  return async (get) => {
    const at = now();
    try {
      return { value: await get(), at };
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      faults.push(error);
      return null;
    }
  };
}
