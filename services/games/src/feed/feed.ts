import { bootstrapChanged, fixturesChanged, liveChanged } from '@touchline/api/events/fpl-relay';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { keepDoing } from '@touchline/service-kit/process/keep-doing';
import { liveKind } from '../football/season.store.ts';
import { findOpenSeasons } from '../games/games.store.ts';
import type { Resources } from '../games/games-context.ts';
import { findStoredVersion } from './feed.store.ts';
import { createGameweekPipeline, type PipelineDeps } from './gameweek-pipeline.ts';
import { createRelaySnapshots, type RelaySnapshots, type SnapshotVersion } from './relay-snapshots.ts';

interface FeedDeps extends Omit<PipelineDeps, 'seasonFee'>, Pick<Resources, 'bus' | 'fees' | 'log'> {}

const TICK_MS = 1_000;

/** Follows the feed, whose data change games and points. */
export function followFeed(deps: FeedDeps) {
  const pipeline = createGameweekPipeline({ ...deps, seasonFee: deps.fees.SEASON });
  followRelay(deps.bus, deps.db, createRelaySnapshots({ ...deps, pipeline }));
  return {
    /** Makes the changes that depend on the clock alone, every second until the signal aborts. */
    runClock(signal: AbortSignal): Promise<void> {
      const failure = 'game clock tick failed; will retry';
      return keepDoing({ signal, log: deps.log, failure, pauseMs: TICK_MS }, async () => {
        for (const season of await findOpenSeasons(deps.db)) await pipeline.tick(season);
      });
    },
  };
}

/**
 * Subscribes to the relay's events and fetches each new snapshot. Fetches everything at start-up and whenever events may have
 * been missed. New football data may add gameweeks whose points were missed, so those are fetched too.
 */
function followRelay(bus: Bus, db: Database, relay: RelaySnapshots): void {
  const createHandlers = (kind: 'bootstrap' | 'fixtures', fetch: () => Promise<SnapshotVersion | null>) => ({
    resync: async () => {
      if (await fetch()) await relay.fetchMissingGameweeks();
    },
    onChange: async (change: SnapshotVersion) => {
      if (await fetchIfNewer(db, kind, change, fetch)) await relay.fetchMissingGameweeks();
    },
  });
  const bootstrap = createHandlers('bootstrap', relay.fetchBootstrap);
  const fixtures = createHandlers('fixtures', relay.fetchFixtures);
  const options = { durable: 'games-bootstrap', resync: bootstrap.resync };
  subscribe(bus, bootstrapChanged, options, bootstrap.onChange);
  subscribe(bus, fixturesChanged, { durable: 'games-fixtures', resync: fixtures.resync }, fixtures.onChange);
  const resync = async () => void (await relay.fetchFixtures());
  subscribe(bus, liveChanged, { durable: 'games-live', resync }, async (change) => {
    const { gameweek } = change;
    await fetchIfNewer(db, liveKind(gameweek), change, () => relay.fetchLive(gameweek));
  });
}

/**
 * Fetches unless the stored snapshot is as new as the event.
 * @returns true when it fetched
 * @throws Error when the fetched snapshot is older than the event, so that the event is delivered again
 */
async function fetchIfNewer(
  db: Database,
  kind: string,
  change: SnapshotVersion,
  fetch: () => Promise<SnapshotVersion | null>,
): Promise<boolean> {
  const stored = await findStoredVersion(db, change.season, kind);
  if (stored !== null && stored >= change.version) return false;
  const snapshot = await fetch();
  if (snapshot?.season === change.season && snapshot.version < change.version)
    throw new Error(
      `${kind} snapshot from the relay is version ${snapshot.version}, expected ${change.version}`,
    );
  return true;
}
