import { useLocation } from '@touchline/host/router';
import { useEffect, useRef } from 'react';

/** Scrolls to the top and moves the focus when the path changes. Returns the ref of the main element. */
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
