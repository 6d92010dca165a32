import { standingsChanged } from '@touchline/api/events/games';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import { raiseVersion } from '../games/games.store.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** Entries are suspended exactly while the payment they came from is not part of the chain (game rules 5). */
export async function followPayments({
  db,
  changeGame,
  now,
}: Pick<PaymentDeps, 'db' | 'changeGame' | 'now'>): Promise<void> {
  for (const game_id of await gamesWithChanges(db))
    await changeGame(game_id, async (trx) => {
      await raiseVersion(trx, game_id);
      await trx.raw(
        `update entries set suspended_at = case when suspended_at is null then cast(:now as timestamptz) end
         where id in (select entry_id from (${CHANGED}) as changed where changed.game_id = :game_id)`,
        { now: new Date(now()), game_id },
      );
      await writeOutbox(trx, standingsChanged, { game_id, gameweek: null });
    });
}

/** Two small sets: payments that are gone, and entries that are suspended. */
const CHANGED = `
  select e.id as entry_id, e.game_id from chain_transfers as t
  join reservations as r on r.id = t.reservation_id join entries as e on e.id = r.entry_id
  where t.finality = 'orphaned' and e.suspended_at is null
  union
  select e.id, e.game_id from entries as e
  join reservations as r on r.entry_id = e.id join chain_transfers as t on t.reservation_id = r.id
  where e.suspended_at is not null and t.finality <> 'orphaned'`;

async function gamesWithChanges(db: Knex): Promise<string[]> {
  const { rows } = await db.raw(`select distinct game_id from (${CHANGED}) as changed`);
  return rows.map((row: { game_id: string }) => row.game_id);
}

/** How many entries are suspended now. */
export async function countSuspended(db: Knex): Promise<number> {
  const { rows } = await db.raw('select count(*)::int as n from entries where suspended_at is not null');
  return rows[0].n;
}
