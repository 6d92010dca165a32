import { useEffect, useRef } from 'react';

/** Returns a ref whose element gets the focus when `away` becomes false, because the focused element was unmounted. */
export function useFocusBack<T extends HTMLElement>(away: boolean) {
  const element = useRef<T>(null);
  const wasAway = useRef(away);
  useEffect(() => {
    if (wasAway.current && !away) element.current?.focus();
    wasAway.current = away;
  }, [away]);
  return element;
}
