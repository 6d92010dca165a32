import { randomBytes } from 'node:crypto';
import { type Database, preparedQuery, query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import { toWalletBytes } from '../games/wallet-bytes.ts';
import type { StoredLeague } from './league.ts';

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

export async function findLeagueByCode(db: Database, code: string): Promise<StoredLeague | null> {
  const sql = `select ${COLUMNS} from leagues where code = ?`;
  return (await preparedQuery<StoredLeague>(db, 'league-by-code', sql, [code]))[0] ?? null;
}

/** Finds the league of a code with the ordinal of a wallet's entry in its game; null ordinal without an entry. */
export async function findLeagueToJoin(
  db: Database,
  code: string,
  wallet: string,
): Promise<(StoredLeague & { ordinal: number | null }) | null> {
  const sql = `select ${COLUMNS},
      (select ordinal from entries where wallet = ? and entries.game_id = leagues.game_id) as ordinal
    from leagues where code = ?`;
  const bindings = [toWalletBytes(wallet), code];
  const rows = await preparedQuery<StoredLeague & { ordinal: number | null }>(
    db,
    'league-to-join',
    sql,
    bindings,
  );
  return rows[0] ?? null;
}

/** Reads a league and locks its row until the transaction ends. All changes of members, bans and code take this lock. */
export async function lockLeague(trx: Knex.Transaction, id: string): Promise<StoredLeague | null> {
  const sql = `select ${COLUMNS} from leagues where id = ? for update`;
  return (await preparedQuery<StoredLeague>(trx, 'lock-league', sql, [id]))[0] ?? null;
}

export type NewLeague = Pick<
  StoredLeague,
  'id' | 'game_id' | 'name' | 'kind' | 'owner' | 'start_gameweek' | 'uses_coefficient' | 'knock_out_gameweeks'
> & { created_at: Date };

/** Stores a league without members. */
export async function insertLeague(trx: Knex.Transaction, league: NewLeague): Promise<void> {
  const insert = (code: string) =>
    queryOne(
      trx,
      `insert into leagues (id, game_id, name, kind, code, owner, start_gameweek, uses_coefficient, knock_out_gameweeks,
         members, created_at)
       values (:id, :game_id, :name, :kind, :code, :owner, :start_gameweek, :uses_coefficient, :knock_out_gameweeks, 0,
         :created_at)
       on conflict (code) do nothing returning id`,
      { ...league, code },
    );
  while (!(await insert(createCode())));
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
