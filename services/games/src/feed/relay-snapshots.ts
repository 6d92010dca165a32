import { bootstrapRequest, fixturesRequest, liveRequest } from '@touchline/api/events/fpl-relay';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { request } from '@touchline/service-kit/request';
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
  /** With the points of every gameweek that has begun and can still change a game. */
  fixtures(): Promise<SnapshotVersion | null>;
  /** Points of a gameweek, with the fixtures. */
  live(gameweek: number): Promise<SnapshotVersion | null>;
  /** Points of every gameweek that has begun and can still change a game. */
  openGameweeks(): Promise<void>;
  /** Of those, the gameweeks of which no points are stored. */
  missingGameweeks(): Promise<void>;
}

const ASK_TIMEOUT = { timeoutMs: 5_000 };

export function createRelaySnapshots({ db, bus, seasons, pipeline, now }: SnapshotDeps): RelaySnapshots {
  /** The fixtures with the points of some gameweeks: what one poll of the relay has found is one change of the games. */
  async function matches(gameweeks: readonly number[]) {
    const [fixtures, ...answers] = await Promise.all([
      request(bus, fixturesRequest, {}, ASK_TIMEOUT),
      ...gameweeks.map((gameweek) => request(bus, liveRequest, { gameweek }, ASK_TIMEOUT)),
    ]);
    const live = answers.filter((snapshot) => snapshot !== null);
    const seasons = new Set([fixtures, ...live].flatMap((snapshot) => snapshot?.season ?? []));
    for (const season of seasons)
      await pipeline.matches(season, {
        fixtures: fixtures?.season === season ? fixtures : null,
        live: live.filter((snapshot) => snapshot.season === season),
      });
    return { fixtures, live };
  }

  const fixtures = async () => (await matches(await running())).fixtures;
  const live = async (gameweek: number) => (await matches([gameweek])).live[0] ?? null;

  /**
   * The relay sets `data_checked` only once it has the points from after the check. Those points are fetched before the
   * flag is stored, because storing it makes them final.
   */
  async function bootstrap() {
    const snapshot = await request(bus, bootstrapRequest, {}, ASK_TIMEOUT);
    if (!snapshot) return null;
    const season = await seasons.current();
    const open = new Set(season?.id === snapshot.season ? await openGameweeks(db, season.id) : []);
    const checked = snapshot.gameweeks.filter(
      ({ id, data_checked }) => data_checked && open.has(id) && !gameweekOf(season!, id)?.settled,
    );
    if (checked.length > 0) await matches(checked.map(({ id }) => id));
    await pipeline.bootstrap(snapshot);
    return snapshot;
  }

  /** Gameweeks that have begun and can still change a game. */
  async function running(): Promise<number[]> {
    const season = await seasons.current();
    if (!season) return [];
    const open = (await openGameweeks(db, season.id)).map((id) => gameweekOf(season, id));
    return open.flatMap((gameweek) => (gameweek && isRunning(gameweek, now()) ? gameweek.id : []));
  }

  return {
    bootstrap,
    fixtures,
    live,
    async openGameweeks() {
      await matches(await running());
    },
    async missingGameweeks() {
      const stored = (await seasons.current())?.snapshots;
      const missing = (await running()).filter((id) => !stored?.has(liveKind(id)));
      if (missing.length > 0) await matches(missing);
    },
  };
}

/** Begun, with scheduled matches and not settled. */
const isRunning = (gameweek: SeasonGameweek, now: number) =>
  !gameweek.settled && gameweek.start !== null && hasBegun(gameweek, now);
