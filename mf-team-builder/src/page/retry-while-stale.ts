const RETRY_MS = 30_000;

interface QueryLike {
  state: { status: string; data?: unknown };
}

/** A query's `refetchInterval`: after a failed refresh, data that is still shown is fetched again every 30 seconds. */
export function retryWhileStale({ state }: QueryLike): number | false {
  return state.status === 'error' && state.data !== undefined ? RETRY_MS : false;
}
