import { type Database, queryOne } from '@touchline/service-kit/data/database';

/** Finds the prize of an entry in wei, after the settlement of its game; null without one. */
export async function findSettledPrize(db: Database, entryId: string): Promise<string | null> {
  const row = await queryOne<{ amount: string }>(
    db,
    `select a.amount from entries as e join prize_awards as a using (game_id, ordinal)
     join prize_settlements as s using (game_id) where e.id = ? and s.settled_at is not null and a.leaf is not null`,
    [entryId],
  );
  return row?.amount ?? null;
}
