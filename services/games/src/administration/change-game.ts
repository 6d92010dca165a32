import type { Actor } from '@touchline/api/admin-values';
import { gamesAdminChanged } from '@touchline/api/events/admin-changes';
import { gameChanged } from '@touchline/api/events/games';
import type { AdminGameDetails } from '@touchline/api/http/admin-games';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { tokensOf } from '@touchline/rules/tokens';
import {
  changedFields,
  changeRefused,
  recordAdminChange,
  refuseOtherThanAdmins,
  refuseStale,
} from '@touchline/service-kit/admin-changes';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import type { ChangeGame } from '../games/game-queue.ts';
import { cancelFor, lockGame } from '../games/games.store.ts';
import { gameOrNotFound } from '../games/games.ts';
import { oweForGame } from '../payments/dues.ts';
import type { Recorded } from './change-entry.ts';
import { editedGame, formOf, type GameChange, normalised, refuseStatus } from './game-edit.ts';
import {
  firstSettled,
  gameFacts,
  paidEntries,
  somebodyCame,
  somebodyPays,
  updateGame,
} from './games.store.ts';
import { gameDetails } from './list-games.ts';

export interface GameChangeDeps {
  db: Database;
  changeGame: ChangeGame;
  seasons: Seasons;
  payouts: Pick<Payouts, 'owe'>;
  adminWallets: readonly string[];
  now: () => number;
}

interface GameNamed {
  by: Actor;
  id: string;
  version: string;
}

/**
 * Changes the fields that were sent.
 * @throws TouchlineError FORBIDDEN, NOT_FOUND, STALE, VALIDATION_FAILED, CHANGE_REFUSED
 */
export async function correctGame(
  deps: GameChangeDeps,
  { change, ...named }: GameNamed & { change: GameChange },
): Promise<AdminGameDetails> {
  await changed(deps, named, async (trx, game) => {
    const at = deps.now();
    const before = formOf(game, at);
    const fields = changedFields(before, normalised(change));
    if (!fields) return null;
    const use = {
      somebodyCame: await somebodyCame(trx, game),
      somebodyPays: await somebodyPays(trx, game.id),
      firstSettled: await firstSettled(trx, game.id),
    };
    const season = await deps.seasons.get(game.season);
    await updateGame(trx, game.id, editedGame(game, fields.after as GameChange, season, use, at)).catch(
      refuseTwin,
    );
    if (!('status' in fields.after) || fields.after.status !== 'CANCELLED')
      return { action: 'GAME_EDITED', ...fields };
    const { before: was, after } = await cancel(trx, deps, game, named.by);
    return {
      action: 'GAME_CANCELLED',
      before: { ...fields.before, ...was, status: before.status },
      after: { ...fields.after, ...after },
    };
  });
  return gameDetails(deps, named.id);
}

/**
 * Cancels a game for good: every verified payment of it is due back from then on.
 * @throws TouchlineError FORBIDDEN, NOT_FOUND, STALE, CHANGE_REFUSED
 */
export async function cancelGame(deps: GameChangeDeps, named: GameNamed) {
  let due = { entries: 0, total: 0n };
  await changed(deps, named, async (trx, game) => {
    const { before, after, paid } = await cancel(trx, deps, game, named.by);
    due = paid;
    const status = formOf(game, deps.now()).status;
    return { action: 'GAME_CANCELLED', before: { ...before, status }, after };
  });
  const game = await gameDetails(deps, named.id);
  return { game, refunds: due.entries, refund_total: tokensOf(due.total) };
}

/** A game that has lost its matches can be cancelled for good. */
async function cancel(
  trx: Knex.Transaction,
  { payouts }: GameChangeDeps,
  game: StoredGame,
  { admin }: Actor,
) {
  if (game.status !== 'CANCELLED' || game.cancelled_by !== null) refuseStatus(game);
  await cancelFor(trx, game.id, admin);
  await oweForGame(trx, payouts, game.id);
  const paid = await paidEntries(trx, game.id);
  const refunds = { refunds: paid.entries, refund_total: tokensOf(paid.total) };
  return { paid, before: { refunds: null, refund_total: null }, after: { status: 'CANCELLED', ...refunds } };
}

async function changed(
  { db, changeGame, adminWallets, now }: GameChangeDeps,
  { by, id, version }: GameNamed,
  change: (trx: Knex.Transaction, game: StoredGame) => Promise<Recorded | null>,
): Promise<void> {
  refuseOtherThanAdmins(adminWallets, by);
  await gameOrNotFound(db, id);
  await changeGame(id, async (trx) => {
    const game = await lockGame(trx, id);
    refuseStale(version, String((await gameFacts(trx, id)).edits));
    const recorded = await change(trx, game);
    if (!recorded) return;
    await writeOutbox(trx, gameChanged, { game_id: id });
    const subject = { owner: 'games', subject: id, wallet: null } as const;
    await recordAdminChange(trx, gamesAdminChanged, by, { ...subject, ...recorded }, now());
  });
}

/** One season game per season and one weekly game per gameweek. */
function refuseTwin(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '23505')
    throw changeRefused('There is such a game already for these gameweeks.');
  throw error;
}
