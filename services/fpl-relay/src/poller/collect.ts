import type { Fixture } from '@touchline/api/http/fpl';
import type { Feed, FeedBootstrap } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { filterScheduled, findRunningGameweeks, isAbandoned } from '../football/gameweeks.ts';
import { haveNoCommonMatch, isOtherSeason, type SeasonIdentity } from '../football/season.ts';
import type { Season } from '../snapshots/snapshots.ts';
import { assertComplete, assertPlayed } from './completeness.ts';

/** A fetched value with its time in epoch ms. */
export interface Fetched<T> {
  value: T;
  at: number;
}

/** Fetches a resource of the feed; null when the response is rejected. */
export type Fetch = <T>(get: () => Promise<T>) => Promise<Fetched<T> | null>;

/** The resources that one poll fetched, without live lists. */
export interface Collected {
  bootstrap: Fetched<FeedBootstrap> | null;
  fixtures: Fetched<Fixture[]> | null;
}

export type LiveElements = Awaited<ReturnType<Feed['live']>>;

export interface CollectedLive {
  byGameweek: ReadonlyMap<number, Fetched<LiveElements>>;
  /** True if every running gameweek was read. */
  complete: boolean;
  /** Gameweeks that the bootstrap reports as checked and that are not stored as checked. */
  newlyChecked: readonly number[];
  /** Those of them whose final points are not known yet. They must not be stored as checked. */
  withheld: ReadonlySet<number>;
  /** Contradictions between the bootstrap and the fixtures. */
  faults: FeedError[];
}

/**
 * Detects another season than the stored one; null when the stored season continues.
 * @throws FeedError season, when the responses are of different seasons or of an earlier one than the stored season
 */
export function detectOtherSeason(
  stored: Season | null,
  { bootstrap, fixtures }: Collected,
): SeasonIdentity | null {
  const before = stored && toIdentity(stored);
  if (!bootstrap) {
    if (before && fixtures && haveNoCommonMatch(before.fixtures, fixtures.value))
      throw new FeedError('season', 'fixtures', 'are of another season than the gameweeks');
    return null;
  }
  const matches = fixtures?.value ?? before?.fixtures;
  // A new season needs its own fixtures; without them its gameweeks would have no matches.
  if (!matches) throw new FeedError('season', 'bootstrap', 'has no fixtures yet');
  const identity = { gameweeks: bootstrap.value.gameweeks, fixtures: matches };
  if (!isOtherSeason(before, identity)) return null;
  if (!fixtures) throw new FeedError('season', 'bootstrap', 'has no fixtures yet');
  return identity;
}

export const toIdentity = ({
  bootstrap,
  fixtures,
}: Pick<Season, 'bootstrap' | 'fixtures'>): SeasonIdentity => ({
  gameweeks: bootstrap.content.gameweeks,
  fixtures: fixtures.content,
});

/**
 * Reads the live lists of running gameweeks and of newly checked ones. "Checked" makes results final, so a checked gameweek
 * is stored only with points that were read afterwards, and only once all its matches are finished or abandoned: until then their
 * bonus does not count. `before` is the stored season that the responses continue.
 */
export async function collectLive(
  before: Season | null,
  { bootstrap, fixtures }: Collected,
  now: number,
  fetch: Fetch,
  readLive: (gameweek: number) => Promise<LiveElements>,
): Promise<CollectedLive> {
  const current = bootstrap?.value ?? before?.bootstrap.content;
  const ids = new Set(current?.players.map(({ id }) => id));
  const players = (before?.bootstrap.content ?? current)?.players.filter(({ id }) => ids.has(id)) ?? [];
  const matches = fixtures?.value ?? before?.fixtures.content ?? [];
  const running = findRunningGameweeks(current?.gameweeks ?? [], matches, now);
  const newlyChecked = findNewlyChecked(before, bootstrap?.value ?? null, matches);
  const byGameweek = new Map<number, Fetched<LiveElements>>();
  for (const gameweek of new Set([...running, ...newlyChecked])) {
    const live = await fetch(async () => {
      const elements = await readLive(gameweek);
      assertComplete(gameweek, before?.live.get(gameweek)?.content ?? [], elements, players);
      if (newlyChecked.includes(gameweek)) assertPlayed('live', gameweek, matches, elements);
      return elements;
    });
    if (live) byGameweek.set(gameweek, live);
  }
  // An abandoned match has no bonus either. Stored fixtures may lack the end of a match.
  const mayFinish = (match: Fixture) => fixtures === null || !isAbandoned(match, now);
  const unfinished = newlyChecked.filter((gameweek) =>
    filterScheduled(matches, gameweek).some((match) => !match.finished && mayFinish(match)),
  );
  return {
    byGameweek,
    complete: running.every((gameweek) => byGameweek.has(gameweek)),
    newlyChecked,
    withheld: new Set([...unfinished, ...newlyChecked.filter((gameweek) => !byGameweek.has(gameweek))]),
    faults: unfinished.map(
      (gameweek) =>
        new FeedError(
          'unfinished',
          'fixtures',
          `gameweek ${gameweek} is checked, but not all matches are finished`,
        ),
    ),
  };
}

/** Marks the withheld gameweeks as not checked. */
export function withholdChecks(bootstrap: FeedBootstrap, withheld: ReadonlySet<number>): FeedBootstrap {
  const gameweeks = bootstrap.gameweeks.map((gameweek) => ({
    ...gameweek,
    data_checked: gameweek.data_checked && !withheld.has(gameweek.id),
  }));
  return { ...bootstrap, gameweeks };
}

function findNewlyChecked(
  before: Season | null,
  bootstrap: FeedBootstrap | null,
  fixtures: Fixture[],
): number[] {
  if (!before || !bootstrap) return [];
  const open = new Set(
    before.bootstrap.content.gameweeks.filter(({ data_checked }) => !data_checked).map(({ id }) => id),
  );
  return bootstrap.gameweeks
    .filter(
      ({ id, data_checked }) => data_checked && open.has(id) && filterScheduled(fixtures, id).length > 0,
    )
    .map(({ id }) => id);
}
