/** Polling interval of points and ranks. A live stream over a lost connection can be silent without an error. */
export const REFRESH_MS = 30_000;

interface QueryLike {
  state: { status: string; data?: unknown };
}

/** A query's `refetchInterval`: retries every 30 seconds after a failed refresh while old data is shown. */
export function retryWhileStale({ state }: QueryLike): number | false {
  return state.status === 'error' && state.data !== undefined ? REFRESH_MS : false;
}
