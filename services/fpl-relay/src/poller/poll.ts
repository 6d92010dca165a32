import { type Calendar, SECOND_MS } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/data/database';
import type { Feed } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { continuesSeason, getSeasonYear, isOtherSeason, type SeasonIdentity } from '../football/season.ts';
import type { SeasonCache } from '../snapshots/season-cache.ts';
import { findSeason } from '../snapshots/snapshots.store.ts';
import type { Season } from '../snapshots/snapshots.ts';
import {
  type Collected,
  type CollectedLive,
  collectLive,
  detectOtherSeason,
  type Fetch,
  toIdentity,
  withholdChecks,
} from './collect.ts';
import { findMissingFixtures, findMissingPlayers } from './completeness.ts';
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
  /** Rejected feed responses; their snapshots were not changed. */
  faults: FeedError[];
  /** True if the bootstrap was read and the final points of every checked gameweek in it are known. */
  bootstrapDone: boolean;
  /** True if fixtures and the live lists of all running gameweeks were read. */
  matchesDone: boolean;
  mismatches: GameweekMismatch[];
  proposed: Proposed;
}

/** Reports of the feed that a later poll must confirm, because a cache may serve an old response for a while. */
export interface Proposed {
  /** Another season, which the next poll must confirm. */
  season: SeasonIdentity | null;
  /** When the bootstrap first reported a newly checked gameweek, by gameweek (epoch ms). */
  checks: ReadonlyMap<number, number>;
}

export const NOTHING_PROPOSED: Proposed = { season: null, checks: new Map() };

/**
 * Reads the feed once and stores the changes with their events. A fault in one response does not affect the others, and an
 * incomplete response never replaces a valid snapshot (game rules 7). Another season starts only if the previous poll proposed it.
 */
export async function poll(
  deps: PollDeps,
  kind: PollKind,
  proposed: Proposed,
  signal: AbortSignal,
): Promise<PollResult> {
  const { feed, seasons, now } = deps;
  const stored = seasons.current();
  const faults: FeedError[] = [];
  const fetch = createFetch(now, faults);
  const collected: Collected = {
    bootstrap: kind === 'all' ? await fetch(() => feed.bootstrap(signal)) : null,
    fixtures: await fetch(() => feed.fixtures(signal)),
  };
  const checked = checkSeason(stored, proposed.season, collected);
  // Live lists do not contain their season, so they are not used while the season is uncertain.
  if (checked.fault) {
    const incomplete = { bootstrapDone: false, matchesDone: false, mismatches: [] };
    const season = checked.proposed;
    return { faults: [...faults, checked.fault], proposed: { ...NOTHING_PROPOSED, season }, ...incomplete };
  }
  // A season cannot be stored without its bootstrap.
  if (!stored && !collected.bootstrap) collected.fixtures = null;
  const season = checked.other ? await findContinuedSeason(deps.db, checked.other) : stored;
  if (season) faults.push(...dropIncomplete(season, collected));
  const live = await collectLive(season, collected, now(), fetch, (gameweek) => feed.live(gameweek, signal));
  faults.push(...live.faults);
  const { bootstrap } = collected;
  let { checks } = proposed;
  if (bootstrap) {
    checks = new Map(live.newlyChecked.map((gameweek) => [gameweek, checks.get(gameweek) ?? bootstrap.at]));
    const withheld = new Set([...live.withheld, ...findUnconfirmed(checks, live, deps.calendar)]);
    collected.bootstrap = { ...bootstrap, value: withholdChecks(bootstrap.value, withheld) };
  }
  signal.throwIfAborted();
  // Refreshes also after a failure: the season may be stored, or another replica may have stored a newer one.
  const mismatches = await seasons
    .trackStore(() => savePoll(deps, season, collected, live.byGameweek, stored?.id ?? null))
    .finally(() => seasons.refresh());
  return {
    faults,
    mismatches,
    proposed: { season: null, checks },
    bootstrapDone: bootstrap !== null && live.withheld.size === 0,
    matchesDone: collected.fixtures !== null && live.complete,
  };
}

/** Time after which no cache serves points from before the check of their gameweek (game rule 7.11). */
export const getConfirmationMs = (calendar: Calendar): number => calendar.poll_idle_seconds * SECOND_MS;

/** Finds newly checked gameweeks whose points were read too early after the report of the check. */
function findUnconfirmed(
  checks: Proposed['checks'],
  { byGameweek }: CollectedLive,
  calendar: Calendar,
): number[] {
  return [...checks.keys()].filter((gameweek) => {
    const readAt = byGameweek.get(gameweek)?.at ?? -Infinity;
    return readAt < checks.get(gameweek)! + getConfirmationMs(calendar);
  });
}

type SeasonCheck =
  | { fault: null; other: SeasonIdentity | null }
  | { fault: FeedError; proposed: SeasonIdentity | null };

/** Determines the season of the responses. The first season starts immediately; any other needs two consecutive polls. */
function checkSeason(
  stored: Season | null,
  proposed: SeasonIdentity | null,
  collected: Collected,
): SeasonCheck {
  try {
    const other = detectOtherSeason(stored, collected);
    if (!stored || !other || (proposed && !isOtherSeason(proposed, other))) return { fault: null, other };
    const reason = `shows the season of ${getSeasonYear(other)}; the next poll must confirm it`;
    return { fault: new FeedError('season', 'bootstrap', reason), proposed: other };
  } catch (error) {
    if (error instanceof FeedError) return { fault: error, proposed: null };
    throw error;
  }
}

/**
 * Drops the bootstrap and the fixtures if they lack too much of the stored season that they continue. A player or fixture
 * that the league removes is accepted; more at a time are rejected until the feed lists them again.
 * @returns the faults of the dropped responses
 */
function dropIncomplete(season: Season, collected: Collected): FeedError[] {
  const { bootstrap, fixtures } = collected;
  const faults = [
    bootstrap && findMissingPlayers(season.bootstrap.content.players, bootstrap.value.players),
    fixtures && findMissingFixtures(season.fixtures.content, fixtures.value),
  ].filter((fault) => fault !== null);
  if (faults.some(({ resource }) => resource === 'bootstrap')) collected.bootstrap = null;
  if (faults.some(({ resource }) => resource === 'fixtures')) collected.fixtures = null;
  return faults;
}

/** Finds an earlier stored season that the responses continue; null when they start a new one. */
function findContinuedSeason(db: Database, identity: SeasonIdentity): Promise<Season | null> {
  return findSeason(db, (season) => continuesSeason(toIdentity(season), identity));
}

function createFetch(now: () => number, faults: FeedError[]): Fetch {
  return async (get) => {
    // The feed has requested a pause.
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
