import { createHash } from 'node:crypto';
import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture } from '@touchline/api/http/fpl';
import type { Database } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import { type BootstrapContent, keyOf, type Resource, type Season, type Snapshot } from './snapshots.ts';

interface Row {
  season: string;
  resource: Resource;
  gameweek: number;
  version: number;
  content: string;
  hash: string;
  fetched_at: number;
}

type Head = Omit<Row, 'content' | 'hash'>;

/** What is to be stored of one thing, fetched at `fetchedAt`; null when it was only derived anew from something else. */
export interface Save {
  season: string;
  resource: Resource;
  gameweek: number;
  content: unknown;
  fetchedAt: number | null;
}

/** The season that began last, or null before the first. */
export async function latestSeason(db: Database): Promise<string | null> {
  const row = await db('seasons').select('season').orderBy('place', 'desc').first();
  return row?.season ?? null;
}

/** Begins a season named by its year; a second one in the same year gets a number (the replay plays seasons in hours). */
export async function beginSeason(trx: Knex.Transaction, year: number): Promise<string> {
  const taken = new Set<string>(await trx('seasons').pluck('season'));
  let season = String(year);
  for (let n = 2; taken.has(season); n++) season = `${year}-${n}`;
  await trx('seasons').insert({ season });
  return season;
}

/**
 * Stores a snapshot when its content is another one than the stored; otherwise only when it was fetched.
 * @returns the new version, or null when nothing changed
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

/**
 * The latest season as Postgres has it, taking over from `known` what did not change; null while there is none.
 * Another replica may have written it.
 */
export async function loadSeason(db: Database, known: Season | null): Promise<Season | null> {
  const season = await latestSeason(db);
  if (season === null) return null;
  const have = known?.season === season ? snapshotsOf(known) : new Map<string, Snapshot<unknown>>();
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
  return viewOf(season, new Map(loaded));
}

async function loadSnapshot(db: Database, { season, resource, gameweek }: Head): Promise<Snapshot<unknown>> {
  const row: Row = await db('snapshots').where({ season, resource, gameweek }).first();
  return {
    season,
    version: row.version,
    hash: row.hash,
    content: JSON.parse(row.content),
    fetched_at: row.fetched_at,
  };
}

function snapshotsOf(view: Season): Map<string, Snapshot<unknown>> {
  const live = [...view.live].map(([gameweek, snapshot]) => [keyOf('live', gameweek), snapshot] as const);
  return new Map<string, Snapshot<unknown>>([
    [keyOf('bootstrap', 0), view.bootstrap],
    [keyOf('fixtures', 0), view.fixtures],
    ...live,
  ]);
}

/** Rows hold what saveSnapshot was given: our own parsed content. */
function viewOf(season: string, snapshots: ReadonlyMap<string, Snapshot<unknown>>): Season | null {
  const bootstrap = snapshots.get(keyOf('bootstrap', 0)) as Snapshot<BootstrapContent> | undefined;
  const fixtures = snapshots.get(keyOf('fixtures', 0)) as Snapshot<Fixture[]> | undefined;
  if (!bootstrap || !fixtures) return null;
  const live = new Map<number, Snapshot<FixtureScoreMessage[]>>();
  for (const [key, snapshot] of snapshots) {
    const [resource, gameweek] = key.split('/');
    if (resource === 'live') live.set(Number(gameweek), snapshot as Snapshot<FixtureScoreMessage[]>);
  }
  return { season, bootstrap, fixtures, live };
}
