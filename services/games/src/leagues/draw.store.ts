import { type Database, query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { StoredDraw } from './league.ts';

/** A head-to-head league before its draw, with the wallets of its members and the ordinals of their entries. */
export interface UndrawnLeague {
  id: string;
  members: string[];
  ordinals: number[];
}

/** Finds the games with head-to-head leagues that are not drawn, and the earliest start of these leagues. */
export async function findUndrawnStarts(db: Database): Promise<Map<string, number>> {
  const rows = await query<{ game_id: string; start: number }>(
    db,
    `select id as game_id, start from games cross join lateral (
       select min(start_gameweek) as start from leagues
       where game_id = games.id and kind = 'HEAD_TO_HEAD' and draw is null) as earliest
     where status <> 'CANCELLED' and start <= last_gameweek`,
  );
  return new Map(rows.map(({ game_id, start }) => [game_id, start]));
}

/** Locks head-to-head leagues of a game that start in a gameweek or did so before, and are not drawn. */
export function lockUndrawnLeagues(
  trx: Knex.Transaction,
  gameId: string,
  gameweek: number,
  limit: number,
): Promise<UndrawnLeague[]> {
  return query(
    trx,
    `select id,
       array(select '0x' || encode(wallet, 'hex') from league_members where league_id = leagues.id order by version) as members,
       array(select ordinal from league_members where league_id = leagues.id order by version) as ordinals
     from leagues where game_id = ? and start_gameweek <= ? and kind = 'HEAD_TO_HEAD' and draw is null
     order by start_gameweek limit ? for update`,
    [gameId, gameweek, limit],
  );
}

/** Stores draws; the first matches are in `gameweek`. */
export const writeDraws = (
  db: Database,
  gameweek: number,
  draws: readonly { id: string; draw: StoredDraw }[],
) =>
  db.raw(
    `update leagues set draw = row -> 'draw', start_gameweek = ? from jsonb_array_elements(?::jsonb) as row
     where id = (row ->> 'id')::uuid`,
    [gameweek, JSON.stringify(draws)],
  );

/** Moves the start of leagues with too few members. */
export const postponeStart = (db: Database, ids: readonly string[], gameweek: number) =>
  db.raw('update leagues set start_gameweek = ? where id = any(?)', [gameweek, [...ids]]);

/** Marks the final gameweeks of a game from one on as not scored, for leagues drawn later. */
export const unmarkScored = (db: Database, gameId: string, from: number) =>
  db.raw('delete from league_gameweeks where game_id = ? and gameweek >= ?', [gameId, from]);
