import { canJoin, type JoinReason } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useEffect, useRef } from 'react';

const POLL_MS = 3_000;

/**
 * Reports the server's reason against joining a game, immediately and then every three seconds. Does nothing without a game.
 * Not a query, because a response cached before the payment would end the wait for it.
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
