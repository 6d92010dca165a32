import { plural } from '../format.ts';
import classes from './DataAge.module.css';

const MINUTE = 60_000;

interface DataAgeProps {
  /** When the data was last confirmed, ISO 8601. */
  updatedAt: string;
  /** Whether it should be newer. */
  stale: boolean;
  /** The server's clock, epoch ms. */
  now: number;
}

/** The age of stale data; renders nothing for fresh data. */
export function DataAge({ updatedAt, stale, now }: DataAgeProps) {
  if (!stale) return null;
  return (
    <p className={classes.age} role="status">
      The football feed is late. What you see is {formatAge(now - Date.parse(updatedAt))} old.
    </p>
  );
}

interface NotRefreshedProps {
  /** Start of the sentence: "Your teams". */
  what: string;
  /** When it was loaded, epoch ms by the clock of `now`. */
  at: number;
  now: number;
}

/** A failed refresh, and the age of the data on screen. */
export function RefreshFailed({ what, at, now }: NotRefreshedProps) {
  return (
    <p className={classes.age} role="status">
      {what} could not be refreshed. What you see is {formatAge(now - at)} old.
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
