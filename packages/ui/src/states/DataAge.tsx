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

/** Data on screen, loaded by an API request. */
export interface LoadedData {
  /** Subject of the sentence, such as "Your teams". */
  what: string;
  /** Time at which the data was loaded, epoch ms by the same clock as `now`. */
  at: number;
  /** True if the last refresh failed. */
  failed: boolean;
  /** True for data of an earlier visit. Default: it was loaded before this page, if `at` is by the browser's clock. */
  kept?: boolean;
  now: number;
}

/** Describes the age of data that is not current; null for data that this page has loaded and refreshed without a failure. */
export function describeAge({ what, at, failed, now, kept = isKept(at) }: LoadedData): string | null {
  if (!failed && !kept) return null;
  const age = formatAge(now - at);
  if (!navigator.onLine) return `Updated ${age} ago, offline.`;
  // Kept from an earlier visit, and shown because the server is slow.
  if (!failed) return `Updated ${age} ago. Refreshing.`;
  return `${what} could not be refreshed. Last updated ${age} ago.`;
}

/** True for data that was loaded before this page, epoch ms by the browser's clock. */
export const isKept = (loadedAt: number): boolean => loadedAt < performance.timeOrigin;

/** A message with the age of data that could not be refreshed. Renders nothing for current data. */
export function LoadedAge(data: LoadedData) {
  const text = describeAge(data);
  if (text === null) return null;
  return (
    <p className={classes.age} role="status">
      {text}
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
