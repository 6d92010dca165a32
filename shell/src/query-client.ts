import { QueryClient, type QueryPersister } from '@tanstack/react-query';
import { isTemporary, TouchlineError } from '@touchline/api/errors';
import type { KeptData } from './kept-data.ts';

const MINUTE_MS = 60_000;
/** A response that takes longer is preceded by the kept one. */
const SLOW_MS = 3_000;

/** Creates the query cache of the page. Queries with the `meta` KEPT_OFFLINE fall back to the response of an earlier visit. */
export function createQueryClient(kept: KeptData): QueryClient {
  // A response below 500 is not repeated, also one over the rate limit: repeating it immediately would use the limit up.
  const retry = (failures: number, error: Error) =>
    failures < 2 &&
    navigator.onLine &&
    !(error instanceof TouchlineError && error.status >= 400 && error.status < 500);
  return new QueryClient({
    defaultOptions: {
      queries: {
        // API-41: five minutes, unless a live message invalidates the query earlier.
        staleTime: 5 * MINUTE_MS,
        gcTime: 10 * MINUTE_MS,
        retry,
        // Without a connection a request fails like any other, instead of waiting for one.
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: createPersister(kept),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Keeps responses, and shows the kept one while there is none of this page: after the first failure, and while a request is slow. The
 * query keeps its error and its requests, so that a page knows that the data is old.
 */
function createPersister(kept: KeptData): QueryPersister {
  return async (queryFn, context, query) => {
    const version = query.meta?.keptOffline;
    if (!version) return queryFn(context);
    const key = `${version} ${query.queryHash}`;
    const showKept = async () => {
      const found = query.state.data === undefined ? await kept.read(key) : null;
      if (found && query.state.data === undefined && !context.signal.aborted)
        context.client.setQueryData(query.queryKey, found.data, { updatedAt: found.updatedAt });
    };
    const slow = setTimeout(() => void showKept().catch(console.warn), SLOW_MS);
    try {
      const data = await queryFn(context);
      void kept.write(key, data).catch(console.warn);
      return data;
    } catch (error) {
      if (isWithoutResponse(error)) await showKept().catch(console.warn);
      throw error;
    } finally {
      clearTimeout(slow);
    }
  };
}

/** True for a temporary failure or one that wraps it. A rejection must never be hidden behind old data. */
const isWithoutResponse = (error: unknown) =>
  isTemporary(error instanceof Error && error.cause instanceof TouchlineError ? error.cause : error);
