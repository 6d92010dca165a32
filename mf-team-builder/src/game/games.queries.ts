import { myParticipations } from '@touchline/api/http/entries';
import { type Game, type GameStatus, type GameType, getGame, listGames } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { TEAM_BUILDER_KEY } from '../query-key.ts';

type Api = Host['api'];

export interface GamesFilter {
  game_type: GameType;
  status?: GameStatus;
  limit: number;
  sort_order: 'ASC' | 'DESC';
}

const SEATS_MS = 30_000;

/** The key of one list; without a filter the prefix of everything that depends on games. */
export const getGamesQueryKey = (filter?: GamesFilter) =>
  [...TEAM_BUILDER_KEY, 'games', ...(filter ? [filter] : [])] as const;

/** Games of one type by their start. */
export const getGamesQueryOptions = (api: Api, filter: GamesFilter) =>
  queryOptions({
    queryKey: getGamesQueryKey(filter),
    queryFn: async ({ signal }): Promise<Game[]> => {
      const { limit, ...rest } = filter;
      const query = { ...rest, limit: String(limit), sort_by: 'start_time' as const };
      return (await api.request(listGames, { query, signal })).games;
    },
    // Live messages only arrive while a page is open: refetch on every mount, behind the cached list.
    staleTime: 0,
    // Nor does a message say that a seat was taken or came free.
    ...(filter.game_type === 'TOURNAMENT' ? { refetchInterval: SEATS_MS } : {}),
  });

/** The latest weekly game that is over, for when there is no other: the list of twenty begins with the oldest. */
export const getLastWeeklyQueryOptions = (api: Api) =>
  getGamesQueryOptions(api, { game_type: 'WEEKLY', status: 'COMPLETED', limit: 1, sort_order: 'DESC' });

/** The five lists behind the chooser (API-23). */
export const getChooserQueryOptions = (api: Api) =>
  [
    getGamesQueryOptions(api, { game_type: 'SEASON', limit: 1, sort_order: 'DESC' }),
    getGamesQueryOptions(api, { game_type: 'WEEKLY', status: 'ACTIVE', limit: 1, sort_order: 'DESC' }),
    getGamesQueryOptions(api, { game_type: 'WEEKLY', status: 'UPCOMING', limit: 1, sort_order: 'ASC' }),
    getGamesQueryOptions(api, { game_type: 'WEEKLY', limit: 20, sort_order: 'ASC' }),
    getGamesQueryOptions(api, { game_type: 'TOURNAMENT', limit: 5, sort_order: 'DESC' }),
  ] as const;

const getGameQueryKey = (id: string) => [...getGamesQueryKey(), 'one', id] as const;

export const getGameQueryOptions = (api: Api, id: string) =>
  queryOptions({
    queryKey: getGameQueryKey(id),
    queryFn: async ({ signal }) => (await api.request(getGame, { params: { id }, signal })).game,
  });

const getJoinedGamesQueryKey = (wallet: string) => [...TEAM_BUILDER_KEY, 'joined', wallet] as const;

const JOINED_TIMEOUT_MS = 5_000;

/** Ids of the games that the wallet has joined. */
export const getJoinedGamesQueryOptions = (api: Api, wallet: string) =>
  queryOptions({
    queryKey: getJoinedGamesQueryKey(wallet),
    queryFn: async ({ signal }) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(JOINED_TIMEOUT_MS)]);
      const query = { realtime: 'true' as const };
      const { participations } = await api.request(myParticipations, { query, signal: inTime });
      return participations.map((participation) => participation.game_id);
    },
    // Coming back from the builder, the user has usually joined one more.
    staleTime: 0,
    // CHOOSE-16: the cards wait for this and can do without it.
    retry: false,
  });
