import { IconClock } from '@touchline/ui/icons';
import classes from './payment.module.css';

/** Label for the pause after an expired hold (game rules 5). */
export const HOLD_AGAIN = 'You can hold a seat again in';
export const SEAT_HELD = 'Your seat is held for';

interface TimeLeftProps {
  /** Text before the time, such as "Your seat is held for". */
  label: string;
  seconds: number;
}

/** A label with the remaining time: "Your seat is held for 2:59". */
export function TimeLeft({ label, seconds }: TimeLeftProps) {
  return (
    <p className={classes.hold} role="timer">
      <IconClock size={18} aria-hidden="true" />
      {`${label} ${formatClock(seconds)}`}
    </p>
  );
}

/** Formats seconds: 598 as "9:58", 3605 as "1:00:05". */
function formatClock(seconds: number): string {
  const pair = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = pair(seconds % 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${pair(minutes % 60)}:${rest}`;
}
