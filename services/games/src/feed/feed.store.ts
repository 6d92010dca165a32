import type { bootstrapRequest, fixturesRequest, liveRequest } from '@touchline/api/events/fpl-relay';
import { priceTenths } from '@touchline/rules/prices';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { z } from 'zod';

export type BootstrapSnapshot = NonNullable<z.infer<typeof bootstrapRequest.reply>>;
export type FixturesSnapshot = NonNullable<z.infer<typeof fixturesRequest.reply>>;
export type LiveSnapshot = NonNullable<z.infer<typeof liveRequest.reply>>;

/**
 * Creates the season's row if missing and locks it: football data is written and settled by one transaction at a time. `no key
 * update` lets other transactions reference the row; a full lock would deadlock with transactions that change a game.
 */
export async function lockSeason(trx: Knex.Transaction, season: string, now: number): Promise<void> {
  await trx.raw('insert into seasons (season, seen_at) values (?, ?) on conflict (season) do nothing', [
    season,
    new Date(now),
  ]);
  await trx.raw('select from seasons where season = ? for no key update', [season]);
}

/** Makes every cached season and standings stale. */
export async function raiseSeasonVersion(trx: Knex.Transaction, season: string): Promise<void> {
  await trx.raw('update seasons set version = version + 1 where season = ?', [season]);
}

/** Finds the relay's version of a stored snapshot; null without one. */
export async function findStoredVersion(db: Database, season: string, kind: string): Promise<number | null> {
  const row = await queryOne<{ version: number }>(
    db,
    'select version from feed_snapshots where season = ? and kind = ?',
    [season, kind],
  );
  return row?.version ?? null;
}

/** Records a snapshot's version. @returns false when the stored snapshot is as new, so the caller must not write this one */
export async function recordSnapshot(
  trx: Knex.Transaction,
  kind: string,
  snapshot: { season: string; version: number },
): Promise<boolean> {
  const { rowCount } = await trx.raw(
    `insert into feed_snapshots (season, kind, version) values (?, ?, ?)
     on conflict (season, kind) do update set version = excluded.version
     where feed_snapshots.version < excluded.version`,
    [snapshot.season, kind, snapshot.version],
  );
  return rowCount === 1;
}

/**
 * Stores players, clubs and gameweeks. Rows are never deleted, so old teams stay readable. Players who left the feed cannot be
 * picked (game rules 1.4).
 */
export async function writeBootstrap(trx: Knex.Transaction, snapshot: BootstrapSnapshot): Promise<void> {
  const { season } = snapshot;
  await trx.raw('update seasons set seen_at = ? where season = ?', [snapshot.fetched_at, season]);
  await upsert(trx, CLUBS, season, snapshot.teams);
  const players = snapshot.players.map((player) => ({ ...player, price: priceTenths(player.price) }));
  await upsert(trx, PLAYERS, season, players);
  await trx.raw(
    `update players set status = 'u', can_select = false
     where season = ? and not (id = any(?)) and (status, can_select) is distinct from ('u', false)`,
    [season, players.map(({ id }) => id)],
  );
  const gameweeks = snapshot.gameweeks.map((gameweek) => ({ ...gameweek, id: gameweek.gameweek_number }));
  await upsert(trx, GAMEWEEKS, season, gameweeks);
}

/**
 * Replaces the fixtures; those that left the feed are deleted.
 * @returns the previous and current gameweeks of the changed fixtures. Scores are not stored, so a goal changes none.
 */
export async function writeFixtures(
  trx: Knex.Transaction,
  { season, fixtures }: FixturesSnapshot,
): Promise<(number | null)[]> {
  const before = await query<FixtureRow>(trx, 'select id, gameweek from fixtures where season = ?', [season]);
  const rows = fixtures.map((fixture) => ({ ...fixture, gameweek: fixture.event }));
  const written = await upsert<FixtureRow>(trx, FIXTURES, season, rows, 'id, gameweek');
  const ids = rows.map(({ id }) => id);
  await trx.raw('delete from fixtures where season = ? and not (id = any(?))', [season, ids]);
  const changed = new Set(written.map(({ id }) => id));
  const current = new Set(ids);
  const previous = before.filter(({ id }) => changed.has(id) || !current.has(id));
  return [...previous, ...written].map(({ gameweek }) => gameweek);
}

interface FixtureRow {
  id: number;
  gameweek: number | null;
}

/** Replaces the points of a gameweek; rows that left the feed are deleted. */
export async function writeLive(trx: Knex.Transaction, snapshot: LiveSnapshot): Promise<void> {
  const { season, gameweek, scores } = snapshot;
  const rows = scores.map((score) => ({ ...score, gameweek }));
  await upsert(trx, SCORES, season, rows);
  await trx.raw(
    `delete from fixture_scores where season = ? and gameweek = ? and not exists (
       select from unnest(?::int[], ?::int[]) as kept(fixture, player)
       where kept.fixture = fixture_scores.fixture and kept.player = fixture_scores.player)`,
    [season, gameweek, rows.map((row) => row.fixture), rows.map((row) => row.player)],
  );
}

/** Adds to the hourly (UTC) count of gameweeks whose points were stored. */
export async function countPointsUpdates(
  trx: Knex.Transaction,
  gameweeks: number,
  now: number,
): Promise<void> {
  await trx.raw(
    `insert into points_updates (hour, updates) values (date_trunc('hour', cast(? as timestamptz), 'UTC'), ?)
     on conflict (hour) do update set updates = points_updates.updates + excluded.updates`,
    [new Date(now), gameweeks],
  );
}

/** A table of football data: the columns of its key, and those that change. */
interface FeedTable {
  name: string;
  key: string[];
  values: string[];
}

const feedTable = (name: string, key: string, values: string): FeedTable => ({
  name,
  key: key.split(' '),
  values: values.split(' '),
});

const CLUBS = feedTable('clubs', 'season id', 'code name short_name');
const PLAYERS = feedTable(
  'players',
  'season id',
  'code name web_name team position price total_points form status can_select news chance_of_playing',
);
const GAMEWEEKS = feedTable(
  'gameweeks',
  'season id',
  'name deadline_time is_current is_next finished data_checked',
);
const FIXTURES = feedTable(
  'fixtures',
  'season id',
  'gameweek kickoff_time team_h team_a started finished finished_provisional',
);
const SCORES = feedTable(
  'fixture_scores',
  'season gameweek fixture player',
  'points minutes cards bps bonus goals explain',
);

/** Upserts rows of a season in one statement, without writing unchanged ones. @returns the `returning` columns of the written rows */
async function upsert<R>(
  trx: Knex.Transaction,
  { name, key, values }: FeedTable,
  season: string,
  rows: readonly object[],
  returning = key.join(),
): Promise<R[]> {
  const columns = [...key, ...values].join();
  const list = (table: string) => values.map((value) => `${table}.${value}`).join();
  return query(
    trx,
    `insert into ${name} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${name}, ?::jsonb)
     on conflict (${key.join()}) do update set (${values.join()}) = row (${list('excluded')})
     where (${list(name)}) is distinct from (${list('excluded')}) returning ${returning}`,
    [JSON.stringify(rows.map((row) => ({ ...row, season })))],
  );
}
