import { type Database, preparedQuery, query, queryOne } from '@touchline/service-kit/data/database';
import { queryBytes } from '@touchline/service-kit/data/query-bytes';
import type { Knex } from 'knex';
import { toWalletBytes } from '../games/wallet-bytes.ts';
import type { StoredLeague } from './league.ts';

/** Finds the ordinal of a wallet's entry in a game; null without one. */
export async function findOrdinal(db: Database, gameId: string, wallet: string): Promise<number | null> {
  const sql = 'select ordinal from entries where wallet = ? and game_id = ?';
  const rows = await preparedQuery<{ ordinal: number }>(db, 'entry-ordinal', sql, [
    toWalletBytes(wallet),
    gameId,
  ]);
  return rows[0]?.ordinal ?? null;
}

/** Serialises the joins of one entry until the transaction ends, so that they respect its maximum number of leagues. */
export const lockEntry = (trx: Knex.Transaction, gameId: string, wallet: string) =>
  preparedQuery(trx, 'lock-league-entry', 'select pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `league ${gameId} ${wallet}`,
  ]);

/** Facts that decide whether a wallet may join a league. */
export interface JoinFacts {
  is_member: boolean;
  is_banned: boolean;
  /** Leagues of the entry. */
  leagues: number;
}

/** Reads the facts of a join. The league must be locked. */
export async function readJoinFacts(
  trx: Knex.Transaction,
  { id, game_id }: Pick<StoredLeague, 'id' | 'game_id'>,
  wallet: string,
): Promise<JoinFacts> {
  const sql = `select
      exists (select from league_members where wallet = :bytes and league_id = :id) as is_member,
      exists (select from league_bans where league_id = :id and wallet_address = :wallet) as is_banned,
      (select count(*) from league_members where wallet = :bytes and game_id = :game_id)::int as leagues`;
  const bindings = { id, game_id, wallet, bytes: toWalletBytes(wallet) };
  return (await preparedQuery<JoinFacts>(trx, 'league-join-facts', sql, bindings))[0]!;
}

/** Adds a member to a locked league. */
export const insertMember = (
  trx: Knex.Transaction,
  member: { league_id: string; wallet: string; ordinal: number; joined_at: Date },
) =>
  preparedQuery(
    trx,
    'insert-league-member',
    `with league as (update leagues set members = members + 1, version = version + 1 where id = :league_id
       returning id, game_id, version)
     insert into league_members (league_id, game_id, joined_at, ordinal, version, wallet)
     select id, game_id, :joined_at, cast(:ordinal as int), version, :bytes from league`,
    { ...member, bytes: toWalletBytes(member.wallet) },
  );

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
    { ordinals: "string_agg(int4send(ordinal), '')" },
    (columns) =>
      `select ${columns} from league_members where league_id = $1 and version > $2 and version <= $3`,
    [id, after, to],
  );
  return parseOrdinals(batch!.ordinals);
}

/** Reads the ordinals of a club's supporters in a game. */
export async function readSupporters(db: Database, gameId: string, club: number): Promise<Int32Array> {
  const [batch] = await queryBytes(
    db,
    { ordinals: "string_agg(int4send(ordinal), '')" },
    (columns) =>
      `select ${columns} from supported_clubs join entries using (wallet) where club = $2 and game_id = $1`,
    [gameId, club],
  );
  return parseOrdinals(batch!.ordinals);
}

function parseOrdinals(bytes: Buffer): Int32Array {
  const ordinals = new Int32Array(bytes.length / Int32Array.BYTES_PER_ELEMENT);
  for (const place of ordinals.keys())
    ordinals[place] = bytes.readInt32BE(place * Int32Array.BYTES_PER_ELEMENT);
  return ordinals;
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
