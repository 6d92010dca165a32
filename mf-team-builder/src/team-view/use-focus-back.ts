import { useEffect, useRef } from 'react';

/** Focuses an element when it is rendered again after `away`: the element that had the focus is gone. */
export function useFocusBack<T extends HTMLElement>(away: boolean) {
  const element = useRef<T>(null);
  const wasAway = useRef(away);
  useEffect(() => {
    if (wasAway.current && !away) element.current?.focus();
    wasAway.current = away;
  }, [away]);
  return element;
}
