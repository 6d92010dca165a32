import { managerHistory } from '@touchline/api/http/history';
import { leaderboard } from '@touchline/api/http/leaderboard';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

const FRESH_MS = 60_000;
const HISTORY = 'history';
/** Prefix of the keys of all managers' histories. */
export const MANAGERS_KEY = [HISTORY, 'manager'] as const;

/** Teams of a manager in all games, latest first. */
export const historyQuery = (api: Host['api'], wallet: string) =>
  queryOptions({
    queryKey: [...MANAGERS_KEY, wallet] as const,
    queryFn: async ({ signal }) => (await api.request(managerHistory, { params: { wallet }, signal })).teams,
    staleTime: FRESH_MS,
  });

/** The best hundred managers of a game, to choose a rival from. */
export const rivalsQuery = (api: Host['api'], gameId: string) =>
  queryOptions({
    queryKey: [HISTORY, 'rivals', gameId] as const,
    queryFn: async ({ signal }) =>
      (await api.request(leaderboard, { params: { id: gameId }, query: { limit: '100' }, signal }))
        .leaderboard,
    staleTime: FRESH_MS,
  });
