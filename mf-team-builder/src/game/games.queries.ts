import { myParticipations } from '@touchline/api/http/entries';
import { type Game, type GameStatus, type GameType, getGame, listGames } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

type Api = Host['api'];

export const GAMES_KEY = ['team-builder', 'games'] as const;

interface GamesAsked {
  game_type: GameType;
  status?: GameStatus;
  limit: number;
  sort_order: 'ASC' | 'DESC';
}

/** Games of one kind by their start. */
export const gamesQuery = (api: Api, { game_type, status, limit, sort_order }: GamesAsked) =>
  queryOptions({
    queryKey: [...GAMES_KEY, game_type, status ?? 'all', limit, sort_order],
    queryFn: async ({ signal }): Promise<Game[]> => {
      const query = { game_type, limit: String(limit), sort_by: 'start_time' as const, sort_order };
      return (await api.call(listGames, { query: status ? { ...query, status } : query, signal })).games;
    },
    // Live messages are only heard while a screen is open: each opening asks again, behind what is known.
    staleTime: 0,
  });

/** The five lists that the chooser is made from (API-23). */
export const chooserQueries = (api: Api) =>
  [
    gamesQuery(api, { game_type: 'SEASON', limit: 1, sort_order: 'DESC' }),
    gamesQuery(api, { game_type: 'WEEKLY', status: 'ACTIVE', limit: 1, sort_order: 'DESC' }),
    gamesQuery(api, { game_type: 'WEEKLY', status: 'UPCOMING', limit: 1, sort_order: 'ASC' }),
    gamesQuery(api, { game_type: 'WEEKLY', limit: 20, sort_order: 'ASC' }),
    gamesQuery(api, { game_type: 'TOURNAMENT', limit: 5, sort_order: 'DESC' }),
  ] as const;

export const gameQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...GAMES_KEY, 'one', id],
    queryFn: async ({ signal }) => (await api.call(getGame, { params: { id }, signal })).game,
  });

/** Which games the caller is in; only their ids matter here. */
export const joinedGamesQuery = (api: Api, wallet: string) =>
  queryOptions({
    queryKey: ['team-builder', 'joined', wallet],
    queryFn: async ({ signal }) => {
      const { participations } = await api.call(myParticipations, { query: { realtime: 'true' }, signal });
      return participations.map((participation) => participation.game_id);
    },
    // Whoever comes back from the builder has joined one more.
    staleTime: 0,
  });
