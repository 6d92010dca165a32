import { TouchlineError } from '@touchline/api/errors';
import { type Game, type GameType, getGame, listGames } from '@touchline/api/http/games';
import { type Leaderboard, leaderboard } from '@touchline/api/http/leaderboard';
import type { LiveMessage } from '@touchline/api/http/live';
import { gamePrizes } from '@touchline/api/http/prizes';
import type { Host } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { keepPreviousData, queryOptions } from '@touchline/host/query';
import { getRankMovement, type Moves } from '../leaderboard/rank-movement.ts';
import type { RankingsParams } from '../rankings-params.ts';
import { buildTeamKey } from '../team-preview/team-key.ts';

/** RANK-10 */
export const REFRESH_MS = 30_000;

const RANKINGS = 'rankings';

/** Without a type: prefix of the keys of all lists. */
const gamesKey = (...type: [GameType?]) => [RANKINGS, 'games', ...type] as const;

/** Without a page and wallet: prefix of the keys of all pages. The response includes the user's own row, hence `wallet`. */
const leaderboardKey = (gameId: string, ...page: [page?: LeaderboardParams, wallet?: string | null]) =>
  [RANKINGS, 'leaderboard', gameId, ...page] as const;

const prizesKey = (gameId: string) => [RANKINGS, 'prizes', gameId] as const;

/** Returns the keys of queries that a live message makes stale. */
export function findStaleKeys(message: LiveMessage): (readonly unknown[])[] {
  if (message.topic === 'game') return [gamesKey()];
  if (message.topic === 'leaderboard')
    return [leaderboardKey(message.game_id), prizesKey(message.game_id), buildTeamKey(message.game_id)];
  if (message.topic === 'prizes') return [prizesKey(message.game_id), gamesKey()];
  return [[RANKINGS]];
}

/** Only the latest season has a leaderboard here (RANK-09). */
const GAMES_PER_REQUEST: Record<GameType, number> = { SEASON: 1, WEEKLY: 100, TOURNAMENT: 100 };

/** Games of one type, latest first; for tournaments all pages (API-28). */
export const gamesQuery = (api: Host['api'], game_type: GameType) =>
  queryOptions({
    queryKey: gamesKey(game_type),
    meta: KEPT_OFFLINE,
    queryFn: async ({ signal }) => {
      const loaded: Game[] = [];
      for (let page = 1; ; page += 1) {
        const { games, total } = await api.request(listGames, {
          query: buildGamesParams(game_type, page),
          signal,
        });
        loaded.push(...games);
        if (game_type !== 'TOURNAMENT' || games.length === 0 || loaded.length >= total) return loaded;
      }
    },
  });

/** Game from a URL that is missing from the section's list: it belongs to another section, or is old. */
export const linkedGameQuery = (api: Host['api'], id: string) =>
  queryOptions({
    queryKey: [...gamesKey(), 'linked', id],
    meta: KEPT_OFFLINE,
    queryFn: ({ signal }) => api.request(getGame, { params: { id }, signal }),
    retry: false,
  });

/** Prize levels of a game that has prizes, with the entries on their last places. */
export const prizesQuery = (api: Host['api'], { id, prizes: { pool, state } }: Game) =>
  queryOptions({
    queryKey: prizesKey(id),
    meta: KEPT_OFFLINE,
    queryFn: ({ signal }) => api.request(gamePrizes, { params: { id }, signal }),
    enabled: pool !== '0' && state !== 'NONE',
    refetchInterval: REFRESH_MS,
  });

const buildGamesParams = (game_type: GameType, page: number) => ({
  game_type,
  limit: String(GAMES_PER_REQUEST[game_type]),
  page: String(page),
  sort_by: 'start_time' as const,
  sort_order: 'DESC',
});

type LeaderboardParams = Pick<
  RankingsParams,
  'page' | 'per_page' | 'search' | 'staked_only' | 'sort_by' | 'sort_order'
>;

interface LeaderboardWithMoves extends Leaderboard {
  moves: Moves;
}

/** One page of a leaderboard, with the moves since the previous update. */
export const leaderboardQuery = (
  api: Host['api'],
  gameId: string,
  page: LeaderboardParams,
  wallet: string | null,
) =>
  queryOptions({
    queryKey: leaderboardKey(gameId, page, wallet),
    meta: KEPT_OFFLINE,
    queryFn: async ({ signal, client }): Promise<LeaderboardWithMoves> => {
      const loaded = await loadLeaderboard(api, gameId, page, signal);
      return { ...loaded, moves: (await getRankMovement(client)).update(gameId, loaded) };
    },
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** @throws Error with the message of RANK-11. A response without a list counts as an empty leaderboard (RANK-13). */
async function loadLeaderboard(
  api: Host['api'],
  id: string,
  page: LeaderboardParams,
  signal: AbortSignal,
): Promise<Leaderboard> {
  const query = {
    limit: String(page.per_page),
    page: String(page.page),
    sort_by: page.sort_by,
    sort_order: page.sort_order,
    ...(page.search ? { search: page.search } : {}),
    ...(page.staked_only ? { staked_only: 'true' as const } : {}),
  };
  try {
    return await api.request(leaderboard, { params: { id }, query, signal });
  } catch (cause) {
    if (lacksList(cause)) return EMPTY;
    throw new Error('Failed to load leaderboard data', { cause });
  }
}

const EMPTY: Leaderboard = {
  leaderboard: [],
  total: 0,
  summary: { total_players: 0, top_score: 0, average_score: 0, gameweek: null },
  me: null,
  distribution: [],
  updated_at: '',
};

/** True if the response has another value in place of the list. */
function lacksList(error: unknown): boolean {
  if (!(error instanceof TouchlineError) || error.code !== 'RESPONSE_INVALID') return false;
  const { issues } = error.cause as { issues?: { path: unknown[] }[] };
  return (issues ?? []).some(
    ({ path }) => path.length === 0 || (path.length === 1 && path[0] === 'leaderboard'),
  );
}
