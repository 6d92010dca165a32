import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/database';
import { findOwnEntry } from '../entries/entries.store.ts';
import type { Seasons } from '../football/seasons.ts';
import type { ChangeGame } from '../games/game-queue.ts';
import { createTransactionBatcher } from '../games/transaction-batcher.ts';
import { validateLineup } from '../lineups/check.ts';
import { mapPositions } from '../scoring/team.ts';
import type { LineupSave, LineupSaved, SaveLineupRequest } from './validate-save.ts';
import { saveBatch } from './save-batch.ts';

interface LineupDeps {
  db: Database;
  changeGame: ChangeGame;
  seasons: Seasons;
  now: () => number;
}

/**
 * Saves a new version of a lineup, for the gameweek that runs or comes next, or from the one after that on. A lineup that
 * changes nothing is answered like any other but stored and announced to nobody.
 * @throws TouchlineError NOT_FOUND (also for somebody else's team), GAME_NOT_EDITABLE, LINEUP_INVALID, PLAYER_LOCKED,
 * TOO_MANY_CHANGES, VALIDATION_FAILED (effective_gameweek)
 */
export type SaveLineup = (
  entryId: string,
  wallet: string,
  request: SaveLineupRequest,
) => Promise<LineupSaved>;

/** Saves that wait for the same game share a transaction. */
export function createLineupSaves(deps: LineupDeps): SaveLineup {
  const share = createTransactionBatcher<LineupSave, LineupSaved>(deps.changeGame, (trx, id, saves) =>
    saveBatch(deps, trx, id, saves),
  );
  return async (entryId, wallet, request) => {
    const arrived = deps.now();
    const entry = await findOwnEntry(deps.db, entryId, wallet);
    if (!entry) throw new TouchlineError('NOT_FOUND', 'This team does not exist.');
    const legal = validateLineup(request, mapPositions(entry.roster));
    return share(entry.game_id, { entry, legal, request, arrived });
  };
}
