import { getParticipation, myParticipations, type Participation } from '@touchline/api/http/entries';
import { gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

type Api = Pick<Host, 'api'>;

const HOME = 'home';
export const MATCHES_KEY = [HOME, 'matches'] as const;
export const TEAMS_KEY = [HOME, 'my-teams'] as const;
export const LEADERS_KEY = [HOME, 'leaders'] as const;

/** While the live stream is down, and for what it does not tell. */
const REFRESH_MS = 30_000;
/** More running teams than that are in My Teams. */
const MOST_TEAMS = 3;
const LEADERS = 5;

/** The fixtures of a gameweek with the clubs' three letters. */
export const matchesQuery = ({ api }: Api, gameweek: number | undefined) =>
  queryOptions({
    queryKey: [...MATCHES_KEY, gameweek],
    enabled: gameweek !== undefined,
    queryFn: async ({ signal }) => {
      const params = { gameweek: String(gameweek) };
      const [{ fixtures }, clubs] = await Promise.all([
        api.call(gameweekFixtures, { params, signal }),
        api.call(teams, { signal }),
      ]);
      return { fixtures, clubs: new Map(clubs.teams.map((club) => [club.id, club.short_name])) };
    },
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  });

const byStart = (a: { start_time: string }, b: { start_time: string }) =>
  Date.parse(a.start_time) - Date.parse(b.start_time);

/** The user's running teams with their players, the team that plays next, and the last result. */
export const myTeamsQuery = ({ api }: Api, wallet: string | undefined) =>
  queryOptions({
    queryKey: [...TEAMS_KEY, wallet],
    enabled: wallet !== undefined,
    queryFn: async ({ signal }) => {
      const { participations } = await api.call(myParticipations, { query: {}, signal });
      const inOrder = participations.toSorted((a, b) => byStart(a.game, b.game));
      const having = (status: Game['status']): Participation[] =>
        inOrder.filter(({ game }) => game.status === status);
      const running = await Promise.all(
        having('ACTIVE')
          .slice(-MOST_TEAMS)
          .map(
            async ({ id }) => (await api.call(getParticipation, { params: { id }, signal })).participation,
          ),
      );
      return { running, next: having('UPCOMING')[0] ?? null, last: having('COMPLETED').at(-1) ?? null };
    },
    refetchInterval: REFRESH_MS,
  });

/** The first five of the weekly game that runs, or ended last; null before the first. */
export const leadersQuery = ({ api }: Api) =>
  queryOptions({
    queryKey: LEADERS_KEY,
    queryFn: async ({ signal }) => {
      const query = { game_type: 'WEEKLY', limit: '20', sort_by: 'start_time', sort_order: 'DESC' } as const;
      const { games } = await api.call(listGames, { query, signal });
      const game =
        games.find(({ status }) => status === 'ACTIVE') ?? games.find(({ status }) => status === 'COMPLETED');
      if (!game) return null;
      const params = { id: game.id };
      const board = await api.call(leaderboard, { params, query: { limit: String(LEADERS) }, signal });
      return { game, rows: board.leaderboard, teams: board.summary.total_players };
    },
    refetchInterval: REFRESH_MS,
  });
