import { gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import type { Host } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { queryOptions } from '@touchline/host/query';

type Api = Pick<Host, 'api'>;

const HOME = 'home';
/** Not `matches`: responses that earlier builds kept under that key have no `lastContactAt`. */
export const MATCHES_KEY = [HOME, 'match-states'] as const;
export const LEADERS_KEY = [HOME, 'leaders'] as const;

/** Polling interval, for changes without live messages and while the live stream is down. */
export const REFRESH_MS = 30_000;
const LEADERS = 5;

/** The fixtures of a gameweek with their age and the last contact with the feed (epoch ms), and the clubs' short names by id. */
export const matchesQuery = ({ api }: Api, gameweek: number | undefined) =>
  queryOptions({
    queryKey: [...MATCHES_KEY, gameweek],
    meta: KEPT_OFFLINE,
    enabled: gameweek !== undefined,
    queryFn: async ({ signal }) => {
      const params = { gameweek: String(gameweek) };
      const [{ fixtures, updated_at, stale }, clubs] = await Promise.all([
        api.request(gameweekFixtures, { params, signal }),
        api.request(teams, { signal }),
      ]);
      const names = clubs.teams.map(({ id, short_name }) => [id, short_name] as const);
      // `updated_at` is the time of the last change. Only in a stale response is it also the last contact with the feed.
      const lastContactAt = stale ? Date.parse(updated_at) : api.now();
      return { fixtures, updated_at, stale, lastContactAt, clubs: names };
    },
    select: withClubsById,
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  });

const withClubsById = <M extends { clubs: readonly (readonly [number, string])[] }>({
  clubs,
  ...matches
}: M) => ({ ...matches, clubs: new Map(clubs) });

/** The next weekly game, by its start; null if none is planned. */
export const nextGameQuery = ({ api }: Api) =>
  queryOptions({
    queryKey: [HOME, 'next-game'],
    meta: KEPT_OFFLINE,
    queryFn: async ({ signal }) => {
      const next = { limit: '1', sort_by: 'start_time', sort_order: 'ASC' } as const;
      const query = { game_type: 'WEEKLY', status: 'UPCOMING', ...next } as const;
      return (await api.request(listGames, { query, signal })).games[0] ?? null;
    },
    refetchInterval: REFRESH_MS,
  });

/** The first five teams of the running or latest weekly game. Null before the first game. */
export const leadersQuery = ({ api }: Api) =>
  queryOptions({
    queryKey: LEADERS_KEY,
    meta: KEPT_OFFLINE,
    queryFn: async ({ signal }) => {
      const findLatest = async (status: 'ACTIVE' | 'COMPLETED') => {
        const newest = { limit: '1', sort_by: 'start_time', sort_order: 'DESC' } as const;
        const { games } = await api.request(listGames, {
          query: { game_type: 'WEEKLY', status, ...newest },
          signal,
        });
        return games[0];
      };
      const game = (await findLatest('ACTIVE')) ?? (await findLatest('COMPLETED'));
      if (!game) return null;
      const params = { id: game.id };
      const response = await api.request(leaderboard, { params, query: { limit: String(LEADERS) }, signal });
      return { game, rows: response.leaderboard, teams: response.summary.total_players };
    },
    refetchInterval: REFRESH_MS,
  });
