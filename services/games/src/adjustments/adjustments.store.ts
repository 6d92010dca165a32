import type { AdjustmentSum } from '@touchline/rules/adjustments';
import { type Database, query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Correction of points by an administrator; units as in the table. */
export interface NewAdjustment {
  game_id: string;
  /** The entry's ordinal. */
  ordinal: number;
  /** Epoch ms. */
  at: number;
  field: 'entry_points' | 'current_points' | 'coefficient_applied' | 'earned_points';
  delta: number;
  value_before: number;
  value_after: number;
  /** First gameweek; only for a coefficient. */
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

/** Sums the adjustments of the entries of a game from one ordinal to another; by default of one entry. */
export function findAdjustmentSums(
  db: Database,
  gameId: string,
  from: number,
  to = from,
): Promise<AdjustmentSum[]> {
  return query(
    db,
    `select ordinal, field, from_gameweek, sum(delta)::int as delta from adjustments
     where field <> 'entry_points' and game_id = ? and ordinal between ? and ? group by ordinal, field, from_gameweek`,
    [gameId, from, to],
  );
}

/** Returns the earned points of an entry that are cleared and not restored, in thousandths. */
export async function findClearedPoints(
  db: Database,
  { game_id, ordinal }: Pick<NewAdjustment, 'game_id' | 'ordinal'>,
): Promise<number> {
  const sums = await findAdjustmentSums(db, game_id, ordinal);
  return 0 - (sums.find(({ field }) => field === 'earned_points')?.delta ?? 0);
}

/** Finds the adjustments of an entry, latest first. */
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
