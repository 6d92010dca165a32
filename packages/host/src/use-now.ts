// Import by the shared name: a relative import would bundle a second host context into every remote.
import { useHost } from '@touchline/host/host';
import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** The server's time in epoch ms, updated every second. For countdowns and for states that change at a given time. */
export function useNow(): number {
  const { now } = useHost().api;
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}
