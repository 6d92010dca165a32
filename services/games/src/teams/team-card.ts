import type { TeamCard } from '@touchline/api/http/leaderboard';
import { findEntry } from '../entries/entries.store.ts';
import { toWireGame } from '../games/game.ts';
import { arePrizesSettled } from '../games/prizes.ts';
import { findOwnRow } from '../standings/rows.ts';
import { type TeamDeps, teamNotFound } from './participations.ts';
import { findSettledPrize } from './teams.store.ts';

/**
 * Finds a team by its id, with the public data of the leaderboard.
 * @throws TouchlineError NOT_FOUND, also for a suspended or excluded team
 */
export async function findTeamCard(
  { db, standings: cache, findNewEntry, calendar, now }: TeamDeps,
  id: string,
): Promise<TeamCard> {
  const entry = await findEntry(db, id);
  const standings =
    entry && !entry.suspended && !entry.excluded ? await cache.getForRead(entry.game_id) : null;
  const row =
    entry && standings ? await findOwnRow(findNewEntry, standings, entry.wallet_address, 'public') : null;
  if (!standings || !row) throw teamNotFound();
  const { players, top } = standings.summary;
  return {
    game: toWireGame(standings.game, now(), calendar),
    row,
    total_players: players,
    ranked: top !== 0,
    prize: arePrizesSettled(standings.game) ? await findSettledPrize(db, id) : null,
  };
}
