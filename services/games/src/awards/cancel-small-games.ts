import { gameChanged } from '@touchline/api/events/games';
import { joinWindow } from '@touchline/rules/calendar';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { computeStatus, type StoredGame } from '../games/game.ts';
import { GAME_COLUMNS, markCancelled } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { CLOCK_TOLERANCE_MS } from '../payments/choose-payment.ts';
import { type UpsertPayouts, upsertGameRefunds } from '../payments/refunds-due.ts';

export interface CancelDeps extends Pick<GamesContext, 'db' | 'writes' | 'calendar' | 'now'> {
  payouts: UpsertPayouts;
}

/** `games.cancelled_by` of a game that the service cancelled because it had too few entries. */
export const TOO_FEW_ENTRIES = 'too few entries';

/** Cancels the games that have fewer entries than their plan requires when joining closes. All their fees become refunds. */
export async function cancelSmallGames({ db, writes, payouts, calendar, now }: CancelDeps): Promise<void> {
  for (const { id } of await findSmallGames(db, now()))
    await writes.run(id, async (trx, game) => {
      const at = now();
      const { code, closes_at } = joinWindow(game, at, calendar);
      if (code !== 'CLOSED' || !isSmall(game) || (await canStillGrow(trx, game, closes_at, at))) return;
      await markCancelled(trx, id, TOO_FEW_ENTRIES);
      await upsertGameRefunds(trx, payouts, id);
      await writeOutbox(trx, gameChanged, { game_id: id });
    });
}

/** True for a game with too few entries whose prizes have not been proposed. It gets no proposal: it is cancelled, or it grows. */
export const isSmall = ({ status, prizes, participants }: StoredGame): boolean =>
  status !== 'CANCELLED' &&
  prizes.state === null &&
  participants > 0 &&
  participants < prizes.plan.min_entries;

/** Time after which the payments of a hold have been read from the chain while the RPCs respond. */
const UNREAD_MS = 2 * 60_000;

/**
 * True while a payment that was made in time may still become an entry; none can once the game is over (`Credit`). A reservation that
 * was revived after joining closed counts like an ended one, because anyone can revive one with an invented hash, again and again.
 * Ended ones count while a payment that was mined during their hold may be unread, or is recorded without a use.
 */
async function canStillGrow(
  trx: Knex.Transaction,
  game: StoredGame,
  closesAt: number,
  now: number,
): Promise<boolean> {
  if (computeStatus(game, now) === 'COMPLETED') return false;
  const row = await queryOne(
    trx,
    `select from reservations as r where game_id = :game and (
       state in ('HELD', 'SUBMITTED') and (revived_at is null or revived_at < :closes)
       or state in ('SUBMITTED', 'EXPIRED', 'FAILED') and (least(held_until, :closes) > :unread or exists (
         select from ledger_transfers as t where t.sender = r.wallet_address and not t.assigned and t.state <> 'ORPHANED'
           and t.block_time < :closes and t.block_time between fixed_at - cast(:tolerance as interval) and held_until))) limit 1`,
    {
      game: game.id,
      closes: new Date(closesAt),
      unread: new Date(now - UNREAD_MS),
      tolerance: `${CLOCK_TOLERANCE_MS} milliseconds`,
    },
  );
  return row !== undefined;
}

function findSmallGames(db: Database, now: number): Promise<StoredGame[]> {
  return query(
    db,
    `select ${GAME_COLUMNS} from games where status <> 'CANCELLED' and prize_state is null and participants > 0
       and participants < (prize_plan ->> 'min_entries')::int
       and (end_time <= :now or join_deadline <= :now or held_status = 'COMPLETED')`,
    { now: new Date(now) },
  );
}
