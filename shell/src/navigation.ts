import type { Host, Watched } from '@touchline/host/host';
import { parseReturnState, withReturnState } from './return-path.ts';
import type { SessionState } from './session/session-core.ts';
import type { Shell } from './shell-context.ts';

/** End of a session on the page at `href`. */
interface SessionEnd {
  wallet: string;
  href: string;
}

/**
 * Navigates with the browser until the router is ready, then with the router (`onNavigate`). Pages that need a session replace
 * themselves by the home page, which stores the path to return to, except after the user's own sign-out.
 */
export function createNavigation() {
  const { location } = window;
  let go: Host['navigate'] = (to) => location.assign(to);
  let user: string | null = null;
  let end: SessionEnd | null = null;
  /** True if the last session ended by the user's own sign-out. */
  let signedOut = false;

  /** Returns the end of the session that leads home from the current page, once. */
  function takeEnd(): SessionEnd | null {
    const taken = end?.href === location.href ? end : null;
    end = null;
    return taken;
  }
  const navigate: Host['navigate'] = (to, options) => {
    if (to !== '/' || !options?.replace || user !== null) return go(to, options);
    // `goHome` has left the page before it could replace itself.
    if (location.pathname === '/') return;
    const ended = takeEnd();
    if (ended && signedOut) return go(to, options);
    go(to, withReturnState(location, { ended: false, wallet: ended?.wallet ?? null }, options));
  };
  const goHome = () => {
    // A request from before the user's own sign-out: the page, which the visitor may see as a guest, stays.
    if (signedOut) return;
    if (location.pathname !== '/')
      return go('/', withReturnState(location, { ended: true, wallet: takeEnd()?.wallet ?? null }));
    // The page has already replaced itself, or another request has led home.
    const back = parseReturnState(window.history.state?.usr);
    if (back && !back.ended) go('/', { replace: true, state: { ...back, ended: true } });
  };
  const onNavigate: Shell['onNavigate'] = (next) => {
    go = next;
  };
  return {
    navigate,
    /** Leads home from a page whose session the server has rejected. Called for every rejection. */
    goHome,
    onNavigate,
    /**
     * Follows the session of the visitor.
     * @param isSigningOut true while the user signs out, as opposed to a session that ends for another reason
     */
    follow(session: Watched<SessionState>, isSigningOut: () => boolean): void {
      const update = () => {
        const wallet = session.get().user?.wallet_address ?? null;
        if (user !== null && wallet === null) {
          signedOut = isSigningOut();
          end = { wallet: user, href: location.href };
        }
        user = wallet;
      };
      update();
      session.subscribe(update);
    },
  };
}
