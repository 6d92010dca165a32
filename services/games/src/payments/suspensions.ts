import { standingsChanged } from '@touchline/api/events/games';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { raiseVersion } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';

/** Suspends entries whose payment is orphaned and restores them once it is back on the chain (game rules 5). */
export async function updateSuspensions({
  db,
  writes,
  now,
}: Pick<GamesContext, 'db' | 'writes' | 'now'>): Promise<void> {
  for (const game_id of await findGamesWithChanges(db))
    await writes.run(game_id, async (trx) => {
      await raiseVersion(trx, game_id);
      await trx.raw(
        `update entries set suspended_at = case when suspended_at is null then cast(:now as timestamptz) end
         where id in (select entry_id from (${CHANGED}) as changed where changed.game_id = :game_id)`,
        { now: new Date(now()), game_id },
      );
      await writeOutbox(trx, standingsChanged, { game_id, gameweek: null });
    });
}

/**
 * Starts from two small sets for speed: orphaned transfers and suspended entries. Settled prizes do not change any more: a payment
 * that returns afterwards is refunded (`upsertSuspendedRefunds`).
 */
const CHANGED = `
  select e.id as entry_id, e.game_id from ledger_transfers as t
  join payments as p on p.transfer_id = t.id
  join reservations as r on r.id = p.reservation_id join entries as e on e.id = r.entry_id
  join games as g on g.id = e.game_id
  where t.state = 'ORPHANED' and e.suspended_at is null and (g.prize_state is null or g.prize_state = 'REVIEW')
  union
  select e.id, e.game_id from entries as e
  join reservations as r on r.entry_id = e.id join payments as p on p.reservation_id = r.id
  join ledger_transfers as t on t.id = p.transfer_id
  join games as g on g.id = e.game_id
  where e.suspended_at is not null and t.state <> 'ORPHANED' and (g.prize_state is null or g.prize_state = 'REVIEW')`;

async function findGamesWithChanges(db: Database): Promise<string[]> {
  const rows = await query<{ game_id: string }>(db, `select distinct game_id from (${CHANGED}) as changed`);
  return rows.map(({ game_id }) => game_id);
}

export async function countSuspended(db: Database): Promise<number> {
  const row = await queryOne<{ n: number }>(
    db,
    'select count(*) as n from entries where suspended_at is not null',
  );
  return row!.n;
}
