import { gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

type Api = Pick<Host, 'api'>;

const HOME = 'home';
export const MATCHES_KEY = [HOME, 'matches'] as const;
export const LEADERS_KEY = [HOME, 'leaders'] as const;

/** While the live stream is down, and for what it does not tell. */
export const REFRESH_MS = 30_000;
const LEADERS = 5;

/** The fixtures of a gameweek with the clubs' three letters. */
export const matchesQuery = ({ api }: Api, gameweek: number | undefined) =>
  queryOptions({
    queryKey: [...MATCHES_KEY, gameweek],
    enabled: gameweek !== undefined,
    queryFn: async ({ signal }) => {
      const params = { gameweek: String(gameweek) };
      const [{ fixtures }, clubs] = await Promise.all([
        api.request(gameweekFixtures, { params, signal }),
        api.request(teams, { signal }),
      ]);
      return { fixtures, clubs: new Map(clubs.teams.map((club) => [club.id, club.short_name])) };
    },
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  });

/** The first five of the weekly game that runs, or ended last; null before the first. */
export const leadersQuery = ({ api }: Api) =>
  queryOptions({
    queryKey: LEADERS_KEY,
    queryFn: async ({ signal }) => {
      const last = async (status: 'ACTIVE' | 'COMPLETED') => {
        const newest = { limit: '1', sort_by: 'start_time', sort_order: 'DESC' } as const;
        const { games } = await api.request(listGames, {
          query: { game_type: 'WEEKLY', status, ...newest },
          signal,
        });
        return games[0];
      };
      const game = (await last('ACTIVE')) ?? (await last('COMPLETED'));
      if (!game) return null;
      const params = { id: game.id };
      const board = await api.request(leaderboard, { params, query: { limit: String(LEADERS) }, signal });
      return { game, rows: board.leaderboard, teams: board.summary.total_players };
    },
    refetchInterval: REFRESH_MS,
  });
