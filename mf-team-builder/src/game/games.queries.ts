import { myParticipations } from '@touchline/api/http/entries';
import { type Game, type GameStatus, type GameType, getGame, listGames } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { retryWhileStale } from '../page/retry-while-stale.ts';
import { TEAM_BUILDER_KEY } from '../query-key.ts';

type Api = Host['api'];

export interface GamesFilter {
  game_type?: GameType;
  status?: GameStatus;
  limit: number;
  sort_order: 'ASC' | 'DESC';
}

/** No live message reports seats that were taken or became free. */
export const SEATS_POLL_MS = 30_000;

/** Key of one list. Without a filter, the prefix of all queries that depend on games. */
export const getGamesQueryKey = (filter?: GamesFilter) =>
  [...TEAM_BUILDER_KEY, 'games', ...(filter ? [filter] : [])] as const;

/** Games sorted by start, by default of all types. */
export const getGamesQueryOptions = (api: Api, filter: GamesFilter) =>
  queryOptions({
    queryKey: getGamesQueryKey(filter),
    queryFn: async ({ signal }): Promise<Game[]> => {
      const { limit, ...rest } = filter;
      const query = { ...rest, limit: String(limit), sort_by: 'start_time' as const };
      return (await api.request(listGames, { query, signal })).games;
    },
    // Live messages arrive only while a page is open, so every mount refetches while the cached list is shown.
    staleTime: 0,
    refetchInterval:
      filter.game_type === 'TOURNAMENT' || filter.game_type === undefined ? SEATS_POLL_MS : retryWhileStale,
  });

/** The latest completed weekly game, shown if there is no other. The list of twenty starts with the oldest. */
export const getLastWeeklyQueryOptions = (api: Api) =>
  getGamesQueryOptions(api, { game_type: 'WEEKLY', status: 'COMPLETED', limit: 1, sort_order: 'DESC' });

/** The five lists that the chooser loads (API-23). */
export const getChooserQueryOptions = (api: Api) =>
  [
    getGamesQueryOptions(api, { game_type: 'SEASON', limit: 1, sort_order: 'DESC' }),
    getGamesQueryOptions(api, { game_type: 'WEEKLY', status: 'ACTIVE', limit: 1, sort_order: 'DESC' }),
    getGamesQueryOptions(api, { game_type: 'WEEKLY', status: 'UPCOMING', limit: 1, sort_order: 'ASC' }),
    getGamesQueryOptions(api, { game_type: 'WEEKLY', limit: 20, sort_order: 'ASC' }),
    getGamesQueryOptions(api, { game_type: 'TOURNAMENT', limit: 5, sort_order: 'DESC' }),
  ] as const;

/** The games that are not over, upcoming ones first. */
export const getOpenGamesQueryOptions = (api: Api) =>
  [
    getGamesQueryOptions(api, { status: 'UPCOMING', limit: 100, sort_order: 'ASC' }),
    getGamesQueryOptions(api, { status: 'ACTIVE', limit: 100, sort_order: 'ASC' }),
  ] as const;

export const getGameQueryOptions = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...getGamesQueryKey(), 'one', id],
    queryFn: async ({ signal }) => (await api.request(getGame, { params: { id }, signal })).game,
    // As for lists, every mount refetches.
    staleTime: 0,
  });

const JOINED_TIMEOUT_MS = 5_000;

/** The wallet's teams. */
export const getJoinedTeamsQueryOptions = (api: Api, wallet: string) =>
  queryOptions({
    queryKey: [...TEAM_BUILDER_KEY, 'joined', wallet],
    queryFn: async ({ signal }) => {
      const signalWithTimeout = AbortSignal.any([signal, AbortSignal.timeout(JOINED_TIMEOUT_MS)]);
      const query = { realtime: 'true' as const };
      return (await api.request(myParticipations, { query, signal: signalWithTimeout })).participations;
    },
    // A user who returns from the builder has usually joined another game.
    staleTime: 0,
    // CHOOSE-16: pages wait for this request but work without its result.
    retry: false,
  });

/** Ids of the games that the wallet has joined. */
export const getJoinedGamesQueryOptions = (api: Api, wallet: string) =>
  queryOptions({
    ...getJoinedTeamsQueryOptions(api, wallet),
    select: (teams) => teams.map(({ game_id }) => game_id),
  });
