import type { Fixture } from '@touchline/api/http/fpl';
import type { Feed, FeedBootstrap } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { fixturesOf, runningGameweeks } from '../football/gameweeks.ts';
import { areOtherMatches, beginsSeason } from '../football/season.ts';
import type { Season } from '../snapshots/snapshots.ts';

/** Something fetched, and when (epoch ms). */
export interface Fetched<T> {
  value: T;
  at: number;
}

/** Fetches an answer of the feed; null when it cannot be used. */
export type Fetch = <T>(get: () => Promise<T>) => Promise<Fetched<T> | null>;

/** What one poll fetched of a season, without its live lists. */
export interface Collected {
  bootstrap: Fetched<FeedBootstrap> | null;
  fixtures: Fetched<Fixture[]> | null;
  /** Both belong to a season that begins now. */
  begins: boolean;
}

export type LiveElements = Awaited<ReturnType<Feed['live']>>;

export interface CollectedLive {
  byGameweek: ReadonlyMap<number, Fetched<LiveElements>>;
  /** Every running gameweek was read. */
  complete: boolean;
  /** A gameweek is checked now, but its final points could not be read: the bootstrap must not be stored yet. */
  withholdBootstrap: boolean;
}

/** Drops answers that do not belong to one season, and detects the beginning of another. */
export function checkSeason(
  stored: Season | null,
  faults: FeedError[],
  bootstrap: Collected['bootstrap'],
  fixtures: Collected['fixtures'],
): Collected {
  try {
    if (bootstrap) return { bootstrap, fixtures, begins: begins(stored, bootstrap.value, fixtures?.value) };
    if (stored && fixtures && areOtherMatches(stored.fixtures.content, fixtures.value))
      throw new FeedError('season', 'fixtures', 'are of another season than the gameweeks');
    return { bootstrap, fixtures: stored ? fixtures : null, begins: false };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    faults.push(error);
    return { bootstrap: null, fixtures: null, begins: false };
  }
}

/** A season cannot begin without fixtures of its own: its gameweeks would seem to have no matches. */
function begins(stored: Season | null, bootstrap: FeedBootstrap, fixtures: Fixture[] | undefined): boolean {
  if (!fixtures && !stored) throw new FeedError('season', 'bootstrap', 'has no fixtures yet');
  const known = stored && {
    gameweeks: stored.bootstrap.content.gameweeks,
    fixtures: stored.fixtures.content,
  };
  const result = beginsSeason(known, bootstrap, fixtures ?? stored?.fixtures.content ?? []);
  if (result && !fixtures) throw new FeedError('season', 'bootstrap', 'has no fixtures yet');
  return result;
}

/**
 * Reads the live lists of the gameweeks that run, and of those that the feed has just marked as checked: "checked" makes
 * results final, so a checked gameweek is stored only together with points read after that.
 */
export async function collectLive(
  stored: Season | null,
  { bootstrap, fixtures, begins }: Collected,
  now: number,
  fetchLive: (gameweek: number) => Promise<Fetched<LiveElements> | null>,
): Promise<CollectedLive> {
  const before = begins ? null : stored;
  const gameweeks = bootstrap?.value.gameweeks ?? before?.bootstrap.content.gameweeks ?? [];
  const matches = fixtures?.value ?? before?.fixtures.content ?? [];
  const running = runningGameweeks(gameweeks, matches, now);
  const checkedNow = newlyChecked(before, bootstrap?.value ?? null, matches);
  const byGameweek = new Map<number, Fetched<LiveElements>>();
  for (const gameweek of [...new Set([...running, ...checkedNow])]) {
    const live = await fetchLive(gameweek);
    if (live) byGameweek.set(gameweek, live);
  }
  return {
    byGameweek,
    complete: running.every((gameweek) => byGameweek.has(gameweek)),
    withholdBootstrap: checkedNow.some((gameweek) => !byGameweek.has(gameweek)),
  };
}

function newlyChecked(before: Season | null, bootstrap: FeedBootstrap | null, fixtures: Fixture[]): number[] {
  if (!before || !bootstrap) return [];
  const open = new Set(
    before.bootstrap.content.gameweeks.filter(({ data_checked }) => !data_checked).map(({ id }) => id),
  );
  return bootstrap.gameweeks
    .filter(({ id, data_checked }) => data_checked && open.has(id) && fixturesOf(fixtures, id).length > 0)
    .map(({ id }) => id);
}
