import { myParticipations } from '@touchline/api/http/entries';
import { teams } from '@touchline/api/http/fpl';
import { canJoin, currentGameweekOfGames } from '@touchline/api/http/games';
import {
  leagueFixtures,
  leagueManager,
  leagueOwnership,
  leagueRecap,
  leagueTable,
} from '@touchline/api/http/league-tables';
import { findInvitation, getLeague, getSupportedClub, myLeagues } from '@touchline/api/http/leagues';
import type { Host } from '@touchline/host/host';
import { keepPreviousData, queryOptions } from '@touchline/host/query';
import { getRankMovement } from '../leaderboard/rank-movement.ts';

type Api = Host['api'];

/** Polling interval, for changes of members, which send no live message, and while the live stream is down. */
const REFRESH_MS = 30_000;

/** Prefix of the keys of all league queries. */
export const LEAGUES_KEY = ['leagues'] as const;

/** Prefix of the keys of one league. */
export const buildLeagueKey = (id: string) => [...LEAGUES_KEY, id] as const;

export const ROWS_PER_PAGE = 50;

/** The user's leagues, automatic ones included. */
export const myLeaguesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...LEAGUES_KEY, 'mine'] as const,
    queryFn: async ({ signal }) => (await api.request(myLeagues, { query: {}, signal })).leagues,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

/** Games in which the user has an entry and that are not over. */
export const joinedGamesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...LEAGUES_KEY, 'games'] as const,
    queryFn: async ({ signal }) => {
      const { participations } = await api.request(myParticipations, { query: {}, signal });
      return participations
        .map(({ game }) => game)
        .filter(({ status }) => status === 'ACTIVE' || status === 'UPCOMING');
    },
    staleTime: 0,
  });

/** Number of the first gameweek that has not started. */
export const nextGameweekQuery = (api: Api) =>
  queryOptions({
    queryKey: [...LEAGUES_KEY, 'next-gameweek'] as const,
    queryFn: async ({ signal }) => {
      const { gameweek } = await api.request(currentGameweekOfGames, { signal });
      const { id, start_time, deadline_time } = gameweek;
      return Date.parse(start_time ?? deadline_time) <= api.now() ? id + 1 : id;
    },
    staleTime: 0,
  });

export const leagueQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...buildLeagueKey(id), 'league'] as const,
    queryFn: async ({ signal }) => (await api.request(getLeague, { params: { id }, signal })).league,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  });

/** One page of a table, with the moves since the previous update. */
export const tableQuery = (api: Api, id: string, page: number) =>
  queryOptions({
    queryKey: [...buildLeagueKey(id), 'table', page] as const,
    queryFn: async ({ signal, client }) => {
      const query = { limit: String(ROWS_PER_PAGE), page: String(page) };
      const table = await api.request(leagueTable, { params: { id }, query, signal });
      const { updated_at, rows, me } = table;
      const moves = (await getRankMovement(client)).update(id, { updated_at, leaderboard: rows, me });
      return { ...table, moves };
    },
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const ownershipQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...buildLeagueKey(id), 'ownership'] as const,
    queryFn: ({ signal }) => api.request(leagueOwnership, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** Matches of a gameweek, or all matches of a wallet. */
export const fixturesQuery = (api: Api, id: string, of: { gameweek: number } | { wallet: string }) =>
  queryOptions({
    queryKey: [...buildLeagueKey(id), 'fixtures', of] as const,
    queryFn: ({ signal }) => {
      const query = 'wallet' in of ? of : { gameweek: String(of.gameweek) };
      return api.request(leagueFixtures, { params: { id }, query, signal });
    },
    refetchInterval: REFRESH_MS,
  });

export const managerQuery = (api: Api, id: string, wallet: string) =>
  queryOptions({
    queryKey: [...buildLeagueKey(id), 'manager', wallet] as const,
    queryFn: ({ signal }) => api.request(leagueManager, { params: { id, wallet }, signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

export const recapQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...buildLeagueKey(id), 'recap'] as const,
    queryFn: async ({ signal }) => (await api.request(leagueRecap, { params: { id }, signal })).recap,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

/** The league of a code. Few requests a minute are allowed, so that codes can't be guessed. */
export const invitationQuery = (api: Api, code: string) =>
  queryOptions({
    queryKey: [...LEAGUES_KEY, 'invitation', code] as const,
    queryFn: async ({ signal }) =>
      (await api.request(findInvitation, { params: { code }, signal })).invitation,
    retry: false,
  });

/** Polling interval while the user waits for a payment to be confirmed or a game to open. */
const WAITING_POLL_MS = 5_000;

/** Reports whether the user has an entry in a game or can join it now. */
export const canJoinQuery = (api: Api, gameId: string) =>
  queryOptions({
    queryKey: [...LEAGUES_KEY, 'can-join', gameId] as const,
    queryFn: ({ signal }) => api.request(canJoin, { params: { id: gameId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.code === 'PAYMENT_PENDING' || data?.code === 'NOT_OPEN' ? WAITING_POLL_MS : false,
  });

/** The clubs of the season, and the code of the one that the user supports. */
export const supportedClubQuery = (api: Api) =>
  queryOptions({
    queryKey: [...LEAGUES_KEY, 'club'] as const,
    queryFn: async ({ signal }) => {
      const [{ club }, clubs] = await Promise.all([
        api.request(getSupportedClub, { signal }),
        api.request(teams, { signal }),
      ]);
      return { club, clubs: clubs.teams };
    },
  });
