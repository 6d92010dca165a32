import { type GameType, listGames } from '@touchline/api/http/games';
import type { LiveMessage } from '@touchline/api/http/live';
import { gameResult, listResults } from '@touchline/api/http/results';
import type { Host } from '@touchline/host/host';
import { keepPreviousData, queryOptions } from '@touchline/host/query';
import { readEntryPage } from './read-entries.ts';

/** Results per page. */
const PAGE_SIZE = 20;

const RESULTS = 'results';

/** Key of the game and the provisional prizes of a result that is missing. */
export const buildUnsettledKey = (id: string) => [RESULTS, 'unsettled', id] as const;

/** Returns the keys of queries that a live message makes stale. */
export function findStaleKeys(message: LiveMessage): (readonly unknown[])[] {
  return message.topic === 'prizes'
    ? [[RESULTS, 'list'], [RESULTS, 'one', message.game_id], buildUnsettledKey(message.game_id)]
    : [[RESULTS]];
}

/** One page of settled games, latest first. `after` is the cursor of the page. */
export const resultsQuery = (api: Host['api'], type: GameType | null, after: string | null) =>
  queryOptions({
    queryKey: [RESULTS, 'list', type, after] as const,
    queryFn: ({ signal }) => {
      const query = {
        limit: String(PAGE_SIZE),
        ...(type ? { game_type: type } : {}),
        ...(after ? { after } : {}),
      };
      return api.request(listResults, { query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Days after the end of a cancelled game in which it is listed. */
const CANCELLED_DAYS = 14;

/** Games with teams that are over but not settled, or that were cancelled lately, latest first; at most a hundred of each. */
export const unsettledQuery = (api: Host['api'], type: GameType | null) =>
  queryOptions({
    queryKey: [RESULTS, 'list', 'unsettled', type] as const,
    queryFn: async ({ signal }) => {
      const filter = { limit: '100', sort_by: 'end_time', ...(type ? { game_type: type } : {}) } as const;
      const lists = await Promise.all(
        (['COMPLETED', 'CANCELLED'] as const).map((status) =>
          api.request(listGames, { query: { ...filter, status }, signal }),
        ),
      );
      const cancelledSince = api.now() - CANCELLED_DAYS * 86_400_000;
      return lists
        .flatMap(({ games }) => games)
        .filter(({ current_participants }) => current_participants > 0)
        .filter(({ status, prizes, end_time }) =>
          status === 'CANCELLED'
            ? Date.parse(end_time) > cancelledSince
            : ['PREVIEW', 'PROVISIONAL', 'REVIEW'].includes(prizes.state),
        )
        .sort((a, b) => Date.parse(b.end_time) - Date.parse(a.end_time));
    },
  });

/** The result of one game. */
export const resultQuery = (api: Host['api'], id: string) =>
  queryOptions({
    queryKey: [RESULTS, 'one', id] as const,
    queryFn: ({ signal }) => api.request(gameResult, { params: { id }, signal }),
    retry: false,
  });

/** One page of the entries of a result by rank. `after` is the number of entries before it. */
export const resultEntriesOfGame = (id: string, after: number) =>
  queryOptions({
    queryKey: [RESULTS, 'entries', id, after] as const,
    queryFn: ({ signal }) => readEntryPage(id, { sortBy: 'rank', after }, signal),
    // A settled result does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
