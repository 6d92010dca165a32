import { useHost } from '@touchline/host/host';
import { useLocation } from '@touchline/host/router';
import { useEffect, useRef } from 'react';

/** Shows the message from the navigation state once (RANK-02), and removes it so that a reload does not repeat it. */
export function useArrivalToast(): void {
  const { notify, navigate } = useHost();
  const location = useLocation();
  const shownFor = useRef<string | null>(null);
  const state: unknown = location.state;
  const message = typeof state === 'object' && state && 'message' in state ? state.message : null;
  useEffect(() => {
    if (typeof message !== 'string' || message === '' || shownFor.current === location.key) return;
    shownFor.current = location.key;
    notify({ kind: 'success', title: 'Success!', message });
    navigate(`${location.pathname}${location.search}`, { replace: true, state: null });
  }, [message, location, notify, navigate]);
}
