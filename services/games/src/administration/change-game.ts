import type { Actor } from '@touchline/api/admin-values';
import { gameChanged } from '@touchline/api/events/games';
import type { AdminGameDetails } from '@touchline/api/http/admin-games';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { weiToTokens } from '@touchline/rules/tokens';
import {
  assertCurrentVersion,
  changeRejected,
  diffFields,
  recordAdminChange,
} from '@touchline/service-kit/administration/admin-changes';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import type { GameWrites } from '../games/game-writes.ts';
import { markCancelled } from '../games/games.store.ts';
import { upsertGameRefunds } from '../payments/refunds-due.ts';
import { hasReservationsOrEntries } from '../reservations/seats.store.ts';
import type { RecordedChange } from './change-entry.ts';
import { assertStatusCanChange, buildForm, buildGameEdit, type GameChange, normalise } from './game-edit.ts';
import { findFirstSettledGameweek, readGameInfo, sumPaidEntries, updateGame } from './games.store.ts';
import { readGameDetails } from './list-games.ts';

export interface GameChangeDeps {
  db: Database;
  writes: GameWrites;
  seasons: Seasons;
  payouts: Pick<Payouts, 'upsert'>;
  now: () => number;
}

interface GameChangeRequest {
  by: Actor;
  id: string;
  version: string;
}

/**
 * Changes the fields that the request contains. Values that an administrator sets no longer follow the clock and the feed.
 * @throws TouchlineError NOT_FOUND, STALE, VALIDATION_FAILED, CHANGE_REFUSED
 */
export async function changeGameFields(
  deps: GameChangeDeps,
  { change, ...request }: GameChangeRequest & { change: GameChange },
): Promise<AdminGameDetails> {
  await applyChange(deps, request, async (trx, game) => {
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
  await applyChange(deps, request, async (trx, game) => {
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

async function applyChange(
  { writes, now }: GameChangeDeps,
  { by, id, version }: GameChangeRequest,
  change: (trx: Knex.Transaction, game: StoredGame) => Promise<RecordedChange | null>,
): Promise<void> {
  await writes.run(id, async (trx, game) => {
    assertCurrentVersion(version, String((await readGameInfo(trx, id)).edits));
    const recorded = await change(trx, game);
    if (!recorded) return;
    await writeOutbox(trx, gameChanged, { game_id: id });
    const subject = { owner: 'games', subject: id, wallet: null } as const;
    await recordAdminChange(trx, by, { ...subject, ...recorded }, now());
  });
}

/** Translates a unique violation: there is one season game per season and one weekly game per gameweek. */
function rejectDuplicateGame(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '23505')
    throw changeRejected('A game of this type already exists for these gameweeks.');
  throw error;
}
