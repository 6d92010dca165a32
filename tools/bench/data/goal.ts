import type { Database } from '@touchline/service-kit/data/database';

/** Stores a goal as a replica that received it does: points, version of their snapshot, version of the season. */
export async function storeGoal(db: Database, player: number): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('update fixture_scores set points = points + 5 where player = ?', [player]);
    await trx.raw("update feed_snapshots set version = version + 1 where kind = 'live:1'");
    await trx.raw('update seasons set version = version + 1');
  });
}
