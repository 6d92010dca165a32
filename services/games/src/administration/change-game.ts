import type { Actor } from '@touchline/api/admin-values';
import type { AdminGameDetails } from '@touchline/api/http/admin-games';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { weiToTokens } from '@touchline/rules/tokens';
import { changeRejected, diffFields } from '@touchline/service-kit/administration/admin-changes';
import type { Knex } from 'knex';
import { changeAsAdmin, type GameChangeRequest, readGame } from '../games/change-as-admin.ts';
import type { StoredGame } from '../games/game.ts';
import { markCancelled } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { upsertGameRefunds } from '../payments/refunds-due.ts';
import { hasReservationsOrEntries } from '../reservations/seats.store.ts';
import { assertStatusCanChange, buildForm, buildGameEdit, type GameChange, normalise } from './game-edit.ts';
import { findFirstSettledGameweek, sumPaidEntries, updateGame } from './games.store.ts';
import { readGameDetails } from './list-games.ts';

export interface GameChangeDeps extends Pick<GamesContext, 'db' | 'writes' | 'seasons' | 'now'> {
  payouts: Pick<Payouts, 'upsert'>;
}

/**
 * Changes the fields that the request contains. Values that an administrator sets no longer follow the clock and the feed.
 * @throws TouchlineError NOT_FOUND, STALE, VALIDATION_FAILED, CHANGE_REFUSED
 */
export async function changeGameFields(
  deps: GameChangeDeps,
  { change, ...request }: GameChangeRequest & { change: GameChange },
): Promise<AdminGameDetails> {
  await changeAsAdmin(deps, request, readGame, async (trx, game) => {
    const at = deps.now();
    const before = buildForm(game, at);
    const fields = diffFields(before, normalise(change));
    if (!fields) return null;
    const use = {
      hasReservationsOrEntries: await hasReservationsOrEntries(trx, game),
      firstSettled: await findFirstSettledGameweek(trx, game.id),
    };
    const season = await deps.seasons.get(game.season);
    await updateGame(trx, game.id, buildGameEdit(game, fields.after as GameChange, season, use, at)).catch(
      rejectDuplicateGame,
    );
    if (!('status' in fields.after) || fields.after.status !== 'CANCELLED')
      return { action: 'GAME_EDITED', ...fields };
    const { before: was, after } = await cancelAndRefund(trx, deps, game, request.by);
    return {
      action: 'GAME_CANCELLED',
      before: { ...fields.before, ...was, status: before.status },
      after: { ...fields.after, ...after },
    };
  });
  return readGameDetails(deps, request.id);
}

/**
 * Cancels a game permanently. A refund becomes due for each of its verified payments.
 * @throws TouchlineError NOT_FOUND, STALE, CHANGE_REFUSED
 */
export async function cancelGame(deps: GameChangeDeps, request: GameChangeRequest) {
  let due = { entries: 0, total: 0n };
  await changeAsAdmin(deps, request, readGame, async (trx, game) => {
    const { before, after, paid } = await cancelAndRefund(trx, deps, game, request.by);
    due = paid;
    const status = buildForm(game, deps.now()).status;
    return { action: 'GAME_CANCELLED', before: { ...before, status }, after };
  });
  const game = await readGameDetails(deps, request.id);
  return { game, refunds: due.entries, refund_total: weiToTokens(due.total) };
}

/** Cancels a game and creates its refunds. A game without fixtures is already CANCELLED and may be cancelled permanently. */
async function cancelAndRefund(
  trx: Knex.Transaction,
  { payouts }: GameChangeDeps,
  game: StoredGame,
  { admin }: Actor,
) {
  if (game.status !== 'CANCELLED' || game.cancelled_by !== null) assertStatusCanChange(game);
  await markCancelled(trx, game.id, admin);
  await upsertGameRefunds(trx, payouts, game.id);
  const paid = await sumPaidEntries(trx, game.id);
  const refunds = { refunds: paid.entries, refund_total: weiToTokens(paid.total) };
  return { paid, before: { refunds: null, refund_total: null }, after: { status: 'CANCELLED', ...refunds } };
}

/** Translates a unique violation: there is one season game per season and one weekly game per gameweek. */
function rejectDuplicateGame(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '23505')
    throw changeRejected('A game of this type already exists for these gameweeks.');
  throw error;
}
