import { bootstrapChanged, fixturesChanged, liveChanged } from '@touchline/api/events/fpl-relay';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { subscribe } from '@touchline/service-kit/subscribe';
import { liveKind } from '../football/season.store.ts';
import { findStoredVersion } from './feed.store.ts';
import type { RelaySnapshots, SnapshotVersion } from './relay-snapshots.ts';

/**
 * Follows the relay's events: an event says that a snapshot is new, then the snapshot is fetched. Everything is fetched
 * at the start and whenever events may be missing. New football data may add gameweeks whose points were missed.
 */
export function followRelay(bus: Bus, db: Database, relay: RelaySnapshots): void {
  const followed = (kind: 'bootstrap' | 'fixtures') => ({
    resync: async () => {
      if (await relay[kind]()) await relay.missingGameweeks();
    },
    onChange: async (change: SnapshotVersion) => {
      if (await fetchIfNewer(db, kind, change, relay[kind])) await relay.missingGameweeks();
    },
  });

  const bootstrap = followed('bootstrap');
  subscribe(
    bus,
    bootstrapChanged,
    { durable: 'games-bootstrap', resync: bootstrap.resync },
    bootstrap.onChange,
  );
  const fixtures = followed('fixtures');
  subscribe(bus, fixturesChanged, { durable: 'games-fixtures', resync: fixtures.resync }, fixtures.onChange);
  subscribe(
    bus,
    liveChanged,
    { durable: 'games-live', resync: relay.openGameweeks },
    async (change: SnapshotVersion & { gameweek: number }) => {
      const { gameweek } = change;
      await fetchIfNewer(db, liveKind(gameweek), change, () => relay.live(gameweek));
    },
  );
}

/**
 * Fetches unless the stored snapshot is as new as the event.
 * @returns whether it fetched
 * @throws Error when the relay's answer is older than its event, so that the event is delivered again
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
    throw new Error(`${kind}: the relay answered version ${snapshot.version}, not ${change.version}`);
  return true;
}
