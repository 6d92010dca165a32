import { remainingTime } from '@touchline/rules/calendar';
import { VisuallyHidden } from '@touchline/ui/base';
import { useEffect, useRef, useState } from 'react';
import { plural } from '../format.ts';
import classes from './Countdown.module.css';

const SECOND = 1000;
const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const;

export interface CountdownProps {
  /** Epoch ms. */
  target: number;
  /** The server's clock: `host.api.now`. */
  now: () => number;
  /** Text before the time, as in "Join window opens in". */
  label: string;
  /** Called once, at zero. */
  onElapsed?: () => void;
}

/** Whole seconds until `target`, then 0. Renders once a second. */
export function useSecondsLeft(target: number, now: () => number): number {
  const [left, setLeft] = useState(() => remainingTime(target, now()).total);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const time = now();
      const ms = target - time;
      setLeft(remainingTime(target, time).total);
      if (ms > 0) timer = setTimeout(tick, ms % SECOND || SECOND);
    };
    tick();
    return () => clearTimeout(timer);
  }, [target, now]);
  return left;
}

/** Days, hours, minutes and seconds until `target`. Screen readers announce it once a minute, not every second. */
export function Countdown({ target, now, label, onElapsed }: CountdownProps) {
  const left = useSecondsLeft(target, now);
  const elapsed = left === 0;
  const callback = useRef(onElapsed);
  callback.current = onElapsed;
  useEffect(() => {
    if (elapsed) callback.current?.();
  }, [elapsed]);
  const time = remainingTime(left * SECOND, 0);
  return (
    <div className={classes.countdown} role="timer" aria-label={label}>
      <span className={classes.label}>{label}</span>
      <span className={classes.parts} aria-hidden="true">
        {UNITS.map((unit) => (
          <span key={unit} className={classes.part}>
            <span className={classes.value}>{String(time[unit]).padStart(2, '0')}</span>
            <span className={classes.unit}>{unit[0]}</span>
          </span>
        ))}
      </span>
      <VisuallyHidden aria-live="polite">{formatSpoken(label, left)}</VisuallyHidden>
    </div>
  );
}

/** Text for the live region. It changes once a minute, which limits the announcements. */
function formatSpoken(label: string, total: number): string {
  if (total === 0) return `${label}: now`;
  if (total <= 60) return `${label} less than a minute`;
  // Round minutes up.
  const { days, hours, minutes } = remainingTime(Math.ceil(total / 60) * 60 * SECOND, 0);
  const counts: [number, string][] = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes, 'minute'],
  ];
  const words = counts.filter(([count]) => count > 0).map(([count, unit]) => plural(count, unit));
  return `${label} ${words.join(' ')}`;
}
