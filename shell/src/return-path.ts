import type { Host } from '@touchline/host/host';
import { z } from 'zod/mini';

/** Navigation state of the home page for a visitor who was redirected there and can return after signing in. */
const returnState = z.object({
  /** Path and query of the page to return to. */
  returnTo: z.string(),
  /** True if the server rejected the session, false if the page needs a session and there was none. */
  ended: z.boolean(),
  /** Wallet whose session was on that page; null for a guest. Another wallet does not return there. */
  wallet: z.nullable(z.string()),
  /** Navigation state of the page; undefined without one. */
  pageState: z.optional(z.unknown()),
});
export type ReturnState = z.infer<typeof returnState>;

/** Parses a location's state. Returns null if the visitor was not redirected. */
export const parseReturnState = (state: unknown): ReturnState | null =>
  returnState.safeParse(state).data ?? null;

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
