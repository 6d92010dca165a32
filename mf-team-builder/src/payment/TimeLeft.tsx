import { Text } from '@touchline/ui/base';
import { IconClock } from '@touchline/ui/icons';
import type { ReactNode } from 'react';
import classes from './payment.module.css';

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

interface HoldPauseProps {
  message: string;
  /** Seconds until the user can hold a seat again (game rules 5). */
  seconds: number;
  /** Shown after the pause. */
  children: ReactNode;
}

/** The pause after an expired hold. */
export function HoldPause({ message, seconds, children }: HoldPauseProps) {
  return (
    <div className={classes.lapsed} role="alert">
      <Text>{message}</Text>
      {seconds > 0 ? <TimeLeft label="You can hold a seat again in" seconds={seconds} /> : children}
    </div>
  );
}

/** Formats seconds: 598 as "9:58". */
const formatClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
