import { createHash } from 'node:crypto';
import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture } from '@touchline/api/http/fpl';
import type { Database } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import {
  type BootstrapContent,
  type KnownMoment,
  keyOf,
  type Resource,
  type Season,
  type Snapshot,
} from './snapshots.ts';

interface SnapshotRow {
  season: string;
  resource: Resource;
  gameweek: number;
  version: number;
  content: string;
  hash: string;
  fetched_at: number;
}

type Head = Omit<SnapshotRow, 'content' | 'hash'>;

/** A snapshot to store. */
export interface Save {
  season: string;
  resource: Resource;
  gameweek: number;
  content: unknown;
  /** Epoch ms; null when the content was not fetched but derived from another snapshot. */
  fetchedAt: number | null;
}

/** Id of the season that began last; null before the first. */
async function latestSeason(db: Database): Promise<string | null> {
  const row = await db('seasons').select('season').orderBy('place', 'desc').first();
  return row?.season ?? null;
}

/** Begins a season and returns its id. The replay plays seasons in hours, so a year may have several. */
export async function beginSeason(trx: Knex.Transaction, year: number): Promise<string> {
  const taken = new Set<string>(await trx('seasons').pluck('season'));
  let season = String(year);
  for (let n = 2; taken.has(season); n++) season = `${year}-${n}`;
  await trx('seasons').insert({ season });
  return season;
}

/**
 * Makes a season the latest again. Its bootstrap and fixtures are published once more, with new versions, so that every
 * follower learns which season it is.
 */
export async function resumeSeason(trx: Knex.Transaction, season: string): Promise<void> {
  await trx.raw('update seasons set place = default where season = ?', [season]);
  await trx('snapshots')
    .where({ season })
    .whereIn('resource', ['bootstrap', 'fixtures'])
    .update({ hash: '' });
}

/**
 * Stores a snapshot if its content has changed, otherwise only the time it was fetched.
 * @returns the new version; null when the content has not changed
 */
export async function saveSnapshot(trx: Knex.Transaction, save: Save): Promise<number | null> {
  const { season, resource, gameweek } = save;
  const content = JSON.stringify(save.content);
  const hash = createHash('sha256').update(content).digest('base64url');
  const stored = await trx('snapshots')
    .where({ season, resource, gameweek })
    .select('version', 'hash')
    .forUpdate()
    .first();
  const fetched_at = new Date(save.fetchedAt ?? Date.now());
  if (stored?.hash === hash) {
    if (save.fetchedAt !== null)
      await trx('snapshots').where({ season, resource, gameweek }).update({ fetched_at });
    return null;
  }
  const version: number = (stored?.version ?? 0) + 1;
  const changed = { version, content, hash, changed_at: trx.fn.now() };
  if (stored)
    await trx('snapshots')
      .where({ season, resource, gameweek })
      .update({ ...changed, ...(save.fetchedAt === null ? {} : { fetched_at }) });
  else await trx('snapshots').insert({ season, resource, gameweek, ...changed, fetched_at });
  return version;
}

/** The stored moments of a gameweek, locked until the transaction ends; none before the first. */
export async function lockMoments(
  trx: Knex.Transaction,
  season: string,
  gameweek: number,
): Promise<KnownMoment[]> {
  const row: SnapshotRow | undefined = await trx('snapshots')
    .where({ season, resource: 'moments', gameweek })
    .forUpdate()
    .first();
  return row ? JSON.parse(row.content) : [];
}

/**
 * Loads the latest season, which another replica may have written; null while there is none. Snapshots that have not
 * changed are taken from `known`.
 */
export async function loadSeason(db: Database, known: Season | null): Promise<Season | null> {
  const season = await latestSeason(db);
  return season === null ? null : load(db, season, known);
}

/** Of the stored seasons that match, the one that was the latest last. */
export async function findSeason(
  db: Database,
  matches: (season: Pick<Season, 'bootstrap' | 'fixtures'>) => boolean,
): Promise<Season | null> {
  const ids: string[] = await db('seasons').orderBy('place', 'desc').pluck('season');
  for (const id of ids) {
    const [bootstrap, fixtures] = await Promise.all([
      loadSnapshot<BootstrapContent>(db, { season: id, resource: 'bootstrap', gameweek: 0 }),
      loadSnapshot<Fixture[]>(db, { season: id, resource: 'fixtures', gameweek: 0 }),
    ]);
    if (matches({ bootstrap, fixtures })) return load(db, id, null);
  }
  return null;
}

async function load(db: Database, season: string, known: Season | null): Promise<Season | null> {
  const have = known?.id === season ? snapshotsOf(known) : new Map<string, Snapshot<unknown>>();
  const heads: Head[] = await db('snapshots')
    .where({ season })
    .select('season', 'resource', 'gameweek', 'version', 'fetched_at');
  const loaded = await Promise.all(
    heads.map(async (head) => {
      const key = keyOf(head.resource, head.gameweek);
      const same = have.get(key);
      if (same?.version === head.version) return [key, { ...same, fetched_at: head.fetched_at }] as const;
      return [key, await loadSnapshot(db, head)] as const;
    }),
  );
  return seasonOf(season, new Map(loaded));
}

async function loadSnapshot<T>(
  db: Database,
  { season, resource, gameweek }: Pick<SnapshotRow, 'season' | 'resource' | 'gameweek'>,
): Promise<Snapshot<T>> {
  const row: SnapshotRow = await db('snapshots').where({ season, resource, gameweek }).first();
  return {
    season,
    version: row.version,
    hash: row.hash,
    content: JSON.parse(row.content),
    fetched_at: row.fetched_at,
  };
}

function snapshotsOf(season: Season): Map<string, Snapshot<unknown>> {
  const live = [...season.live].map(([gameweek, snapshot]) => [keyOf('live', gameweek), snapshot] as const);
  const moments = [...season.moments].map(
    ([gameweek, snapshot]) => [keyOf('moments', gameweek), snapshot] as const,
  );
  return new Map<string, Snapshot<unknown>>([
    [keyOf('bootstrap', 0), season.bootstrap],
    [keyOf('fixtures', 0), season.fixtures],
    ...live,
    ...moments,
  ]);
}

/** Rows hold what saveSnapshot was given, so their content needs no validation. */
function seasonOf(id: string, snapshots: ReadonlyMap<string, Snapshot<unknown>>): Season | null {
  const bootstrap = snapshots.get(keyOf('bootstrap', 0)) as Snapshot<BootstrapContent> | undefined;
  const fixtures = snapshots.get(keyOf('fixtures', 0)) as Snapshot<Fixture[]> | undefined;
  if (!bootstrap || !fixtures) return null;
  const live = new Map<number, Snapshot<FixtureScoreMessage[]>>();
  const moments = new Map<number, Snapshot<KnownMoment[]>>();
  for (const [key, snapshot] of snapshots) {
    const [resource, gameweek] = key.split('/');
    if (resource === 'moments') moments.set(Number(gameweek), snapshot as Snapshot<KnownMoment[]>);
    if (resource === 'live') live.set(Number(gameweek), snapshot as Snapshot<FixtureScoreMessage[]>);
  }
  return { id, bootstrap, fixtures, live, moments };
}
