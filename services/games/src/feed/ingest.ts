import { pointsChanged, standingsChanged } from '@touchline/api/events/games';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import { liveKind, loadSeason } from '../football/season.store.ts';
import { latestGameweek, type Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import { gamesOfSeason } from '../games/games.store.ts';
import { followFeed, gamesAreDue } from '../games/games-job.ts';
import { reopenSettled, unsettledGameweeks } from '../settlement/settlement.store.ts';
import { canSettle, settleDue } from '../settlement/settlement.ts';
import type { StandingsCache } from '../standings/standings-cache.ts';
import {
  type BootstrapSnapshot,
  type FixturesSnapshot,
  type LiveSnapshot,
  lockSeason,
  noteSnapshot,
  raiseSeasonVersion,
  writeBootstrap,
  writeFixtures,
  writeLive,
} from './feed.store.ts';

export interface IngestDeps {
  db: Database;
  seasons: Seasons;
  standings: StandingsCache;
  calendar: Calendar;
  /** Entry fee of a season game, whole tokens. */
  seasonFee: string;
  now: () => number;
}

/** Takes snapshots of the feed in; each is dropped when what is stored is as new. */
export interface Ingest {
  bootstrap(snapshot: BootstrapSnapshot): Promise<void>;
  fixtures(snapshot: FixturesSnapshot): Promise<void>;
  live(snapshot: LiveSnapshot): Promise<void>;
  /** Does for a season what only the clock makes due: statuses, the next games, final standings. */
  tick(season: string): Promise<void>;
}

/** One snapshot: data, games, settlement and events become true together or not at all. */
export function createIngest(deps: IngestDeps): Ingest {
  const { db, seasons, standings } = deps;

  async function take(
    kind: string,
    snapshot: { season: string; version: number; fetched_at: string },
    work: (trx: Knex.Transaction) => Promise<void>,
    gameweek: number | null,
  ): Promise<void> {
    await inSeason(snapshot.season, async (trx) => {
      if (!(await noteSnapshot(trx, kind, snapshot))) return null;
      await work(trx);
      return advance(trx, snapshot.season, deps, { gameweek, moved: kind !== 'bootstrap' });
    });
  }

  async function inSeason(name: string, work: (trx: Knex.Transaction) => Promise<Advanced | null>) {
    const advanced = await db.transaction(async (trx) => {
      await trx.raw('set local statement_timeout = 120000'); // settling a game of a million takes its time
      await lockSeason(trx, name, deps.now());
      return work(trx);
    });
    if (!advanced) return;
    seasons.remember(advanced.season);
    await standings.warm(advanced.games);
  }

  return {
    bootstrap: (snapshot) => take('bootstrap', snapshot, (trx) => writeBootstrap(trx, snapshot), null),
    fixtures: (snapshot) => take('fixtures', snapshot, (trx) => writeFixtures(trx, snapshot), null),
    live: (snapshot) =>
      take(
        liveKind(snapshot.gameweek),
        snapshot,
        async (trx) => {
          await writeLive(trx, snapshot);
          await reopenSettled(trx, snapshot.season, snapshot.gameweek);
        },
        snapshot.gameweek,
      ),
    async tick(name) {
      if (!(await isDue(deps, name))) return;
      await inSeason(name, (trx) => advance(trx, name, deps, { gameweek: null, moved: false }));
    },
  };
}

interface Advanced {
  season: Season;
  /** Games whose standings moved. */
  games: string[];
}

/** Everything that follows from new data: final points, the games, and word of it. */
async function advance(
  trx: Knex.Transaction,
  name: string,
  { seasons, standings, calendar, seasonFee, now }: IngestDeps,
  change: { gameweek: number | null; moved: boolean },
): Promise<Advanced> {
  await raiseSeasonVersion(trx, name);
  const season = await loadSeason(trx, name, calendar, seasons.known(name));
  const settled = await settleDue(trx, season, standings, now());
  await followFeed(trx, season, now(), seasonFee);
  const games = (await gamesOfSeason(trx, name)).filter(
    (game) =>
      settled.games.has(game.id) ||
      (change.moved &&
        game.settlement !== 'FINAL' &&
        game.status !== 'CANCELLED' &&
        touches(game, change.gameweek)),
  );
  for (const gameweek of new Set([
    ...settled.gameweeks,
    ...(change.gameweek === null ? [] : [change.gameweek]),
  ]))
    await writeOutbox(trx, pointsChanged, { season: name, gameweek });
  for (const game of games) {
    const gameweek = change.gameweek ?? latestGameweek(season, game, now())?.id ?? null;
    await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek });
  }
  return { season, games: games.map(({ id }) => id) };
}

const touches = (game: { first_gameweek: number; last_gameweek: number }, gameweek: number | null) =>
  gameweek === null || (gameweek >= game.first_gameweek && gameweek <= game.last_gameweek);

async function isDue({ db, seasons, seasonFee, now }: IngestDeps, name: string): Promise<boolean> {
  const season = await seasons.get(name);
  if (gamesAreDue(season, await gamesOfSeason(db, name), now(), seasonFee)) return true;
  if (season.gameweeks.some((gameweek) => canSettle(season, gameweek))) return true;
  return (await unsettledGameweeks(db, name)).size > 0;
}
