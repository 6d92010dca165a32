import { useWatched } from '@touchline/host/host';
import { IconWifiOff } from '@touchline/ui/icons';
import { useEffect, useState } from 'react';
import { useShell } from '../shell-context.tsx';
import classes from './Header.module.css';

/** A short break heals by itself; nobody needs to read of it. */
const WORTH_SAYING_MS = 4_000;

/** Says that live updates are down, and that the screens go on by themselves. */
export function LiveStrip() {
  const { live } = useShell();
  const { connected } = useWatched(live);
  const [down, setDown] = useState(false);
  useEffect(() => {
    setDown(false);
    if (connected) return;
    const timer = setTimeout(() => setDown(true), WORTH_SAYING_MS);
    return () => clearTimeout(timer);
  }, [connected]);
  if (!down) return null;
  return (
    <div className={classes.quietStrip} role="status">
      <IconWifiOff size={16} aria-hidden="true" />
      Live updates are off. Scores refresh every 30 seconds.
    </div>
  );
}
