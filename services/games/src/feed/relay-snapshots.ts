import { askBootstrap, askFixtures, askLive } from '@touchline/api/events/fpl-relay';
import { ask } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { liveKind } from '../football/season.store.ts';
import { gameweekOf, hasBegun, type SeasonGameweek } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import { openGameweeks } from '../games/games.store.ts';
import type { GameweekPipeline } from './gameweek-pipeline.ts';

interface SnapshotDeps {
  db: Database;
  bus: Bus;
  seasons: Seasons;
  pipeline: GameweekPipeline;
  now: () => number;
}

/** What identifies a snapshot. */
export interface SnapshotVersion {
  season: string;
  version: number;
}

/** Fetches snapshots from the relay into the pipeline; null while the relay has none. */
export interface RelaySnapshots {
  bootstrap(): Promise<SnapshotVersion | null>;
  fixtures(): Promise<SnapshotVersion | null>;
  live(gameweek: number): Promise<SnapshotVersion | null>;
  /** Points of every gameweek that has begun and can still change a game. */
  openGameweeks(): Promise<void>;
  /** Of those, the gameweeks of which no points are stored. */
  missingGameweeks(): Promise<void>;
}

const ASK_TIMEOUT = { timeoutMs: 5_000 };

export function createRelaySnapshots({ db, bus, seasons, pipeline, now }: SnapshotDeps): RelaySnapshots {
  async function fixtures() {
    const snapshot = await ask(bus, askFixtures, {}, ASK_TIMEOUT);
    if (snapshot) await pipeline.fixtures(snapshot);
    return snapshot;
  }

  async function live(gameweek: number) {
    const snapshot = await ask(bus, askLive, { gameweek }, ASK_TIMEOUT);
    if (snapshot) await pipeline.live(snapshot);
    return snapshot;
  }

  /**
   * The relay sets `data_checked` only once it has the points from after the check. Those points are fetched before the
   * flag is stored, because storing it makes them final.
   */
  async function bootstrap() {
    const snapshot = await ask(bus, askBootstrap, {}, ASK_TIMEOUT);
    if (!snapshot) return null;
    const season = await seasons.current();
    const open = new Set(season?.id === snapshot.season ? await openGameweeks(db, season.id) : []);
    const checked = snapshot.gameweeks.filter(
      ({ id, data_checked }) => data_checked && open.has(id) && !gameweekOf(season!, id)?.settled,
    );
    if (checked.length > 0) await fixtures();
    for (const { id } of checked) await live(id);
    await pipeline.bootstrap(snapshot);
    return snapshot;
  }

  async function fetchOpen(isWanted: (id: number, snapshots: ReadonlyMap<string, number>) => boolean) {
    const season = await seasons.current();
    if (!season) return;
    for (const id of await openGameweeks(db, season.id)) {
      const gameweek = gameweekOf(season, id);
      if (gameweek && isRunning(gameweek, now()) && isWanted(id, season.snapshots)) await live(id);
    }
  }

  return {
    bootstrap,
    fixtures,
    live,
    openGameweeks: () => fetchOpen(() => true),
    missingGameweeks: () => fetchOpen((id, snapshots) => !snapshots.has(liveKind(id))),
  };
}

/** Begun, with scheduled matches and not settled. */
const isRunning = (gameweek: SeasonGameweek, now: number) =>
  !gameweek.settled && gameweek.start !== null && hasBegun(gameweek, now);
