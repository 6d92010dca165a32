import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/data/database';
import { findOwnEntry } from '../entries/entries.store.ts';
import type { Seasons } from '../football/seasons.ts';
import type { ChangeGame } from '../games/game-queue.ts';
import { createTransactionBatcher } from '../games/transaction-batcher.ts';
import { validateLineup } from '../lineups/check.ts';
import { mapPositions } from '../scoring/team.ts';
import { saveBatch } from './save-batch.ts';
import type { LineupSave, LineupSaved, SaveLineupRequest } from './validate-save.ts';

interface LineupDeps {
  db: Database;
  changeGame: ChangeGame;
  seasons: Seasons;
  now: () => number;
}

/**
 * Saves a new version of a lineup for the current gameweek, or from the following gameweek on. A lineup that changes nothing
 * gets the same response, but is neither stored nor published.
 * @throws TouchlineError NOT_FOUND (also for another user's team), GAME_NOT_EDITABLE, LINEUP_INVALID, PLAYER_LOCKED,
 * TOO_MANY_CHANGES, VALIDATION_FAILED (effective_gameweek)
 */
export type SaveLineup = (
  entryId: string,
  wallet: string,
  request: SaveLineupRequest,
) => Promise<LineupSaved>;

/** Creates the function that saves lineups. Concurrent saves for the same game share a transaction. */
export function createLineupSaves(deps: LineupDeps): SaveLineup {
  const batch = createTransactionBatcher<LineupSave, LineupSaved>(deps.changeGame, (trx, id, saves) =>
    saveBatch(deps, trx, id, saves),
  );
  return async (entryId, wallet, request) => {
    const arrived = deps.now();
    const entry = await findOwnEntry(deps.db, entryId, wallet);
    if (!entry) throw new TouchlineError('NOT_FOUND', 'This team does not exist.');
    const lineup = validateLineup(request, mapPositions(entry.roster));
    return batch(entry.game_id, { entry, lineup, request, arrived });
  };
}
