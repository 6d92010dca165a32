import { toInstant } from '@touchline/api/values';
import { type Database, preparedQuery, toWalletBytes } from '@touchline/service-kit/data/database';
import type { OutboxRow } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { NumberRosters } from '../games/games-context.ts';
import { buildLineupColumns } from '../lineups/lineups.store.ts';
import type { Entered, Entry } from './entry.ts';

/** Bytes of a player's number in `entries.roster_numbers`. */
const NUMBER_BYTES = 3;
const NUMBER_HEX_DIGITS = 2 * NUMBER_BYTES;

const numberByte = (place: number) => `get_byte(roster_numbers, place * ${NUMBER_BYTES} + ${place})`;

/**
 * SQL expression for the roster in selects from `entries`, in stored order. Uses one index lookup per player; with a join Postgres
 * may scan the whole table.
 */
export const ROSTER = `(select coalesce(json_agg((
    select player from roster_players where number = ${numberByte(0)} * 65536 + ${numberByte(1)} * 256 + ${numberByte(2)})
    order by place), '[]')
  from generate_series(0, octet_length(roster_numbers) / ${NUMBER_BYTES} - 1) as place)`;

const COLUMNS = `id, game_id, ordinal, wallet_address, team_name, entry_points, joined_at, ${ROSTER} as roster, join_digest,
  suspended_at is not null as suspended, edits, case when excluded_at is not null then json_build_object(
    'at', floor(extract(epoch from excluded_at) * 1000), 'admin', excluded_by, 'reason', excluded_reason) end as excluded`;

/** Finds the entry of a wallet in a game. */
export async function findEntryByWallet(db: Database, gameId: string, wallet: string): Promise<Entry | null> {
  const sql = `select ${COLUMNS} from entries where game_id = ? and wallet = ?`;
  return queryEntry(db, 'entry-of-wallet', sql, [gameId, toWalletBytes(wallet)]);
}

/** Finds an entry by id. */
export async function findEntry(db: Database, id: string): Promise<Entry | null> {
  const sql = `select ${COLUMNS} from entries where id = ?`;
  return queryEntry(db, 'entry', sql, [id]);
}

/** Reads all entries of a wallet, latest first. */
export function readEntriesByWallet(db: Database, wallet: string): Promise<Entry[]> {
  const sql = `select ${COLUMNS} from entries where wallet = ? order by joined_at desc, id`;
  return preparedQuery(db, 'entries-of-wallet', sql, [toWalletBytes(wallet)]);
}

/** Reads the entries of some wallets in a game. */
export function readEntriesByWallets(
  db: Database,
  gameId: string,
  wallets: readonly string[],
): Promise<Entry[]> {
  const sql = `select ${COLUMNS} from entries where game_id = ? and wallet = any(?)`;
  return preparedQuery(db, 'entries-of-wallets', sql, [gameId, wallets.map(toWalletBytes)]);
}

async function queryEntry(
  db: Database,
  name: string,
  sql: string,
  bindings: readonly unknown[],
): Promise<Entry | null> {
  const [entry] = await preparedQuery<Entry>(db, name, sql, bindings);
  return entry ?? null;
}

/** Stored digits of a join digest: enough to tell a wallet's own join requests apart. */
const DIGEST_DIGITS = 12;

const INSERT_ENTRIES = `
  with raised as (
    update games set participants = participants + :count, version = version + :count where id = :game
    returning participants - :count as entered, version - :count as versions),
  input as (
    select * from unnest(cast(:ids as uuid[]), cast(:wallets as bytea[]), cast(:names as text[]), cast(:points as integer[]),
      cast(:joined as timestamptz[]), cast(:rosters as text[]), cast(:digests as text[]), cast(:gameweeks as smallint[]),
      cast(:lineups as bytea[]), cast(:commitments as bytea[]))
    with ordinality as g(id, wallet, name, points, joined, roster, digest, gameweek, lineup, commitment, place)),
  new_entries as (
    insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, roster_numbers, digest,
      first_version, first_gameweek, first_batch_index, first_batch_size, first_lineup, first_commitment)
    select id, :game, entered + place, wallet, name, points, joined, decode(roster, 'hex'), decode(digest, 'hex'),
      versions + place, gameweek, place - 1, :count, lineup, commitment from input, raised order by place),
  event as (insert into outbox (subject, payload, traceparent) values (:subject, cast(:payload as jsonb), :traceparent))
  select entered from raised`;

/**
 * Inserts entries with their first lineups, one batch with one signature, and an outbox event in one statement. They have the next
 * ordinals and versions of the game in order; the caller must have locked the game's row.
 */
export async function insertEntries(
  trx: Knex.Transaction,
  game: string,
  entered: readonly Entered[],
  event: OutboxRow,
  numberRosters: NumberRosters,
): Promise<void> {
  const entries = entered.map(({ entry }) => entry);
  const rosters = await numberRosters(
    trx,
    entries.map(({ roster }) => roster),
  );
  const lineups = entered.map(({ sealed: { lineup, version, commitment } }) => ({
    ...lineup,
    commitment,
    effective_gameweek: version.gameweek,
  }));
  await preparedQuery(trx, 'insert-entries', INSERT_ENTRIES, {
    ...event,
    game,
    count: entered.length,
    ids: entries.map(({ id }) => id),
    wallets: entries.map(({ wallet_address }) => toWalletBytes(wallet_address)),
    names: entries.map(({ team_name }) => team_name),
    points: entries.map(({ entry_points }) => entry_points),
    joined: entries.map(({ joined_at }) => toInstant(joined_at)),
    rosters,
    digests: entries.map(({ join_digest }) => join_digest.slice(0, DIGEST_DIGITS)),
    ...buildLineupColumns(lineups),
  });
}

/** Players whose numbers are in memory: a few seasons at all prices. */
const MAX_NUMBERED_PLAYERS = 20_000;

/** Creates the encoder of rosters. It remembers the numbers of players from committed transactions, which never change. */
export function createRosterNumbers(): NumberRosters {
  /** By the player as JSON. */
  const committed = new LRUCache<string, string>({ max: MAX_NUMBERED_PLAYERS });
  return async (trx, rosters) => {
    const texts = rosters.map((roster) => roster.map((player) => JSON.stringify(player)));
    const numbers = new Map([...new Set(texts.flat())].map((text) => [text, committed.get(text)]));
    const unknown = [...numbers.keys()].filter((text) => numbers.get(text) === undefined);
    if (unknown.length > 0) {
      const read = (await findNumbers(trx, unknown)) ?? (await addPlayers(trx, unknown));
      for (const [text, number] of read) numbers.set(text, number);
      const remember = () => {
        for (const [text, number] of read) committed.set(text, number);
      };
      void trx.executionPromise.then(remember, () => {}); // Numbers of a rolled back transaction do not exist.
    }
    return texts.map((roster) => roster.map((text) => numbers.get(text)).join(''));
  };
}

/** Finds the numbers in hex by player; null when one of the players has none. */
async function findNumbers(
  trx: Knex.Transaction,
  players: readonly string[],
): Promise<Map<string, string> | null> {
  const rows = await preparedQuery<{ number: number | null }>(
    trx,
    'roster-numbers',
    `select number from jsonb_array_elements(cast(? as jsonb)) with ordinality as wanted (player, place)
       left join lateral (select number from roster_players where player = wanted.player limit 1) as known on true
     order by place`,
    [`[${players.join(',')}]`],
  );
  if (rows.some(({ number }) => number === null)) return null;
  return new Map(
    rows.map(({ number }, index) => [players[index]!, number!.toString(16).padStart(NUMBER_HEX_DIGITS, '0')]),
  );
}

/** Adds players under a lock, because two transactions that add the same players in a different order would deadlock. */
async function addPlayers(trx: Knex.Transaction, players: readonly string[]): Promise<Map<string, string>> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('games'), hashtext('roster_players'))");
  await trx.raw(
    `insert into roster_players (player) select distinct player from jsonb_array_elements(cast(? as jsonb)) as wanted (player)
     where not exists (select from roster_players as known where known.player = wanted.player)`,
    [`[${players.join(',')}]`],
  );
  return (await findNumbers(trx, players))!;
}

/** Renames a team for its owner. Counts as an edit, so that an administrator's change based on the old name is rejected. */
export async function renameEntry(
  trx: Knex.Transaction,
  entry: { id: string; team_name: string; game_version: number },
): Promise<void> {
  await trx.raw(
    'update entries set edits = edits + 1, team_name = :team_name, edited_version = :game_version where id = :id',
    entry,
  );
}

/** Points of an entry in a settled gameweek. */
export interface SettledGameweek {
  gameweek: number;
  raw_points: number;
  points: number;
  /** Thousandths. */
  coefficient: number;
  /** Thousandths. */
  earned: number;
  /** Shared rank at the time the gameweek became final; null when the entry was outside the standings. */
  rank: number | null;
}

/** Reads the settled gameweeks of an entry, by gameweek. */
export async function readSettledGameweeks(
  db: Database,
  gameId: string,
  ordinal: number,
  gameweeks: readonly number[],
): Promise<Map<number, SettledGameweek>> {
  const rows = await preparedQuery<SettledGameweek>(
    db,
    'settled-gameweeks',
    `select gameweek, raw_points, points, coefficient, earned, rank from entry_gameweeks
     where game_id = ? and ordinal = ? and gameweek = any(?)`,
    [gameId, ordinal, [...gameweeks]],
  );
  return new Map(rows.map((row) => [row.gameweek, row]));
}
