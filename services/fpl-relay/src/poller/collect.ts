import type { Fixture } from '@touchline/api/http/fpl';
import type { Feed, FeedBootstrap } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { fixturesOf, runningGameweeks } from '../football/gameweeks.ts';
import { areOtherMatches, isOtherSeason, type SeasonFacts } from '../football/season.ts';
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
}

export type LiveElements = Awaited<ReturnType<Feed['live']>>;

export interface CollectedLive {
  byGameweek: ReadonlyMap<number, Fetched<LiveElements>>;
  /** Every running gameweek was read. */
  complete: boolean;
  /** A gameweek is checked now, but its final points could not be read: the bootstrap must not be stored yet. */
  withholdBootstrap: boolean;
}

/**
 * The facts of the season that the answers show when it is not the stored one; null when the stored one continues.
 * @throws FeedError season, when the answers do not belong to one season, or to an earlier one than the stored season
 */
export function otherSeason(stored: Season | null, { bootstrap, fixtures }: Collected): SeasonFacts | null {
  const before = stored && factsOf(stored);
  if (!bootstrap) {
    if (before && fixtures && areOtherMatches(before.fixtures, fixtures.value))
      throw new FeedError('season', 'fixtures', 'are of another season than the gameweeks');
    return null;
  }
  const matches = fixtures?.value ?? before?.fixtures;
  // A season cannot begin without fixtures of its own: its gameweeks would seem to have no matches.
  if (!matches) throw new FeedError('season', 'bootstrap', 'has no fixtures yet');
  const answers = { gameweeks: bootstrap.value.gameweeks, fixtures: matches };
  if (!isOtherSeason(before, answers)) return null;
  if (!fixtures) throw new FeedError('season', 'bootstrap', 'has no fixtures yet');
  return answers;
}

export const factsOf = ({ bootstrap, fixtures }: Pick<Season, 'bootstrap' | 'fixtures'>): SeasonFacts => ({
  gameweeks: bootstrap.content.gameweeks,
  fixtures: fixtures.content,
});

/**
 * Reads the live lists of the gameweeks that run, and of those that the feed has just marked as checked: "checked" makes
 * results final, so a checked gameweek is stored only together with points read after that. `before` is the stored season
 * that the answers continue.
 */
export async function collectLive(
  before: Season | null,
  { bootstrap, fixtures }: Collected,
  now: number,
  fetchLive: (gameweek: number) => Promise<Fetched<LiveElements> | null>,
): Promise<CollectedLive> {
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
