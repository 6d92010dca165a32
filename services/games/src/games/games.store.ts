import { randomUUID } from 'node:crypto';
import type { listGames } from '@touchline/api/http/games';
import { type Database, preparedQuery, query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { StoredGame } from './game.ts';
import type { GameChange, NewGame } from './game-plan.ts';
import type { StoredPlan } from './prizes.ts';

/** Columns of a `StoredGame`. */
export const GAME_COLUMNS = `id, season, game_type, name, description, trim_scale(entry_fee)::text as entry_fee, first_gameweek,
  last_gameweek, start_time as start, end_time as "end", join_deadline, status, cancelled_by, held_status, held_start, held_end, settlement, max_participants, participants,
  version, edits, created_at, jsonb_build_object('plan', prize_plan, 'covered', prizes_covered, 'state', prize_state, 'pool', prize_pool::text,
    'entrants', prize_entrants) as prizes`;

/** SQL counterpart of `computeStatus`; named parameter :now. */
const STATUS = `case when status = 'CANCELLED' then status when held_status is not null then held_status when end_time <= :now then 'COMPLETED'
  when start_time <= :now then 'ACTIVE' else 'UPCOMING' end`;

/** Condition for games whose standings can still change. */
const OPEN = "settlement <> 'FINAL' and status <> 'CANCELLED'";

export type GameFilter = z.output<NonNullable<typeof listGames.query>>;

/** Finds a page of matching games, with the total count. */
export async function findGames(
  db: Database,
  filter: GameFilter,
  now: number,
): Promise<{ games: StoredGame[]; total: number }> {
  const { sort_by, sort_order, limit, page } = filter;
  const bindings = {
    now: new Date(now),
    game_type: filter.game_type ?? null,
    status: filter.status ?? null,
    season: filter.season_id ?? null,
    limit,
    offset: (page - 1) * limit,
  };
  const where = `(cast(:game_type as text) is null or game_type = :game_type)
    and (cast(:season as text) is null or season = :season) and (cast(:status as text) is null or ${STATUS} = :status)`;
  const [games, count] = await Promise.all([
    query<StoredGame>(
      db,
      `select ${GAME_COLUMNS} from games where ${where}
       order by ${sort_by} ${sort_order}, id ${sort_order} limit :limit offset :offset`,
      bindings,
    ),
    queryOne<{ total: number }>(db, `select count(*) as total from games where ${where}`, bindings),
  ]);
  return { games, total: count!.total };
}

export async function findGame(db: Database, id: string): Promise<StoredGame | null> {
  return (await queryOne<StoredGame>(db, `select ${GAME_COLUMNS} from games where id = ?`, [id])) ?? null;
}

/** Finds games in any order. Unknown ids are ignored. */
export function findGamesById(db: Database, ids: readonly string[]): Promise<StoredGame[]> {
  return query(db, `select ${GAME_COLUMNS} from games where id = any(?)`, [[...ids]]);
}

/** Finds the ids of games whose name contains the text, ignoring case. Returns up to 1,000. */
export async function findGamesByName(db: Database, text: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'select id from games where position(lower(?) in lower(name)) > 0 order by start_time desc limit 1000',
    [text],
  );
  return rows.map(({ id }) => id);
}

/** Reads all games. A season has a few dozen games plus its tournaments. */
export function readAllGames(db: Database): Promise<StoredGame[]> {
  return query(db, `select ${GAME_COLUMNS} from games`);
}

/** Finds the games of a season, earliest start first. */
export function findGamesOfSeason(db: Database, season: string): Promise<StoredGame[]> {
  return query(db, `select ${GAME_COLUMNS} from games where season = ? order by start_time`, [season]);
}

/** Finds the feed's current season and every season with a game whose standings can still change. */
export async function findOpenSeasons(db: Database): Promise<string[]> {
  const rows = await query<{ season: string }>(
    db,
    `select season from seasons where seen_at = (select max(seen_at) from seasons)
       or exists (select from games where games.season = seasons.season and ${OPEN})`,
  );
  return rows.map(({ season }) => season);
}

/** Finds the ids of games whose standings can still change. */
export async function findOpenGames(db: Database): Promise<string[]> {
  const rows = await query<{ id: string }>(db, `select id from games where ${OPEN}`);
  return rows.map(({ id }) => id);
}

/** Finds final games whose prizes are not settled. */
export function findGamesToSettle(db: Database): Promise<StoredGame[]> {
  return query(
    db,
    `select ${GAME_COLUMNS} from games where settlement = 'FINAL' and status <> 'CANCELLED'
       and (prize_state is null or prize_state = 'REVIEW') order by end_time, id`,
  );
}

/** Finds the ids of games whose prizes are settled and not all paid. */
export async function findSettledAndUnpaid(db: Database): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    "select id from games where prize_state in ('SETTLED', 'FUNDED')",
  );
  return rows.map(({ id }) => id);
}

/** Finds the gameweeks of a season that belong to a game whose standings can still change. */
export async function findOpenGameweeks(db: Database, season: string): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `select id from gameweeks where season = ? and exists (
       select from games where games.season = gameweeks.season and ${OPEN}
         and gameweeks.id between first_gameweek and last_gameweek)
     order by id`,
    [season],
  );
  return rows.map(({ id }) => id);
}

/** Reads a game and the version of its season's data together. Cached standings are compared with both. */
export async function findGameAndVersions(
  db: Database,
  id: string,
): Promise<(StoredGame & { season_version: number }) | null> {
  const game = await queryOne<StoredGame & { season_version: number }>(
    db,
    `select ${GAME_COLUMNS}, (select seasons.version from seasons where seasons.season = games.season) as season_version
     from games where id = ?`,
    [id],
  );
  return game ?? null;
}

/** Reads the number of entries of a game; 0 if it does not exist. More may join unless the caller has locked the game's row. */
export async function readParticipants(db: Database, id: string): Promise<number> {
  const sql = 'select participants from games where id = ?';
  const [row] = await preparedQuery<{ participants: number }>(db, 'participants', sql, [id]);
  return row?.participants ?? 0;
}

/** Reads the game and locks its row until the transaction ends. */
export async function lockGame(trx: Knex.Transaction, id: string): Promise<StoredGame | null> {
  const sql = `select ${GAME_COLUMNS} from games where id = ? for update`;
  const [game] = await preparedQuery<StoredGame>(trx, 'lock-game', sql, [id]);
  return game ?? null;
}

/** Raises the version of a game, which locks its row until the transaction ends. */
export async function raiseVersion(trx: Knex.Transaction, id: string, by = 1): Promise<StoredGame> {
  const sql = `update games set version = version + ? where id = ? returning ${GAME_COLUMNS}`;
  return (await queryOne<StoredGame>(trx, sql, [by, id]))!;
}

/** Creates a game; one with a guarantee stays closed until the reserves cover it. @returns its id; null when another replica has already created it */
export async function insertGame(
  trx: Knex.Transaction,
  season: string,
  game: NewGame,
  plan: StoredPlan,
  now: number,
): Promise<string | null> {
  const row = await queryOne<{ id: string }>(
    trx,
    `insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
       end_time, join_deadline, max_participants, status, created_at, prize_plan, prizes_covered)
     values (:id, :season, :game_type, :name, :description, :entry_fee, :first_gameweek, :last_gameweek, :start, :end,
       :join_deadline, :max_participants, 'UPCOMING', :now, :plan, :covered)
     on conflict do nothing returning id`,
    {
      ...game,
      id: randomUUID(),
      season,
      start: new Date(game.start),
      end: new Date(game.end),
      join_deadline: game.join_deadline === null ? null : new Date(game.join_deadline),
      now: new Date(now),
      plan: JSON.stringify(plan),
      covered: plan.guarantee === '0',
    },
  );
  return row?.id ?? null;
}

/** Writes the times and states of a game with its next version. */
export async function writeGameChange(trx: Knex.Transaction, change: GameChange): Promise<void> {
  await trx.raw(
    `update games set start_time = :start, end_time = :end, status = :status, settlement = :settlement,
       version = version + 1 where id = :id`,
    { ...change, start: new Date(change.start), end: new Date(change.end) },
  );
}

/** Cancels a game permanently. @returns false when it does not exist */
export async function markCancelled(trx: Knex.Transaction, id: string, by: string): Promise<boolean> {
  const cancelled = await queryOne(
    trx,
    `update games set status = 'CANCELLED', cancelled_by = coalesce(cancelled_by, ?), edits = edits + 1,
       version = version + 1
     where id = ? returning id`,
    [by, id],
  );
  return cancelled !== undefined;
}
