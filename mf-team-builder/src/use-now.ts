import { useHost } from '@touchline/host/host';
import { useEffect, useState } from 'react';

/** The server's time, epoch ms, read again every second: for states that a moment changes. */
export function useNow(): number {
  const { now } = useHost().api;
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}
