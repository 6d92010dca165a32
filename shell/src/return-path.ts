import type { Host } from '@touchline/host/host';

/** Navigation state of the home page for a visitor who was redirected there and can return after signing in. */
export interface ReturnState {
  /** Path and query of the page to return to. */
  returnTo: string;
  /** True if the server rejected the session, false if the page needs a session and there was none. */
  ended: boolean;
  /** Wallet whose session was on that page; null for a guest. Another wallet does not return there. */
  wallet: string | null;
  /** Navigation state of the page; undefined without one. */
  pageState?: unknown;
}

/** Parses a location's state. Returns null if the visitor was not redirected. */
export function parseReturnState(state: unknown): ReturnState | null {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return null;
  const { returnTo } = state;
  if (typeof returnTo !== 'string') return null;
  return {
    returnTo,
    ended: 'ended' in state && state.ended === true,
    wallet: 'wallet' in state && typeof state.wallet === 'string' ? state.wallet : null,
    pageState: 'pageState' in state ? state.pageState : undefined,
  };
}

type Options = Parameters<Host['navigate']>[1];

/** Adds the current location, which is another page, to the options of a navigation to the home page. */
export function withReturnState(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  visit: Pick<ReturnState, 'ended' | 'wallet'>,
  options: Options = {},
): Options {
  const pageState: unknown = window.history.state?.usr ?? undefined;
  const state: ReturnState = { returnTo: `${pathname}${search}${hash}`, pageState, ...visit };
  return { ...options, state };
}
