import type { RosterPlayer } from '@touchline/api/http/entries';
import { getDatabaseInfo, preparedQuery, query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Bytes per player number in `entries.roster_numbers`. */
const BYTES = 3;
const DIGITS = 2 * BYTES;

const byte = (place: number) => `get_byte(roster_numbers, place * ${BYTES} + ${place})`;

/**
 * SQL expression for the roster in selects from `entries`, in stored order. Uses one index lookup per player; with a join Postgres
 * may scan the whole table.
 */
export const ROSTER = `(select coalesce(json_agg((
    select player from roster_players where number = ${byte(0)} * 65536 + ${byte(1)} * 256 + ${byte(2)}) order by place), '[]')
  from generate_series(0, octet_length(roster_numbers) / ${BYTES} - 1) as place)`;

type Roster = readonly RosterPlayer[];

/** Cached JSON of players, because thousands of entries share them. */
const texts = new WeakMap<RosterPlayer, string>();

/** Serialises a player to JSON. */
export function serialisePlayer(player: RosterPlayer): string {
  const known = texts.get(player);
  if (known !== undefined) return known;
  const text = JSON.stringify(player);
  texts.set(player, text);
  return text;
}

/** A player's number, and the Postgres hash of the player. */
interface Numbered {
  number: number;
  hash: number;
}

/** Player numbers of committed transactions, by database. */
const committed = new WeakMap<object, Map<string, Numbered>>();
/** Maximum number of cached players: a few seasons at all prices. */
const MAX_CACHED = 20_000;

/**
 * Encodes rosters as player numbers in hex; new players are stored and numbered. The caller must have locked a game's row and must
 * not lock another game afterwards.
 */
export async function numberRosters(trx: Knex.Transaction, rosters: readonly Roster[]): Promise<string[]> {
  const wanted = [...new Set(rosters.flatMap((roster) => roster.map(serialisePlayer)))];
  const numbers = (await findCachedNumbers(trx, wanted)) ?? (await readNumbers(trx, wanted));
  const hexOf = (player: RosterPlayer) => {
    const known = numbers.get(serialisePlayer(player));
    if (known === undefined) throw new Error(`no number for player ${player.id}`);
    return known.number.toString(16).padStart(DIGITS, '0');
  };
  return rosters.map((roster) => roster.map(hexOf).join(''));
}

/**
 * Returns the cached numbers if they still belong to the same players: after a restore the database may have reassigned them.
 * Compares a sum of hashes, which is much cheaper than a lookup of each player by content.
 */
async function findCachedNumbers(
  trx: Knex.Transaction,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Numbered> | null> {
  const kept = committed.get(getDatabaseInfo(trx));
  const known = wanted.map((text) => kept?.get(text));
  if (!kept || !known.every((one) => one !== undefined)) return null;
  const [found] = await preparedQuery<{ sum: string | null; count: number }>(
    trx,
    'roster-numbers',
    `select sum(cast(jsonb_hash(player) as bigint)) as sum, count(*) as count from roster_players
     where number = any(cast(? as integer[]))`,
    [known.map(({ number }) => number)],
  );
  const sum = known.reduce((total, { hash }) => total + hash, 0);
  if (found?.count === known.length && Number(found.sum) === sum) return kept;
  committed.delete(getDatabaseInfo(trx));
  return null;
}

/** Reads the numbers from the database and caches them after the commit. */
async function readNumbers(
  trx: Knex.Transaction,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Numbered>> {
  let numbers = await queryNumbers(trx, wanted);
  if (numbers.size < wanted.length) {
    await addPlayers(trx, wanted);
    numbers = await queryNumbers(trx, wanted);
  }
  void trx.executionPromise.then(
    () => cacheNumbers(getDatabaseInfo(trx), numbers),
    () => {}, // rolled back: the new numbers do not exist
  );
  return numbers;
}

function cacheNumbers(database: object, numbers: ReadonlyMap<string, Numbered>): void {
  const before = committed.get(database);
  const kept = before && before.size + numbers.size <= MAX_CACHED ? before : new Map<string, Numbered>();
  for (const [text, numbered] of numbers) kept.set(text, numbered);
  committed.set(database, kept);
}

async function queryNumbers(
  trx: Knex.Transaction,
  wanted: readonly string[],
): Promise<Map<string, Numbered>> {
  const rows = await query<Numbered | { number: null }>(
    trx,
    `select number, jsonb_hash(known.player) as hash
     from unnest(cast(? as jsonb[])) with ordinality as wanted(player, place)
       left join lateral (select number, player from roster_players where player = wanted.player limit 1) as known on true
     order by place`,
    [[...wanted]],
  );
  return new Map(rows.flatMap((row, place) => (row.number === null ? [] : [[wanted[place]!, row]])));
}

/** Adds players under a lock, because two transactions that add the same players in a different order would deadlock. */
async function addPlayers(trx: Knex.Transaction, wanted: readonly string[]): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('games'), hashtext('roster_players'))");
  await trx.raw(
    `insert into roster_players (player) select distinct player from unnest(cast(? as jsonb[])) as wanted(player)
     where not exists (select from roster_players as known where known.player = wanted.player)`,
    [[...wanted]],
  );
}
