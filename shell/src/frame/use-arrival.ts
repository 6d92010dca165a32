import { useLocation } from '@touchline/host/router';
import { useEffect, useRef } from 'react';

/** Another page begins at its top, and the keyboard goes on from there. Returns the ref of the main element. */
export function useArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
