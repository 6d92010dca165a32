import { bootstrapRequest, fixturesRequest, liveRequest } from '@touchline/api/events/fpl-relay';
import { findGameweek, hasStarted, type SeasonGameweek } from '@touchline/rules/season';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { liveKind } from '../football/season.store.ts';
import { findOpenGameweeks } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import type { GameweekPipeline } from './gameweek-pipeline.ts';

interface SnapshotDeps extends Pick<GamesContext, 'db' | 'seasons' | 'now'> {
  bus: Bus;
  pipeline: GameweekPipeline;
}

/** Identity of a snapshot. */
export interface SnapshotVersion {
  season: string;
  version: number;
}

export type RelaySnapshots = ReturnType<typeof createRelaySnapshots>;

const REQUEST_TIMEOUT = { timeoutMs: 5_000 };

/** Creates functions that fetch snapshots from the relay into the pipeline. They resolve to null while the relay has none. */
export function createRelaySnapshots({ db, bus, seasons, pipeline, now }: SnapshotDeps) {
  /** Fetches fixtures and points together, so that the results of one poll of the relay become one change. */
  async function fetchMatches(gameweeks: readonly number[]) {
    const [fixtures, ...replies] = await Promise.all([
      request(bus, fixturesRequest, {}, REQUEST_TIMEOUT),
      ...gameweeks.map((gameweek) => request(bus, liveRequest, { gameweek }, REQUEST_TIMEOUT)),
    ]);
    const live = replies.filter((snapshot) => snapshot !== null);
    const seasons = new Set([fixtures, ...live].flatMap((snapshot) => snapshot?.season ?? []));
    for (const season of seasons)
      await pipeline.storeMatches(season, {
        fixtures: fixtures?.season === season ? fixtures : null,
        live: live.filter((snapshot) => snapshot.season === season),
      });
    return { fixtures, live };
  }

  /**
   * The relay sets `data_checked` only once it has the checked points. They are fetched before the flag is stored, because
   * storing the flag makes them final.
   */
  async function fetchBootstrap() {
    const snapshot = await request(bus, bootstrapRequest, {}, REQUEST_TIMEOUT);
    if (!snapshot) return null;
    const season = await seasons.getCurrent();
    const open = new Set(season?.id === snapshot.season ? await findOpenGameweeks(db, season.id) : []);
    const checked = snapshot.gameweeks.filter(
      ({ id, data_checked }) => data_checked && open.has(id) && !findGameweek(season!, id)?.settled,
    );
    if (checked.length > 0) await fetchMatches(checked.map(({ id }) => id));
    await pipeline.storeBootstrap(snapshot);
    return snapshot;
  }

  /** Finds started gameweeks that can still change a game. */
  async function findRunning(): Promise<number[]> {
    const season = await seasons.getCurrent();
    if (!season) return [];
    const open = (await findOpenGameweeks(db, season.id)).map((id) => findGameweek(season, id));
    return open.flatMap((gameweek) => (gameweek && isRunning(gameweek, now()) ? gameweek.id : []));
  }

  return {
    fetchBootstrap,
    /** Also fetches the points of every started gameweek that can still change a game. */
    fetchFixtures: async () => (await fetchMatches(await findRunning())).fixtures,
    /** Fetches the points of a gameweek, with the fixtures. */
    fetchLive: async (gameweek: number) => (await fetchMatches([gameweek])).live[0] ?? null,
    /** Fetches the points of started gameweeks that can still change a game and have none stored. */
    async fetchMissingGameweeks() {
      const stored = (await seasons.getCurrent())?.snapshots;
      const missing = (await findRunning()).filter((id) => !stored?.has(liveKind(id)));
      if (missing.length > 0) await fetchMatches(missing);
    },
  };
}

/** Started, with scheduled matches and not settled. */
const isRunning = (gameweek: SeasonGameweek, now: number) =>
  !gameweek.settled && gameweek.start !== null && hasStarted(gameweek, now);
