import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Fixture } from '@touchline/api/http/fpl';
import type { Database } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { BootstrapContent, Resource, Season, Snapshot, StoredMatchEvent } from './snapshots.ts';

interface SnapshotRow {
  season: string;
  resource: Resource;
  gameweek: number;
  version: number;
  content: string;
  hash: string;
  changed_at: number;
  fetched_at: number;
}

type SnapshotHead = Omit<SnapshotRow, 'content' | 'hash' | 'changed_at'>;

/** A snapshot to store. */
export interface NewSnapshot {
  season: string;
  resource: Resource;
  gameweek: number;
  content: unknown;
  /** Epoch ms; null when the content was derived from another snapshot and not fetched. */
  fetchedAt: number | null;
}

/** Id of the season that started last; null before the first. */
async function findLatestSeason(db: Database): Promise<string | null> {
  const row = await db('seasons').select('season').orderBy('place', 'desc').first();
  return row?.season ?? null;
}

/** Creates a season and returns its id. A replay may run several seasons in one year. */
export async function createSeason(trx: Knex.Transaction, year: number): Promise<string> {
  const taken = new Set<string>(await trx('seasons').pluck('season'));
  let season = String(year);
  for (let n = 2; taken.has(season); n++) season = `${year}-${n}`;
  await trx('seasons').insert({ season });
  return season;
}

/**
 * Makes a season the latest again. Clearing the hashes republishes its bootstrap and fixtures with new versions, so that
 * other services switch to it.
 */
export async function resumeSeason(trx: Knex.Transaction, season: string): Promise<void> {
  await trx.raw('update seasons set place = default where season = ?', [season]);
  await trx('snapshots')
    .where({ season })
    .whereIn('resource', ['bootstrap', 'fixtures'])
    .update({ hash: '' });
}

/**
 * Locks the snapshots of the season that a poll continues, so that a former poller cannot replace newer ones.
 * @param latest id of the latest season when `season` was loaded
 * @param gameweeks whose live lists the poll has read
 * @throws Error when another replica has stored a season, a bootstrap, fixtures or one of these lists since then
 */
export async function lockSeason(
  trx: Knex.Transaction,
  season: Season | null,
  latest: string | null,
  gameweeks: readonly number[],
): Promise<void> {
  const versions: number[] = await trx('snapshots')
    .where('season', season?.id ?? '')
    .andWhere((rows) =>
      rows
        .where('gameweek', 0)
        .orWhere((live) => live.where('resource', 'live').whereIn('gameweek', gameweeks)),
    )
    .orderBy(['resource', 'gameweek'])
    .forUpdate()
    .pluck('version');
  const live = gameweeks.toSorted((a, b) => a - b).flatMap((id) => season?.live.get(id)?.version ?? []);
  const loaded = season ? [season.bootstrap.version, season.fixtures.version, ...live] : [];
  if (!isDeepStrictEqual(versions, loaded) || (await findLatestSeason(trx)) !== latest)
    throw new Error('another replica has stored newer snapshots');
}

/**
 * Stores a snapshot if its content has changed, otherwise only the time it was fetched.
 * @returns the new version; null when the content has not changed
 */
export async function saveSnapshot(trx: Knex.Transaction, save: NewSnapshot): Promise<number | null> {
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

/** The stored match events of a gameweek, locked until the transaction ends. */
export async function lockMatchEvents(
  trx: Knex.Transaction,
  season: string,
  gameweek: number,
): Promise<StoredMatchEvent[]> {
  const row: SnapshotRow | undefined = await trx('snapshots')
    .where({ season, resource: 'moments', gameweek })
    .forUpdate()
    .first();
  return row ? JSON.parse(row.content) : [];
}

/**
 * Loads the latest season, which another replica may have written; null while there is none. Unchanged snapshots are taken
 * from `cached`.
 */
export async function loadSeason(db: Database, cached: Season | null): Promise<Season | null> {
  const season = await findLatestSeason(db);
  return season === null ? null : load(db, season, cached);
}

/** Finds the most recent stored season that matches. */
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

/** Rows were written by saveSnapshot, so their content needs no validation. */
async function load(db: Database, season: string, cached: Season | null): Promise<Season | null> {
  const heads: SnapshotHead[] = await db('snapshots')
    .where({ season })
    .select('season', 'resource', 'gameweek', 'version', 'fetched_at');
  const loaded = await Promise.all(
    heads.map(async (head) => {
      const same = cached?.id === season ? findSnapshot(cached, head) : undefined;
      const isSame = same?.version === head.version;
      return {
        ...head,
        snapshot: isSame ? { ...same, fetched_at: head.fetched_at } : await loadSnapshot(db, head),
      };
    }),
  );
  const byGameweek = <T>(resource: Resource) => {
    const found = loaded.filter((each) => each.resource === resource);
    return new Map(found.map(({ gameweek, snapshot }) => [gameweek, snapshot as Snapshot<T>]));
  };
  const bootstrap = byGameweek<BootstrapContent>('bootstrap').get(0);
  const fixtures = byGameweek<Fixture[]>('fixtures').get(0);
  if (!bootstrap || !fixtures) return null;
  return { id: season, bootstrap, fixtures, live: byGameweek('live'), matchEvents: byGameweek('moments') };
}

function findSnapshot(season: Season, { resource, gameweek }: SnapshotHead): Snapshot<unknown> | undefined {
  if (resource === 'bootstrap' || resource === 'fixtures') return season[resource];
  return (resource === 'live' ? season.live : season.matchEvents).get(gameweek);
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
    changed_at: row.changed_at,
    fetched_at: row.fetched_at,
  };
}
