import { type Database, query } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { AdjustmentSum } from './adjustments.ts';

/** A correction of points by an administrator; units as in the table. */
export interface NewAdjustment {
  game_id: string;
  /** Of the entry. */
  ordinal: number;
  /** Epoch ms. */
  at: number;
  field: 'entry_points' | 'current_points' | 'coefficient_applied' | 'earned_points';
  delta: number;
  value_before: number;
  value_after: number;
  /** Of a coefficient. */
  from_gameweek: number | null;
  admin: string;
  reason: string;
}

export async function insertAdjustment(trx: Knex.Transaction, adjustment: NewAdjustment): Promise<void> {
  await trx.raw(
    `insert into adjustments (game_id, ordinal, at, field, delta, value_before, value_after, from_gameweek, admin, reason)
     values (:game_id, :ordinal, :at, :field, :delta, :value_before, :value_after, :from_gameweek, :admin, :reason)`,
    { ...adjustment, at: new Date(adjustment.at) },
  );
}

const SUMS = `select ordinal, field, from_gameweek, sum(delta)::int as delta from adjustments
  where field <> 'entry_points' and game_id = ?`;

/** The sums of what was added to the first `count` entries of a game. */
export function findAdjustmentSums(db: Database, gameId: string, count: number): Promise<AdjustmentSum[]> {
  return query(db, `${SUMS} and ordinal <= ? group by ordinal, field, from_gameweek`, [gameId, count]);
}

/** The same of one entry. */
export function findEntryAdjustmentSums(db: Database, gameId: string, ordinal: number): Promise<AdjustmentSum[]> {
  return query(db, `${SUMS} and ordinal = ? group by ordinal, field, from_gameweek`, [gameId, ordinal]);
}

/** The adjustments of an entry, the latest first. */
export function findLatestAdjustments(
  db: Database,
  gameId: string,
  ordinal: number,
  limit: number,
): Promise<NewAdjustment[]> {
  return query(db, 'select * from adjustments where game_id = ? and ordinal = ? order by id desc limit ?', [
    gameId,
    ordinal,
    limit,
  ]);
}
