import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import type { Feed } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { continuesSeason, isOtherSeason, type SeasonFacts, yearOf } from '../football/season.ts';
import type { SeasonCache } from '../snapshots/season-cache.ts';
import { findSeason } from '../snapshots/snapshots.store.ts';
import type { Season } from '../snapshots/snapshots.ts';
import { type Collected, collectLive, type Fetch, factsOf, otherSeason } from './collect.ts';
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
  /** Another season that the feed shows, which the next poll must confirm. */
  proposed: SeasonFacts | null;
}

/**
 * Reads the feed once and stores what changed together with its events. A fault in one answer does not affect the others,
 * and an incomplete answer never replaces a good snapshot (game rules 7). Another season than the stored one begins only
 * when the poll before has proposed it: a mirror or cache may serve an old answer for a while.
 */
export async function poll(
  deps: PollDeps,
  kind: PollKind,
  proposed: SeasonFacts | null,
  signal: AbortSignal,
): Promise<PollResult> {
  const { feed, seasons, now } = deps;
  const stored = seasons.current();
  const faults: FeedError[] = [];
  const fetch = fetcher(now, faults);
  const collected: Collected = {
    bootstrap: kind === 'all' ? await fetch(() => feed.bootstrap(signal)) : null,
    fixtures: await fetch(() => feed.fixtures(signal)),
  };
  const checked = checkSeason(stored, proposed, collected);
  // Live lists name no season; beside answers of another season they are not to be trusted either.
  if (checked.fault) {
    const refused = { bootstrapDone: false, matchesDone: false, mismatches: [] };
    return { faults: [...faults, checked.fault], proposed: checked.proposed, ...refused };
  }
  // Nothing of a season can be stored before its bootstrap.
  if (!stored && !collected.bootstrap) collected.fixtures = null;
  const season = checked.other ? await knownSeason(deps.db, checked.other) : stored;
  const live = await collectLive(season, collected, now(), (gameweek) =>
    fetch(() => feed.live(gameweek, signal)),
  );
  if (live.withholdBootstrap) collected.bootstrap = null;
  const mismatches = await seasons.storing(() =>
    savePoll(deps, season, collected, live.byGameweek, stored?.id ?? null),
  );
  await seasons.refresh();
  return {
    faults,
    mismatches,
    proposed: null,
    bootstrapDone: collected.bootstrap !== null,
    matchesDone: collected.fixtures !== null && live.complete,
  };
}

type Checked =
  | { fault: null; other: SeasonFacts | null }
  | { fault: FeedError; proposed: SeasonFacts | null };

/** The season of the answers. The first one ever begins at once; every other needs two polls in a row that agree. */
function checkSeason(stored: Season | null, proposed: SeasonFacts | null, collected: Collected): Checked {
  try {
    const other = otherSeason(stored, collected);
    if (!stored || !other || (proposed && !isOtherSeason(proposed, other))) return { fault: null, other };
    const reason = `shows the season of ${yearOf(other)}; the next poll must confirm it`;
    return { fault: new FeedError('season', 'bootstrap', reason), proposed: other };
  } catch (error) {
    if (error instanceof FeedError) return { fault: error, proposed: null };
    throw error;
  }
}

/** The stored season that the answers continue although it is not the latest; null when they begin one. */
function knownSeason(db: Database, answers: SeasonFacts): Promise<Season | null> {
  return findSeason(db, (season) => continuesSeason(factsOf(season), answers));
}

function fetcher(now: () => number, faults: FeedError[]): Fetch {
  return async (get) => {
    // The feed has asked to be left alone.
    if (faults.some(({ retryAfterMs }) => retryAfterMs !== undefined)) return null;
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
