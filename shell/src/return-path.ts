import type { Host } from '@touchline/host/host';

/** Navigation state of the home page for a visitor who was sent there and may come back after signing in. */
export interface ReturnState {
  /** A path of the product with its query. */
  returnTo: string;
  /** A session was refused; else the page needs one that was not there. */
  ended: boolean;
}

/** The way back in a location's state; null where nobody was sent away. */
export function parseReturnState(state: unknown): ReturnState | null {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return null;
  const { returnTo } = state;
  return typeof returnTo === 'string' ? { returnTo, ended: 'ended' in state && state.ended === true } : null;
}

type Options = Parameters<Host['navigate']>[1];

/** The options of a navigation home that remembers where the visitor was. */
export function withReturnState(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  ended: boolean,
  options: Options = {},
): Options {
  if (pathname === '/') return options;
  const state: ReturnState = { returnTo: `${pathname}${search}${hash}`, ended };
  return { ...options, state };
}
