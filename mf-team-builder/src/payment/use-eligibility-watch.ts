import { canJoin, type JoinReason } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useEffect, useRef } from 'react';

const EVERY_MS = 3_000;

/** Tells where the caller stands in a game by the server, now and every three seconds; no game: nothing. */
export function useEligibilityWatch(
  gameId: string | null,
  onStanding: (code: JoinReason | null) => void,
): void {
  const { api } = useHost();
  const latest = useRef(onStanding);
  latest.current = onStanding;
  useEffect(() => {
    if (gameId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let watching = true;
    const look = async () => {
      const standing = await api.call(canJoin, { params: { id: gameId } }).catch(() => null);
      if (!watching) return;
      if (standing) latest.current(standing.code);
      timer = setTimeout(look, EVERY_MS);
    };
    void look();
    return () => {
      watching = false;
      clearTimeout(timer);
    };
  }, [api, gameId]);
}
