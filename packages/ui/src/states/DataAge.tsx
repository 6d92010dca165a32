import { plural } from '../format.ts';
import classes from './DataAge.module.css';

const MINUTE = 60_000;

interface DataAgeProps {
  /** Time at which the data was last confirmed, ISO 8601. */
  updatedAt: string;
  /** True if the data should be newer. */
  stale: boolean;
  /** The server's clock, epoch ms. */
  now: number;
}

/** A message with the age of stale data. Renders nothing for fresh data. */
export function DataAge({ updatedAt, stale, now }: DataAgeProps) {
  if (!stale) return null;
  return (
    <p className={classes.age} role="status">
      Live data is delayed. Last updated {formatAge(now - Date.parse(updatedAt))} ago.
    </p>
  );
}

interface RefreshFailedProps {
  /** Subject of the sentence, such as "Your teams". */
  what: string;
  /** Time at which the data was loaded, epoch ms by the same clock as `now`. */
  at: number;
  now: number;
}

/** A message about a failed refresh, with the age of the data on screen. */
export function RefreshFailed({ what, at, now }: RefreshFailedProps) {
  return (
    <p className={classes.age} role="status">
      {what} could not be refreshed. Last updated {formatAge(now - at)} ago.
    </p>
  );
}

/** 90_000 ms -> "1 minute". */
export function formatAge(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE));
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 2880
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return plural(count, unit);
}
