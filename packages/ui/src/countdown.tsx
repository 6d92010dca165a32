import { useEffect, useState } from 'react';
import classes from './countdown.module.css';

const SECOND = 1000;
const UNITS = [
  { name: 'day', short: 'd', ms: 86_400 * SECOND, wrap: Number.POSITIVE_INFINITY },
  { name: 'hour', short: 'h', ms: 3600 * SECOND, wrap: 24 },
  { name: 'minute', short: 'm', ms: 60 * SECOND, wrap: 60 },
  { name: 'second', short: 's', ms: SECOND, wrap: 60 },
] as const;

export interface CountdownProps {
  /** Epoch ms. */
  target: number;
  /** The server's clock: `host.api.now`. */
  now: () => number;
  /** What happens then, as in "Join window opens in". */
  label: string;
  /** Called once when the time has come. */
  onElapsed?: () => void;
}

/** Whole seconds until `target`, 0 from then on; wakes at each change of second. */
export function useSecondsLeft(target: number, now: () => number): number {
  const read = () => Math.max(0, Math.ceil((target - now()) / SECOND));
  const [left, setLeft] = useState(read);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const ms = target - now();
      setLeft(Math.max(0, Math.ceil(ms / SECOND)));
      if (ms > 0) timer = setTimeout(tick, ms % SECOND || SECOND);
    };
    tick();
    return () => clearTimeout(timer);
  }, [target, now]);
  return left;
}

/** Days, hours, minutes and seconds until `target`, ticking. Read aloud once a minute, not every second. */
export function Countdown({ target, now, label, onElapsed }: CountdownProps) {
  const left = useSecondsLeft(target, now);
  const over = left === 0;
  useEffect(() => {
    if (over) onElapsed?.();
  }, [over, onElapsed]);
  const parts = UNITS.map((unit) => ({ ...unit, value: Math.floor((left * SECOND) / unit.ms) % unit.wrap }));
  return (
    <div className={classes.countdown} role="timer" aria-label={label}>
      <span className={classes.label}>{label}</span>
      <span className={classes.parts} aria-hidden="true">
        {parts.map(({ name, short, value }) => (
          <span key={name} className={classes.part}>
            <span className={classes.value}>{String(value).padStart(2, '0')}</span>
            <span className={classes.unit}>{short}</span>
          </span>
        ))}
      </span>
      <span className={classes.words} aria-live="polite">
        {spoken(label, left)}
      </span>
    </div>
  );
}

/** Changes once a minute, so that a polite live region speaks no more often. */
function spoken(label: string, left: number): string {
  if (left === 0) return `${label}: now`;
  const minutes = Math.ceil(left / 60);
  if (minutes <= 1) return `${label} less than a minute`;
  const counts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ];
  const words = counts.filter(([count]) => count > 0).map(([count, unit]) => plural(count, unit));
  return `${label} ${words.join(' ')}`;
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
