// Import by the shared name: a relative import would bundle a second host context into every remote.
import { useHost } from '@touchline/host/host';
import { useEffect, useRef, useState } from 'react';

/** Performs the navigation that the guard stopped. */
type Leave = () => void;

/** Null in browsers without the Navigation API, where Back and Forward are not guarded. */
const navigation = () => ('navigation' in window ? window.navigation : null);

/**
 * Stops navigation away from unsaved changes: links, Back and Forward and, with the browser's own prompt, reloading and closing
 * the tab. While `isLeaving` is true, the page shows a dialog: `leave` continues the navigation, `stay` cancels it. Buttons that
 * navigate must call `requestLeave`.
 */
export function useLeaveGuard(active: boolean) {
  const host = useHost();
  const [leaving, setLeaving] = useState<Leave | null>(null);
  /** True after the user has chosen to leave. Nothing is stopped from then on. */
  const confirmed = useRef(false);
  useEffect(() => {
    if (!active) return;
    confirmed.current = false;
    const abort = new AbortController();
    // In the capture phase, before the router handles the event.
    const options = { capture: true, signal: abort.signal };
    const request = (leave: Leave) => setLeaving(() => leave);
    addEventListener('beforeunload', (event) => confirmed.current || event.preventDefault(), options);
    addEventListener(
      'click',
      (event) => {
        const path = internalPath(event);
        if (path === null || confirmed.current) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        request(() => host.navigate(path));
      },
      options,
    );
    // Only the Navigation API can stop Back and Forward: `popstate` fires after the fact.
    navigation()?.addEventListener(
      'navigate',
      (event) => {
        const { key } = event.destination;
        if (event.navigationType !== 'traverse' || !event.cancelable || confirmed.current) return;
        event.preventDefault();
        request(() => navigation()?.traverseTo(key));
      },
      options,
    );
    return () => abort.abort();
  }, [active, host]);
  return {
    isLeaving: leaving !== null,
    stay: () => setLeaving(null),
    leave() {
      confirmed.current = true;
      setLeaving(null);
      leaving?.();
    },
    requestLeave: (leave: Leave) => (active ? setLeaving(() => leave) : leave()),
  };
}

/** Path of a clicked link to another page of the product. Null for other clicks and for links that open a new tab. */
function internalPath(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const newTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link?.href || newTab || event.defaultPrevented) return null;
  if (link.hasAttribute('download') || (link.target && link.target !== '_self')) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== location.origin || pathname === location.pathname) return null;
  return pathname + search + hash;
}
