import { TouchlineError } from '@touchline/api/errors';
import { type Game, type GameType, listGames } from '@touchline/api/http/games';
import { type Leaderboard, leaderboard } from '@touchline/api/http/leaderboard';
import { publicLineup } from '@touchline/api/http/lineups';
import type { Host } from '@touchline/host/host';
import { keepPreviousData, type QueryClient, queryOptions } from '@touchline/host/query';
import type { RankingsView } from './rankings-view.ts';
import { type Moves, SeenRanks } from './seen-ranks.ts';

/** API-41: answers are good for 5 minutes; live messages refresh them at once. */
const FRESH_MS = 5 * 60_000;
/** RANK-10. */
const REFRESH_MS = 30_000;

export const GAMES_KEY = ['rankings', 'games'] as const;
export const leaderboardKey = (gameId: string) => ['rankings', 'leaderboard', gameId] as const;
export const teamsKey = (gameId: string) => ['rankings', 'team', gameId] as const;

/** Only the latest season has a leaderboard here (RANK-09); of the other kinds as many as a page holds. */
const GAMES_PER_CALL: Record<GameType, number> = { SEASON: 1, WEEKLY: 100, TOURNAMENT: 100 };

/** The games of one kind, the latest first; tournaments all of them (API-28). */
export const gamesOf = (api: Host['api'], game_type: GameType) =>
  queryOptions({
    queryKey: [...GAMES_KEY, game_type],
    queryFn: async ({ signal }) => {
      const found: Game[] = [];
      for (let page = 1; ; page += 1) {
        const { games, total } = await api.call(listGames, { query: gamesQuery(game_type, page), signal });
        found.push(...games);
        if (game_type !== 'TOURNAMENT' || games.length === 0 || found.length >= total) return found;
      }
    },
    staleTime: FRESH_MS,
  });

const gamesQuery = (game_type: GameType, page: number) => ({
  game_type,
  limit: String(GAMES_PER_CALL[game_type]),
  page: String(page),
  sort_by: 'start_time' as const,
  sort_order: 'DESC',
});

type Page = Pick<RankingsView, 'page' | 'per_page' | 'search' | 'staked_only' | 'sort_by' | 'sort_order'>;

/** Standings with who moved since those that were seen before. */
export interface SeenLeaderboard extends Leaderboard {
  moves: Moves;
}

const seenBy = new WeakMap<QueryClient, SeenRanks>();

function seen(client: QueryClient): SeenRanks {
  const ranks = seenBy.get(client) ?? new SeenRanks();
  seenBy.set(client, ranks);
  return ranks;
}

/** A page of a game's standings. `wallet` is in the key because the answer carries the caller's own row. */
export const leaderboardOf = (api: Host['api'], gameId: string, page: Page, wallet: string | null) =>
  queryOptions({
    queryKey: [...leaderboardKey(gameId), page, wallet],
    queryFn: async ({ signal, client }): Promise<SeenLeaderboard> => {
      const loaded = await loadLeaderboard(api, gameId, page, signal);
      return { ...loaded, moves: seen(client).note(gameId, loaded) };
    },
    staleTime: FRESH_MS,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** What may be seen of a team. */
export const teamOf = (api: Host['api'], gameId: string, participation_id: string) =>
  queryOptions({
    queryKey: [...teamsKey(gameId), participation_id],
    queryFn: ({ signal }) => api.call(publicLineup, { params: { id: gameId, participation_id }, signal }),
    staleTime: FRESH_MS,
    refetchInterval: REFRESH_MS,
  });

/** Fails with RANK-11's words; a list that is no array is an empty one (RANK-13). */
async function loadLeaderboard(
  api: Host['api'],
  id: string,
  page: Page,
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
    return await api.call(leaderboard, { params: { id }, query, signal });
  } catch (cause) {
    if (isNoList(cause)) return NOBODY;
    throw new Error('Failed to load leaderboard data', { cause });
  }
}

const NOBODY: Leaderboard = {
  leaderboard: [],
  total: 0,
  summary: { total_players: 0, top_score: 0, average_score: 0, gameweek: null },
  me: null,
  distribution: [],
  updated_at: '',
};

/** The answer arrived, but where the list should be there was something else. */
function isNoList(error: unknown): boolean {
  if (!(error instanceof TouchlineError) || error.code !== 'ANSWER_NOT_UNDERSTOOD') return false;
  const { issues } = error.cause as { issues?: { path: unknown[] }[] };
  return (issues ?? []).some(
    ({ path }) => path.length === 0 || (path.length === 1 && path[0] === 'leaderboard'),
  );
}
