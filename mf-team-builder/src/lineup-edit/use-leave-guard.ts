import { useHost } from '@touchline/host/host';
import { useEffect, useRef, useState } from 'react';

/** Where somebody wants to go. */
type Leave = () => void;

/** Not in every browser: without it Back and Forward are not stopped. */
const navigation = () => ('navigation' in window ? window.navigation : null);

/**
 * Stops whoever leaves while there is something to lose: links of the page, Back and Forward, reload and closing the tab (the
 * browser asks by itself). While `isLeaving` the page asks: `leave` goes where he wanted, `stay` does not. `ask` is for buttons
 * that leave.
 */
export function useLeaveGuard(active: boolean) {
  const host = useHost();
  const [leaving, setLeaving] = useState<Leave | null>(null);
  /** He has decided: nothing is stopped any more. */
  const decided = useRef(false);
  useEffect(() => {
    if (!active) return;
    decided.current = false;
    const stop = new AbortController();
    // In the capture phase, before the router hears of it.
    const how = { capture: true, signal: stop.signal };
    const want = (leave: Leave) => setLeaving(() => leave);
    addEventListener('beforeunload', (event) => decided.current || event.preventDefault(), how);
    addEventListener(
      'click',
      (event) => {
        const path = inPage(event);
        if (path === null || decided.current) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        want(() => host.navigate(path));
      },
      how,
    );
    // Back and Forward cannot be stopped any other way: the router hears of them before we could.
    navigation()?.addEventListener(
      'navigate',
      (event) => {
        const { key } = event.destination;
        if (event.navigationType !== 'traverse' || !event.cancelable || decided.current) return;
        event.preventDefault();
        want(() => navigation()?.traverseTo(key));
      },
      how,
    );
    return () => stop.abort();
  }, [active, host]);
  return {
    isLeaving: leaving !== null,
    stay: () => setLeaving(null),
    leave() {
      decided.current = true;
      setLeaving(null);
      leaving?.();
    },
    ask: (leave: Leave) => (active ? setLeaving(() => leave) : leave()),
  };
}

/** The path of a link to another page of the product; null for everything else, new tabs included. */
function inPage(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link?.href || elsewhere || event.defaultPrevented) return null;
  if (link.hasAttribute('download') || (link.target && link.target !== '_self')) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== location.origin || pathname === location.pathname) return null;
  return pathname + search + hash;
}
