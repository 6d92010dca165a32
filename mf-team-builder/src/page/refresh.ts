const AGAIN_MS = 30_000;

interface Asked {
  state: { status: string; data?: unknown };
}

/** A query's `refetchInterval`: what is on the screen but could not be refreshed is asked for again every 30 s. */
export function whileNotRefreshed({ state }: Asked): number | false {
  return state.status === 'error' && state.data !== undefined ? AGAIN_MS : false;
}
