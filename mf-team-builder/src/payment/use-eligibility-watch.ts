import { canJoin, type JoinReason } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useEffect, useRef } from 'react';

const POLL_MS = 3_000;

/**
 * Reports the server's reason against joining a game, now and every three seconds; without a game it does nothing. Not a
 * query: a cached answer from before the payment would end the wait for it.
 */
export function useEligibilityWatch(
  gameId: string | null,
  onEligibility: (code: JoinReason | null) => void,
): void {
  const { api } = useHost();
  const latest = useRef(onEligibility);
  latest.current = onEligibility;
  useEffect(() => {
    if (gameId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const poll = async () => {
      const eligibility = await api.request(canJoin, { params: { id: gameId } }).catch(() => null);
      if (stopped) return;
      if (eligibility) latest.current(eligibility.code);
      timer = setTimeout(poll, POLL_MS);
    };
    void poll();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [api, gameId]);
}
