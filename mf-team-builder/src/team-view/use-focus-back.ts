import { useEffect, useRef } from 'react';

/** Gives the focus to an element that comes back when `away` ends: it went with what is gone now. */
export function useFocusBack<T extends HTMLElement>(away: boolean) {
  const element = useRef<T>(null);
  const wasAway = useRef(away);
  useEffect(() => {
    if (wasAway.current && !away) element.current?.focus();
    wasAway.current = away;
  }, [away]);
  return element;
}
