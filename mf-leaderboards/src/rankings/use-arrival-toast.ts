import { useHost } from '@touchline/host/host';
import { useLocation } from '@touchline/host/router';
import { useEffect, useRef } from 'react';

/** RANK-02: says what the navigation state brought along, once; a reload does not say it again. */
export function useArrivalToast(): void {
  const { notify, navigate } = useHost();
  const location = useLocation();
  const said = useRef<string | null>(null);
  const state: unknown = location.state;
  const message = typeof state === 'object' && state && 'message' in state ? state.message : null;
  useEffect(() => {
    if (typeof message !== 'string' || message === '' || said.current === location.key) return;
    said.current = location.key;
    notify({ kind: 'success', title: 'Success!', message });
    navigate(`${location.pathname}${location.search}`, { replace: true, state: null });
  }, [message, location, notify, navigate]);
}
