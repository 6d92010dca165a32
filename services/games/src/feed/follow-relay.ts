import { bootstrapChanged, fixturesChanged, liveChanged } from '@touchline/api/events/fpl-relay';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { liveKind } from '../football/season.store.ts';
import { findStoredVersion } from './feed.store.ts';
import type { RelaySnapshots, SnapshotVersion } from './relay-snapshots.ts';

/**
 * Subscribes to the relay's events and fetches each new snapshot. Fetches everything at start-up and whenever events may have
 * been missed. New football data may add gameweeks whose points were missed, so those are fetched too.
 */
export function followRelay(bus: Bus, db: Database, relay: RelaySnapshots): void {
  const createHandlers = (kind: 'bootstrap' | 'fixtures', fetch: () => Promise<SnapshotVersion | null>) => ({
    resync: async () => {
      if (await fetch()) await relay.fetchMissingGameweeks();
    },
    onChange: async (change: SnapshotVersion) => {
      if (await fetchIfNewer(db, kind, change, fetch)) await relay.fetchMissingGameweeks();
    },
  });

  const bootstrap = createHandlers('bootstrap', relay.fetchBootstrap);
  subscribe(
    bus,
    bootstrapChanged,
    { durable: 'games-bootstrap', resync: bootstrap.resync },
    bootstrap.onChange,
  );
  const fixtures = createHandlers('fixtures', relay.fetchFixtures);
  subscribe(bus, fixturesChanged, { durable: 'games-fixtures', resync: fixtures.resync }, fixtures.onChange);
  subscribe(
    bus,
    liveChanged,
    { durable: 'games-live', resync: relay.fetchOpenGameweeks },
    async (change: SnapshotVersion & { gameweek: number }) => {
      const { gameweek } = change;
      await fetchIfNewer(db, liveKind(gameweek), change, () => relay.fetchLive(gameweek));
    },
  );
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
