import { randomBytes } from 'node:crypto';
import { toInstant } from '@touchline/api/values';
import {
  type Database,
  preparedQuery,
  query,
  queryOne,
  toWalletBytes,
} from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { StoredLeague } from './league.ts';
import type { EntryKey } from './members.store.ts';

/** Columns of a `StoredLeague`. */
const COLUMNS = `leagues.id, leagues.game_id, name, kind, code, owner, co_admins, start_gameweek, uses_coefficient,
  knock_out_gameweeks, members, leagues.version, removed_version, draw, created_at`;

/** Finds a league of a wallet; null for an unknown league and for one that the wallet is not in. */
export async function findLeagueOfWallet(
  db: Database,
  id: string,
  wallet: string,
): Promise<StoredLeague | null> {
  const sql = `select ${COLUMNS} from league_members as own join leagues on leagues.id = own.league_id
    where own.wallet = ? and own.league_id = ?`;
  const rows = await preparedQuery<StoredLeague>(db, 'league-of-wallet', sql, [toWalletBytes(wallet), id]);
  return rows[0] ?? null;
}

/** Finds the leagues of a wallet, in the order of joining. */
export function findLeaguesOfWallet(
  db: Database,
  wallet: string,
  gameId: string | null,
): Promise<StoredLeague[]> {
  return query(
    db,
    `select ${COLUMNS} from league_members as own join leagues on leagues.id = own.league_id
     where own.wallet = :wallet and (cast(:game as uuid) is null or own.game_id = :game)
     order by own.joined_at, leagues.id`,
    { wallet: toWalletBytes(wallet), game: gameId },
  );
}

/** Finds the names of the leagues of entries, in the order of the entries. */
export async function findNames(db: Database, entries: readonly EntryKey[]): Promise<string[][]> {
  const sql = `select array(
      select name from league_members as own join leagues on leagues.id = own.league_id
      where own.wallet = entry.wallet and own.game_id = entry.game_id) as names
    from unnest(cast(? as bytea[]), cast(? as uuid[])) with ordinality as entry (wallet, game_id, place) order by place`;
  const rows = await preparedQuery<{ names: string[] }>(db, 'names-of-leagues', sql, [
    entries.map(({ wallet }) => toWalletBytes(wallet)),
    entries.map(({ game_id }) => game_id),
  ]);
  return rows.map(({ names }) => names);
}

export async function findLeagueByCode(db: Database, code: string): Promise<StoredLeague | null> {
  const sql = `select ${COLUMNS} from leagues where code = ?`;
  return (await preparedQuery<StoredLeague>(db, 'league-by-code', sql, [code]))[0] ?? null;
}

type LeagueToJoin = Pick<StoredLeague, 'id' | 'game_id'> & { ordinal: number | null };

/** Finds the league of a code with the ordinal of a wallet's entry in its game; null ordinal without an entry. */
export async function findLeagueToJoin(
  db: Database,
  code: string,
  wallet: string,
): Promise<LeagueToJoin | null> {
  const sql = `select id, game_id, (select ordinal from entries where wallet = ? and entries.game_id = leagues.game_id) as ordinal
    from leagues where code = ?`;
  const rows = await preparedQuery<LeagueToJoin>(db, 'league-to-join', sql, [toWalletBytes(wallet), code]);
  return rows[0] ?? null;
}

/** Reads leagues and locks their rows until the transaction ends. All changes of members, bans and code take these locks. */
export async function lockLeagues(
  trx: Knex.Transaction,
  ids: readonly string[],
): Promise<Map<string, StoredLeague>> {
  const sql = `select ${COLUMNS} from leagues where id = any(?) order by id for update`;
  const leagues = await preparedQuery<StoredLeague>(trx, 'lock-leagues', sql, [[...ids]]);
  return new Map(leagues.map((league) => [league.id, league]));
}

/** Like `lockLeagues`, for one league; null if it does not exist. */
export const lockLeague = async (trx: Knex.Transaction, id: string): Promise<StoredLeague | null> =>
  (await lockLeagues(trx, [id])).get(id) ?? null;

export type NewLeague = Omit<
  StoredLeague,
  'code' | 'co_admins' | 'members' | 'version' | 'removed_version' | 'draw'
>;

/** Stores leagues without members, each with a new code. @returns them with their codes, in order */
export async function insertLeagues(
  trx: Knex.Transaction,
  leagues: readonly NewLeague[],
): Promise<StoredLeague[]> {
  const stored = new Map<string, StoredLeague>();
  for (let left = leagues; left.length > 0; left = left.filter(({ id }) => !stored.has(id)))
    for (const league of await insertWithCodes(trx, left)) stored.set(league.id, league);
  return leagues.map(({ id }) => stored.get(id)!);
}

/** Stores the leagues whose new codes are free. */
function insertWithCodes(trx: Knex.Transaction, leagues: readonly NewLeague[]): Promise<StoredLeague[]> {
  const sql = `insert into leagues (id, game_id, name, kind, code, owner, start_gameweek, uses_coefficient,
      knock_out_gameweeks, members, version, created_at)
    select id, game_id, name, kind, code, owner, start_gameweek, uses_coefficient, knock_out_gameweeks, 0, 0, created_at
    from jsonb_populate_recordset(null::leagues, cast(? as jsonb)) on conflict (code) do nothing returning ${COLUMNS}`;
  const rows = leagues.map((league) => ({
    ...league,
    code: createCode(),
    created_at: toInstant(league.created_at),
  }));
  return preparedQuery(trx, 'insert-leagues', sql, [JSON.stringify(rows)]);
}

/** Gives a locked league a new code. @returns the code */
export async function replaceCode(trx: Knex.Transaction, id: string): Promise<string> {
  for (;;) {
    const code = createCode();
    const replaced = await queryOne(
      trx,
      `update leagues set code = :code where id = :id and not exists (select from leagues where code = :code) returning id`,
      { id, code },
    );
    if (replaced) return code;
  }
}

export type LeagueEdit = Pick<
  StoredLeague,
  'name' | 'co_admins' | 'start_gameweek' | 'uses_coefficient' | 'knock_out_gameweeks'
>;

export const updateLeague = (trx: Knex.Transaction, id: string, edit: LeagueEdit) =>
  trx.raw(
    `update leagues set name = :name, co_admins = cast(:co_admins as text[]), start_gameweek = :start_gameweek,
       uses_coefficient = :uses_coefficient, knock_out_gameweeks = :knock_out_gameweeks where id = :id`,
    { ...edit, id },
  );

export const updateManagers = (
  trx: Knex.Transaction,
  { id, owner, co_admins }: Pick<StoredLeague, 'id' | 'owner' | 'co_admins'>,
) =>
  trx.raw('update leagues set owner = :owner, co_admins = cast(:co_admins as text[]) where id = :id', {
    id,
    owner,
    co_admins,
  });

/** Deletes a league with its members and bans. */
export const deleteLeague = (trx: Knex.Transaction, id: string) =>
  trx.raw('delete from leagues where id = ?', [id]);

/** Digits of Crockford's base32. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;

/** Creates a random code: five random bits per digit. */
const createCode = () =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => DIGITS[byte % DIGITS.length]).join('');
