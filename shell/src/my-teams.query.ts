import {
  getParticipation,
  myParticipations,
  type Participation,
  type ParticipationDetails,
} from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { queryOptions } from '@touchline/host/query';

export const TEAMS_KEY = ['home', 'my-teams'] as const;

const byStart = (a: { start_time: string }, b: { start_time: string }) =>
  Date.parse(a.start_time) - Date.parse(b.start_time);

/** All teams of the user. Concurrent readers share one request. */
export const participationsQuery = ({ api }: Pick<Host, 'api'>, wallet: string | undefined) =>
  queryOptions({
    queryKey: [...TEAMS_KEY, wallet, 'all'],
    queryFn: async ({ signal }) =>
      (await api.request(myParticipations, { query: {}, signal })).participations,
    staleTime: 0,
    // Its readers try again themselves.
    retry: false,
  });

/** The teams of the home page; the next team and the latest result are null if there is none. */
export interface TeamSelection {
  /** All of them, in the order of their starts. */
  running: ParticipationDetails[];
  next: Participation | null;
  last: Participation | null;
}

/** The user's running teams with their players, the next team to play, and the latest result. */
export const myTeamsQuery = ({ api, session }: Pick<Host, 'api' | 'session'>, wallet: string | undefined) =>
  queryOptions({
    queryKey: [...TEAMS_KEY, wallet],
    meta: KEPT_OFFLINE,
    // A sign-out resets the queries while their components are still mounted.
    enabled: () => wallet !== undefined && wallet === session.get().user?.wallet_address,
    // A game may have started, or another page may have joined one.
    staleTime: 0,
    queryFn: async ({ client, signal }): Promise<TeamSelection> => {
      const participations = await client.fetchQuery(participationsQuery({ api }, wallet));
      const inOrder = participations.toSorted((a, b) => byStart(a.game, b.game));
      const withStatus = (status: Game['status']): Participation[] =>
        inOrder.filter(({ game }) => game.status === status);
      const running = await Promise.all(
        withStatus('ACTIVE').map(
          async ({ id }) => (await api.request(getParticipation, { params: { id }, signal })).participation,
        ),
      );
      return {
        running,
        next: withStatus('UPCOMING')[0] ?? null,
        last: withStatus('COMPLETED').at(-1) ?? null,
      };
    },
  });
