import { IconClock } from '@touchline/ui/icons';
import classes from './payment.module.css';

/** After a hold has run out, a wallet pauses (game rules 5). */
export const HOLD_AGAIN = 'You can hold a seat again in';

interface TimeLeftProps {
  /** Words before the time, as in "Your seat is held for". */
  label: string;
  seconds: number;
}

/** A time that runs down, as in "Your seat is held for 2:59". */
export function TimeLeft({ label, seconds }: TimeLeftProps) {
  return (
    <p className={classes.hold} role="timer">
      <IconClock size={18} aria-hidden="true" />
      {`${label} ${clock(seconds)}`}
    </p>
  );
}

/** 598 -> "9:58", 3605 -> "1:00:05". */
function clock(seconds: number): string {
  const pair = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = pair(seconds % 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${pair(minutes % 60)}:${rest}`;
}
