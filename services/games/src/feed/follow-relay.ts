import {
  askBootstrap,
  askFixtures,
  askLive,
  bootstrapChanged,
  fixturesChanged,
  liveChanged,
} from '@touchline/api/events/fpl-relay';
import { ask } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { subscribe } from '@touchline/service-kit/subscribe';
import { liveKind } from '../football/season.store.ts';
import { gameweekOf, hasBegun } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import { openGameweeks } from '../games/games.store.ts';
import { storedVersion } from './feed.store.ts';
import type { Ingest } from './ingest.ts';

interface FeedDeps {
  db: Database;
  bus: Bus;
  seasons: Seasons;
  ingest: Ingest;
  now: () => number;
}

/** What an event says of a snapshot; `gameweek` for points. */
interface Change {
  season: string;
  version: number;
}

/**
 * Follows the relay: an event says that a snapshot is new, the snapshot is asked for and taken in. All of it is also
 * asked for at the start and whenever the events may have gaps.
 */
export function followRelay({ db, bus, seasons, ingest, now }: FeedDeps): void {
  /**
   * The relay says "checked" only when it has the points from after that. So the points of a gameweek that is checked
   * are taken in before the word that they are: from then on they are final.
   */
  async function takeBootstrap(): Promise<Change | null> {
    const snapshot = await ask(bus, askBootstrap, {}, PATIENT);
    if (!snapshot) return null;
    const checked = snapshot.gameweeks.filter((gameweek) => gameweek.data_checked);
    const season = await seasons.current();
    const open = new Set(season?.id === snapshot.season ? await openGameweeks(db, snapshot.season) : []);
    const final = checked.filter(({ id }) => open.has(id) && !gameweekOf(season!, id)?.settled);
    if (final.length > 0) await takeFixtures();
    for (const { id } of final) await takeLive(id);
    await ingest.bootstrap(snapshot);
    return snapshot;
  }

  async function takeFixtures(): Promise<Change | null> {
    const snapshot = await ask(bus, askFixtures, {}, PATIENT);
    if (snapshot) await ingest.fixtures(snapshot);
    return snapshot;
  }

  async function takeLive(gameweek: number): Promise<Change | null> {
    const snapshot = await ask(bus, askLive, { gameweek }, PATIENT);
    if (snapshot) await ingest.live(snapshot);
    return snapshot;
  }

  /** Points of the gameweeks that still matter; `missing`: only of those without any. */
  async function takeOpenGameweeks(missing: boolean): Promise<void> {
    const season = await seasons.current();
    if (!season) return;
    for (const id of await openGameweeks(db, season.id)) {
      const gameweek = gameweekOf(season, id);
      if (!gameweek || gameweek.settled || gameweek.start === null || !hasBegun(gameweek, now())) continue;
      if (!missing || !season.snapshots.has(liveKind(id))) await takeLive(id);
    }
  }

  /** Asks unless what is stored is as new; asks again later when the answer is older than its event. */
  async function follow(kind: string, change: Change, take: () => Promise<Change | null>): Promise<boolean> {
    const stored = await storedVersion(db, change.season, kind);
    if (stored !== null && stored >= change.version) return false;
    const snapshot = await take();
    if (snapshot?.season === change.season && snapshot.version < change.version)
      throw new Error(`${kind}: the relay answered version ${snapshot.version}, not ${change.version}`);
    return true;
  }

  /** After football data has come: points that were missed. */
  async function andPoints(taken: Promise<unknown>): Promise<void> {
    if (await taken) await takeOpenGameweeks(true);
  }

  subscribe(
    bus,
    bootstrapChanged,
    { ...named('bootstrap'), resync: () => andPoints(takeBootstrap()) },
    (change) => andPoints(follow('bootstrap', change, takeBootstrap)),
  );
  subscribe(
    bus,
    fixturesChanged,
    { ...named('fixtures'), resync: () => andPoints(takeFixtures()) },
    (change) => andPoints(follow('fixtures', change, takeFixtures)),
  );
  subscribe(
    bus,
    liveChanged,
    { ...named('live'), resync: () => takeOpenGameweeks(false) },
    async (change) => {
      await follow(liveKind(change.gameweek), change, () => takeLive(change.gameweek));
    },
  );
}

const PATIENT = { timeoutMs: 5_000 };
const named = (what: string) => ({ durable: `games-${what}` });
