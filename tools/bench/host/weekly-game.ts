import { type Game, listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import type { Product } from '@touchline/local-stack/product';
import type { Database } from '@touchline/service-kit/data/database';
import { insertEntries } from '../data/insert-entries.ts';

/** Finds the weekly game of a gameweek. */
export async function findWeeklyGame({ api }: Product, gameweek: number): Promise<Game> {
  const { games } = await api.request(listGames, { query: { game_type: 'WEEKLY' } });
  const game = games.find(({ first_gameweek }) => first_gameweek === gameweek);
  if (!game) throw new Error(`gameweek ${gameweek} has no weekly game`);
  return game;
}

/** Counts the entries that the leaderboard of a game shows. */
export async function countRanked(product: Product, game: Game): Promise<number> {
  return (await readLeaderboard(product, game)).total;
}

const readLeaderboard = ({ api }: Product, { id }: Game) =>
  api.request(leaderboard, { params: { id }, query: { limit: '1' } });

/**
 * Adds entries to a weekly game until it has `entries`, starts its first match, and waits until the leaderboard shows all.
 * @param db the schema of the games service without a statement timeout
 * @param joined entries that the game already has
 */
export async function kickOffLargeGame(
  product: Product,
  db: Database,
  game: Game,
  { entries, joined = 0, signal }: { entries: number; joined?: number; signal?: AbortSignal },
): Promise<void> {
  const { first_gameweek: gameweek } = game;
  await insertEntries(db, game.id, entries - joined, { signal });
  await product.replay.advance({ to: { gameweek, phase: 'kickoff-1' } });
  const isReady = async () => {
    const { total, summary } = await readLeaderboard(product, game);
    return total === entries && summary.gameweek === gameweek;
  };
  await waitUntil(isReady, { what: `a leaderboard of ${entries} entries`, timeoutMs: 600_000 });
}
