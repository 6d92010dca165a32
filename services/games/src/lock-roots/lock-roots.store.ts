import { toInstant } from '@touchline/api/values';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import { queryBytes } from '@touchline/service-kit/data/query-bytes';
import type { StoredGame } from '../games/game.ts';
import { GAME_COLUMNS } from '../games/games.store.ts';
import { SUBTREE } from './lock-tree.ts';

/** A time at which the lineups in force (`isInForce` of packages/rules) are committed to. */
export interface Lock {
  gameweek: number;
  /** Epoch ms. */
  locks_at: number;
  final: boolean;
  /** Entries of the tree: the first ones by ordinal. */
  entries: number;
}

/** A published root. */
export interface StoredRoot extends Lock {
  /** Epoch ms. */
  computed_at: number;
  root: Buffer;
}

const COLUMNS = 'gameweek, locks_at, final, entries, computed_at, root';

/** Reads the roots of a game in the order of their times. */
export const readLockRoots = (db: Database, gameId: string): Promise<StoredRoot[]> =>
  query(db, `select ${COLUMNS} from lock_roots where game_id = ? order by locks_at, final, gameweek`, [
    gameId,
  ]);

/** Reads the roots of a gameweek with their subtrees; of the last one that has roots if `gameweek` is null. */
export const readGameweekRoots = (
  db: Database,
  gameId: string,
  gameweek: number | null,
): Promise<(StoredRoot & { subtrees: Buffer })[]> =>
  query(
    db,
    `select ${COLUMNS}, subtrees from lock_roots where game_id = :game and gameweek = coalesce(cast(:gameweek as integer),
       (select max(gameweek) from lock_roots where game_id = :game)) order by locks_at, final`,
    { game: gameId, gameweek },
  );

/** Finds the games that can still get a lock root: all with entries, until the last gameweek has its final root. */
export const findSealedGames = (db: Database): Promise<StoredGame[]> =>
  query(
    db,
    `select ${GAME_COLUMNS} from games where participants > 0 and status <> 'CANCELLED' and not exists (
       select from lock_roots where game_id = games.id and gameweek = games.last_gameweek and final)`,
    [],
  );

/** Reads the times at which gameweeks of a season became final. */
export async function readFinalTimes(db: Database, season: string): Promise<Map<number, number>> {
  const rows = await query<{ id: number; settled_at: number }>(
    db,
    'select id, settled_at from gameweeks where season = ? and settled_at is not null',
    [season],
  );
  return new Map(rows.map(({ id, settled_at }) => [id, settled_at]));
}

/**
 * Counts the entries of a game once no transaction that began before can still add an entry or a lineup: every such transaction has
 * the game's row locked.
 */
export async function countCommitted(db: Database, gameId: string): Promise<number> {
  const row = await queryOne<{ participants: number }>(
    db,
    'select participants from games where id = ? for share',
    [gameId],
  );
  return row!.participants;
}

/** Condition of `isInForce` of packages/rules. */
const inForce = (gameweek: string, savedAt: string) =>
  `${gameweek} <= $2::int and (${savedAt} < $3::timestamptz or ($7::boolean and ${gameweek} = $2::int))`;

/** Reads the commitments in force by ordinal, 32 bytes each, of some subtrees. */
export async function readCommitments(
  db: Database,
  gameId: string,
  lock: Lock,
  { from, count }: { from: number; count: number },
): Promise<Buffer[]> {
  const rows = await queryBytes(
    db,
    { commitments: 'commitments' },
    (columns) => `select ${columns}
      from generate_series($4::int, $4::int + $5::int - ${SUBTREE}, ${SUBTREE}) as start cross join lateral (
        select string_agg(coalesce(later.commitment,
            case when ${inForce('first_gameweek', 'joined_at')} then first_commitment end,
            '\\x${'00'.repeat(32)}'::bytea), ''::bytea order by ordinal) as commitments
        from entries left join lateral (select commitment from later_lineups where entry_id = entries.id
            and ${inForce('effective_gameweek', 'saved_at')}
          order by effective_gameweek desc, game_version desc limit 1) as later on true
        where game_id = $1::uuid and ordinal > start and ordinal <= least(start + ${SUBTREE}, $6::int)) as subtree
      order by start`,
    [gameId, lock.gameweek, toInstant(lock.locks_at), from, count, lock.entries, lock.final],
  );
  return rows.map(({ commitments }) => commitments);
}

/** Stores a root, unless the time already has one: a published root never changes. */
export async function insertLockRoot(
  db: Database,
  gameId: string,
  lock: Lock & { computed_at: number; root: Uint8Array; subtrees: Uint8Array },
): Promise<void> {
  await db.raw(
    `insert into lock_roots (game_id, gameweek, locks_at, final, entries, computed_at, root, subtrees)
     values (:gameId, :gameweek, :locks_at, :final, :entries, :computed_at, :root, :subtrees) on conflict do nothing`,
    {
      ...lock,
      gameId,
      locks_at: new Date(lock.locks_at),
      computed_at: new Date(lock.computed_at),
      root: Buffer.from(lock.root),
      subtrees: Buffer.from(lock.subtrees),
    },
  );
}
