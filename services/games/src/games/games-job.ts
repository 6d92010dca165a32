import { gameChanged } from '@touchline/api/events/games';
import type { Season } from '@touchline/rules/season';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import type { StoredGame } from './game.ts';
import { planGameChange, planMissingGames } from './game-plan.ts';
import { findGamesOfSeason, insertGame, lockGame, writeGameChange } from './games.store.ts';
import type { StoredPlan } from './prizes.ts';

/** Terms of games that the service creates. */
export interface NewGameTerms {
  /** Entry fee of a season game, whole tokens. */
  seasonFee: string;
  /** Prize plan by game type. */
  plans: Readonly<Record<StoredGame['game_type'], StoredPlan>>;
}

/** True when a game must be created or changed. */
export function needsGameUpdates(
  season: Season,
  games: readonly StoredGame[],
  now: number,
  seasonFee: string,
): boolean {
  return (
    planMissingGames(season, games, now, seasonFee).length > 0 ||
    games.some((game) => planGameChange(season, game, now) !== null)
  );
}

/**
 * Creates missing games and updates existing ones from the feed and the clock (game rules 4). Idempotent. The transaction
 * must have locked the season.
 */
export async function updateGames(
  trx: Knex.Transaction,
  season: Season,
  now: number,
  { seasonFee, plans }: NewGameTerms,
): Promise<void> {
  const games = await findGamesOfSeason(trx, season.id);
  for (const missing of planMissingGames(season, games, now, seasonFee)) {
    await insertGame(trx, season.id, missing, plans[missing.game_type], now);
  }
  for (const game of await findGamesOfSeason(trx, season.id)) {
    const isChanged = await updateGame(trx, season, game, now);
    if (isChanged || !games.some(({ id }) => id === game.id))
      await writeOutbox(trx, gameChanged, { game_id: game.id });
  }
}

/** Applies the change that a game is due. Plans it from the locked row, because an administrator may have just changed the game. */
async function updateGame(
  trx: Knex.Transaction,
  season: Season,
  game: StoredGame,
  now: number,
): Promise<boolean> {
  if (planGameChange(season, game, now) === null) return false;
  const change = planGameChange(season, (await lockGame(trx, game.id))!, now);
  if (change) await writeGameChange(trx, change);
  return change !== null;
}
