import { standingsChanged } from '@touchline/api/events/games';
import { findLatestGameweek } from '@touchline/rules/season';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { renameEntry } from '../entries/entries.store.ts';
import { raiseVersion } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { requireOwnEntry } from './participations.ts';
import { assertEditable } from './validate-save.ts';

/**
 * Renames a team on every leaderboard. An unchanged name gets the same response, but is not published.
 * @throws TouchlineError NOT_FOUND (also for another user's team), GAME_NOT_EDITABLE
 */
export async function renameTeam(
  { db, writes, seasons, now }: GamesContext,
  entryId: string,
  wallet: string,
  team_name: string,
): Promise<{ team_name: string }> {
  const own = await requireOwnEntry(db, entryId, wallet);
  return writes.run(own.game_id, async (trx, game) => {
    assertEditable(game, now());
    const entry = await requireOwnEntry(trx, entryId, wallet);
    if (entry.team_name === team_name) return { team_name };
    const { version: game_version } = await raiseVersion(trx, game.id);
    await renameEntry(trx, { id: entryId, team_name, game_version });
    const gameweek = findLatestGameweek(await seasons.get(game.season), game, now())?.id ?? null;
    await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek });
    return { team_name };
  });
}
