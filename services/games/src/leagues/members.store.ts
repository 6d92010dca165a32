import {
  type Database,
  preparedQuery,
  query,
  queryOne,
  toWalletBytes,
} from '@touchline/service-kit/data/database';
import { packIntegers, queryBytes } from '@touchline/service-kit/data/query-bytes';
import { parseIntegers } from '@touchline/standings/rank-totals';
import type { Knex } from 'knex';

/** Finds the ordinal of a wallet's entry in a game; null without one. */
export async function findOrdinal(db: Database, gameId: string, wallet: string): Promise<number | null> {
  const sql = 'select ordinal from entries where wallet = ? and game_id = ?';
  const rows = await preparedQuery<{ ordinal: number }>(db, 'entry-ordinal', sql, [
    toWalletBytes(wallet),
    gameId,
  ]);
  return rows[0]?.ordinal ?? null;
}

/** An entry, by its game and wallet. */
export interface EntryKey {
  game_id: string;
  wallet: string;
}

/** Serialises the joins of entries until the transaction ends, so that they respect their maximum number of leagues. */
export const lockEntries = (trx: Knex.Transaction, entries: readonly EntryKey[]) =>
  preparedQuery(
    trx,
    'lock-league-entries',
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended(name, 0) as key from unnest(cast(? as text[])) as name order by key) as ordered`,
    [entries.map(({ game_id, wallet }) => `league ${game_id} ${wallet}`)],
  );

/** Facts that decide whether a wallet may join a league. */
export interface JoinFacts {
  is_member: boolean;
  is_banned: boolean;
  /** Leagues of the entry. */
  leagues: number;
}

/** Reads the facts of joins, in their order. Their entries and leagues must be locked. */
export function readJoinFacts(
  trx: Knex.Transaction,
  joins: readonly (EntryKey & { league_id: string })[],
): Promise<JoinFacts[]> {
  const sql = `select
      exists (select from league_members as own where own.wallet = wanted.bytes and own.league_id = wanted.league_id) as is_member,
      exists (select from league_bans as ban where ban.league_id = wanted.league_id and wallet_address = wanted.wallet) as is_banned,
      (select count(*) from league_members as own where own.wallet = wanted.bytes and own.game_id = wanted.game_id)::int as leagues
    from unnest(cast(:leagues as uuid[]), cast(:games as uuid[]), cast(:wallets as text[]), cast(:bytes as bytea[]))
      with ordinality as wanted (league_id, game_id, wallet, bytes, place)
    order by place`;
  const wallets = joins.map(({ wallet }) => wallet);
  return preparedQuery(trx, 'league-join-facts', sql, {
    leagues: joins.map(({ league_id }) => league_id),
    games: joins.map(({ game_id }) => game_id),
    wallets,
    bytes: wallets.map(toWalletBytes),
  });
}

/** A member to add. */
export interface NewMember extends EntryKey {
  league_id: string;
  ordinal: number;
  joined_at: Date;
  /** Version of the league that the member raises it to. */
  version: number;
}

/** Adds members to locked leagues, each at the next version of its league. */
export async function insertMembers(trx: Knex.Transaction, members: readonly NewMember[]): Promise<void> {
  if (members.length === 0) return;
  const sql = `with added as (
      insert into league_members (league_id, game_id, joined_at, ordinal, version, wallet)
      select * from unnest(cast(:leagues as uuid[]), cast(:games as uuid[]), cast(:joined as timestamptz[]),
        cast(:ordinals as integer[]), cast(:versions as integer[]), cast(:wallets as bytea[]))
      returning league_id, version)
    update leagues set members = members + added.count, version = added.version
    from (select league_id, count(*)::int as count, max(version) as version from added group by league_id) as added
    where leagues.id = added.league_id`;
  await preparedQuery(trx, 'insert-league-members', sql, {
    leagues: members.map(({ league_id }) => league_id),
    games: members.map(({ game_id }) => game_id),
    joined: members.map(({ joined_at }) => joined_at.toISOString()),
    ordinals: members.map(({ ordinal }) => ordinal),
    versions: members.map(({ version }) => version),
    wallets: members.map(({ wallet }) => toWalletBytes(wallet)),
  });
}

/** Removes a member from a locked league. @returns false when the wallet is not a member */
export async function deleteMember(trx: Knex.Transaction, id: string, wallet: string): Promise<boolean> {
  const removed = await queryOne(
    trx,
    `with removed as (delete from league_members where league_id = :id and wallet = :bytes returning league_id)
     update leagues set members = members - 1, version = version + 1, removed_version = version + 1
     from removed where leagues.id = removed.league_id returning leagues.id`,
    { id, bytes: toWalletBytes(wallet) },
  );
  return removed !== undefined;
}

/** Returns those of the wallets that are members, in the order of joining; all members without wallets, up to `limit`. */
export async function findMembers(
  db: Database,
  id: string,
  { among = null, limit = 1_000 }: { among?: readonly string[] | null; limit?: number } = {},
): Promise<string[]> {
  const rows = await query<{ wallet: string }>(
    db,
    `select '0x' || encode(wallet, 'hex') as wallet from league_members
     where league_id = :id and (cast(:among as bytea[]) is null or wallet = any(cast(:among as bytea[])))
     order by version limit :limit`,
    { id, among: among?.map(toWalletBytes) ?? null, limit },
  );
  return rows.map(({ wallet }) => wallet);
}

/** Reads the ordinals of the members who joined after one version of the league and up to another. */
export async function readOrdinals(
  db: Database,
  id: string,
  { after, to }: { after: number; to: number },
): Promise<Int32Array> {
  const [batch] = await queryBytes(
    db,
    { ordinals: packIntegers('ordinal') },
    (columns) =>
      `select ${columns} from league_members where league_id = $1 and version > $2 and version <= $3`,
    [id, after, to],
  );
  return parseIntegers(batch!.ordinals);
}

/** Reads the ordinals of a club's supporters in a game. */
export async function readSupporters(db: Database, gameId: string, club: number): Promise<Int32Array> {
  const [batch] = await queryBytes(
    db,
    { ordinals: packIntegers('ordinal') },
    (columns) =>
      `select ${columns} from supported_clubs join entries using (wallet) where club = $2 and game_id = $1`,
    [gameId, club],
  );
  return parseIntegers(batch!.ordinals);
}

export async function findBans(db: Database, id: string): Promise<string[]> {
  const rows = await query<{ wallet: string }>(
    db,
    'select wallet_address as wallet from league_bans where league_id = ? order by wallet_address',
    [id],
  );
  return rows.map(({ wallet }) => wallet);
}

export const insertBan = (trx: Knex.Transaction, id: string, wallet: string) =>
  trx.raw('insert into league_bans (league_id, wallet_address) values (?, ?) on conflict do nothing', [
    id,
    wallet,
  ]);

export const deleteBan = (trx: Knex.Transaction, id: string, wallet: string) =>
  trx.raw('delete from league_bans where league_id = ? and wallet_address = ?', [id, wallet]);

/** Replaces the bans of a locked league. */
export async function replaceBans(
  trx: Knex.Transaction,
  id: string,
  wallets: readonly string[],
): Promise<void> {
  await trx.raw('delete from league_bans where league_id = ?', [id]);
  await trx.raw(
    'insert into league_bans (league_id, wallet_address) select ?, unnest(cast(? as text[])) on conflict do nothing',
    [id, [...wallets]],
  );
}
