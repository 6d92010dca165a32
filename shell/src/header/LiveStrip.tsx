import { useWatched } from '@touchline/host/host';
import { IconWifiOff } from '@touchline/ui/icons';
import { useEffect, useState } from 'react';
import { useShell } from '../shell-context.ts';
import classes from './Header.module.css';
import { useOnline } from './use-online.ts';

/** Delay before the strip appears, so that short interruptions and the first connection over a slow network are not shown. */
const SHOWN_AFTER_MS = 10_000;

/** Informs the user that the browser is offline, or that live updates are down and pages poll instead. */
export function LiveStrip() {
  const { live } = useShell();
  const { connected } = useWatched(live);
  const onLine = useOnline();
  const [down, setDown] = useState(false);
  useEffect(() => {
    setDown(false);
    if (connected) return;
    const timer = setTimeout(() => setDown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [connected]);
  if (onLine && !down) return null;
  return (
    <div className={classes.quietStrip} role="status">
      <IconWifiOff size={16} aria-hidden="true" />
      {onLine
        ? 'Live updates are off. Scores refresh every 30 seconds.'
        : 'You are offline. Pages show what was loaded last.'}
    </div>
  );
}
