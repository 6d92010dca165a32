import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import * as events from '@touchline/api/events/fpl-relay';
import type { Fixture } from '@touchline/api/http/fpl';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import type { Feed, FeedBootstrap } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { fixturesOf, runningGameweeks, withPeriods } from '../football/gameweeks.ts';
import { type Mismatch, scoresOf } from '../football/scores.ts';
import { areOtherMatches, beginsSeason, yearOf } from '../football/season.ts';
import type { SeasonCache } from '../snapshots/season-cache.ts';
import { beginSeason, saveSnapshot } from '../snapshots/snapshots.store.ts';
import type { BootstrapContent, Season } from '../snapshots/snapshots.ts';

/** `all`: bootstrap, fixtures and live; `matches`: fixtures and live. */
export type PollKind = 'all' | 'matches';

export interface PollDeps {
  db: Database;
  feed: Feed;
  football: SeasonCache;
  calendar: Calendar;
  now: () => number;
}

export interface PollResult {
  /** What the feed did not answer well; the snapshots of these stayed as they were. */
  faults: FeedError[];
  /** Bootstrap is up to date, or fixtures and every wanted live list are. */
  bootstrapDone: boolean;
  matchesDone: boolean;
  /** Of the live lists that changed. */
  mismatches: (Mismatch & { gameweek: number })[];
}

/** Something fetched, and when. */
interface Fetched<T> {
  value: T;
  at: number;
}

interface Harvest {
  bootstrap: Fetched<FeedBootstrap> | null;
  fixtures: Fetched<Fixture[]> | null;
  /** Everything belongs to a season that begins now. */
  begins: boolean;
}

/**
 * Asks the feed once and stores what changed, with the events that say so, in one transaction. A fault of one answer
 * leaves the others to be stored; nothing that is not whole ever replaces a good snapshot (game rules 7).
 */
export async function poll(deps: PollDeps, kind: PollKind, signal: AbortSignal): Promise<PollResult> {
  const stored = deps.football.current();
  const faults: FeedError[] = [];
  const fetching = fetcher(deps.now, faults);
  const harvest = await reap(stored, faults, {
    bootstrap: kind === 'all' ? await fetching(() => deps.feed.bootstrap(signal)) : null,
    fixtures: await fetching(() => deps.feed.fixtures(signal)),
    begins: false,
  });
  const lives = await reapLive(deps, stored, harvest, (gameweek) =>
    fetching(() => deps.feed.live(gameweek, signal)),
  );
  if (lives.withholdBootstrap) harvest.bootstrap = null;
  const mismatches = await store(deps, stored, harvest, lives.fetched);
  await deps.football.refresh();
  return {
    faults,
    mismatches,
    bootstrapDone: harvest.bootstrap !== null,
    matchesDone: harvest.fixtures !== null && lives.complete,
  };
}

type Fetching = <T>(get: () => Promise<T>) => Promise<Fetched<T> | null>;

function fetcher(now: () => number, faults: FeedError[]): Fetching {
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

/** Drops what does not belong to one season, and tells whether another one begins. */
async function reap(stored: Season | null, faults: FeedError[], harvest: Harvest): Promise<Harvest> {
  const { bootstrap, fixtures } = harvest;
  try {
    if (bootstrap) return { ...harvest, begins: begins(stored, bootstrap.value, fixtures?.value) };
    if (stored && fixtures && areOtherMatches(stored.fixtures.content, fixtures.value))
      throw new FeedError('season', 'fixtures', 'are of another season than the gameweeks');
    return { ...harvest, fixtures: stored ? fixtures : null };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    faults.push(error);
    return { bootstrap: null, fixtures: null, begins: false };
  }
}

/** Without fixtures of its own a season cannot begin: its gameweeks would look as if they had no matches. */
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

type LiveElements = Awaited<ReturnType<Feed['live']>>;

/**
 * Live lists of the gameweeks that run, and of those that the feed has checked since: a gameweek is never shown as
 * checked before its points were read after that, because on "checked" results become final.
 */
async function reapLive(
  deps: PollDeps,
  stored: Season | null,
  { bootstrap, fixtures, begins }: Harvest,
  get: (gameweek: number) => Promise<Fetched<LiveElements> | null>,
) {
  const before = begins ? null : stored;
  const gameweeks = bootstrap?.value.gameweeks ?? before?.bootstrap.content.gameweeks ?? [];
  const matches = fixtures?.value ?? before?.fixtures.content ?? [];
  const running = runningGameweeks(gameweeks, matches, deps.now());
  const checkedNow = newlyChecked(before, bootstrap?.value ?? null, matches);
  const fetched = new Map<number, Fetched<LiveElements>>();
  for (const gameweek of [...new Set([...running, ...checkedNow])]) {
    const live = await get(gameweek);
    if (live) fetched.set(gameweek, live);
  }
  return {
    fetched,
    complete: running.every((gameweek) => fetched.has(gameweek)),
    withholdBootstrap: checkedNow.some((gameweek) => !fetched.has(gameweek)),
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

async function store(
  deps: PollDeps,
  stored: Season | null,
  harvest: Harvest,
  lives: ReadonlyMap<number, Fetched<LiveElements>>,
): Promise<PollResult['mismatches']> {
  const { bootstrap, fixtures } = harvest;
  const base = bootstrap?.value ?? stored?.bootstrap.content;
  const matches = fixtures?.value ?? stored?.fixtures.content;
  if (!base || !matches || (!bootstrap && !fixtures && lives.size === 0)) return [];
  const content: BootstrapContent = {
    players: base.players,
    teams: base.teams,
    gameweeks: withPeriods(base.gameweeks, matches, deps.calendar),
  };
  const known = new Set(base.players.map(({ id }) => id));
  return deps.db.transaction(async (trx) => {
    const season = await seasonFor(trx, stored, harvest);
    if (fixtures) await saveFixtures(trx, season, fixtures);
    const mismatches = [];
    for (const [gameweek, live] of lives) {
      const read = scoresOf(live.value, fixturesOf(matches, gameweek), known);
      const changed = await saveLive(trx, season, gameweek, { value: read.scores, at: live.at });
      if (changed) mismatches.push(...read.mismatches.map((mismatch) => ({ ...mismatch, gameweek })));
    }
    // Last, so that whoever hears of a checked gameweek finds its final points.
    await saveBootstrap(trx, season, content, bootstrap?.at ?? null);
    return mismatches;
  });
}

async function seasonFor(trx: Knex.Transaction, stored: Season | null, harvest: Harvest): Promise<string> {
  if (harvest.bootstrap && harvest.begins) return beginSeason(trx, yearOf(harvest.bootstrap.value.gameweeks));
  if (stored) return stored.season;
  throw new Error('nothing may be stored before a season began');
}

async function saveFixtures(trx: Knex.Transaction, season: string, { value, at }: Fetched<Fixture[]>) {
  const save = { season, resource: 'fixtures', gameweek: 0, content: value, fetchedAt: at } as const;
  const version = await saveSnapshot(trx, save);
  if (version !== null) await writeOutbox(trx, events.fixturesChanged, { season, version });
}

async function saveLive(
  trx: Knex.Transaction,
  season: string,
  gameweek: number,
  { value, at }: Fetched<FixtureScoreMessage[]>,
): Promise<boolean> {
  const version = await saveSnapshot(trx, {
    season,
    resource: 'live',
    gameweek,
    content: value,
    fetchedAt: at,
  });
  if (version !== null) await writeOutbox(trx, events.liveChanged, { season, version, gameweek });
  return version !== null;
}

async function saveBootstrap(
  trx: Knex.Transaction,
  season: string,
  content: BootstrapContent,
  fetchedAt: number | null,
) {
  const version = await saveSnapshot(trx, { season, resource: 'bootstrap', gameweek: 0, content, fetchedAt });
  if (version !== null) await writeOutbox(trx, events.bootstrapChanged, { season, version });
}
