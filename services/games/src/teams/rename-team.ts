import { TouchlineError } from '@touchline/api/errors';
import { standingsChanged } from '@touchline/api/events/games';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { findOwnEntry, renameEntry } from '../entries/entries.store.ts';
import { findLatestGameweek } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import type { ChangeGame } from '../games/game-queue.ts';
import { lockGame, raiseVersion } from '../games/games.store.ts';
import { assertEditable } from './validate-save.ts';

interface RenameDeps {
  db: Database;
  changeGame: ChangeGame;
  seasons: Seasons;
  now: () => number;
}

/**
 * Renames a team on every leaderboard. An unchanged name gets the same response, but is not published.
 * @throws TouchlineError NOT_FOUND (also for another user's team), GAME_NOT_EDITABLE
 */
export async function renameTeam(
  { db, changeGame, seasons, now }: RenameDeps,
  entryId: string,
  wallet: string,
  team_name: string,
): Promise<{ team_name: string }> {
  const own = await findOwnEntry(db, entryId, wallet);
  if (!own) throw new TouchlineError('NOT_FOUND', 'This team does not exist.');
  return changeGame(own.game_id, async (trx) => {
    const game = await lockGame(trx, own.game_id);
    assertEditable(game, now());
    const entry = await findOwnEntry(trx, entryId, wallet);
    if (entry?.team_name === team_name) return { team_name };
    const { version: game_version } = await raiseVersion(trx, game.id);
    await renameEntry(trx, { id: entryId, team_name, game_version });
    const gameweek = findLatestGameweek(await seasons.get(game.season), game, now())?.id ?? null;
    await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek });
    return { team_name };
  });
}
