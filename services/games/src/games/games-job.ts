import { gameChanged } from '@touchline/api/events/games';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import type { Season } from '../football/season.ts';
import type { StoredGame } from './game.ts';
import { gameChange, missingGames } from './game-plan.ts';
import { gamesOfSeason, insertGame, writeGameChange } from './games.store.ts';

/** Whether a game must be created or changed. */
export function gamesAreDue(
  season: Season,
  games: readonly StoredGame[],
  now: number,
  seasonFee: string,
): boolean {
  return (
    missingGames(season, games, now, seasonFee).length > 0 ||
    games.some((game) => gameChange(season, game, now) !== null)
  );
}

/**
 * Creates the games that should exist and updates the others by feed and clock (game rules 4). Idempotent; runs in a
 * transaction that has locked the season.
 */
export async function updateGames(
  trx: Knex.Transaction,
  season: Season,
  now: number,
  seasonFee: string,
): Promise<void> {
  const games = await gamesOfSeason(trx, season.id);
  for (const missing of missingGames(season, games, now, seasonFee)) {
    await insertGame(trx, season.id, missing, now);
  }
  for (const game of await gamesOfSeason(trx, season.id)) {
    const change = gameChange(season, game, now);
    if (change) await writeGameChange(trx, change);
    if (change || !games.some(({ id }) => id === game.id))
      await writeOutbox(trx, gameChanged, { game_id: game.id });
  }
}
