import { useEffect, useRef, useState } from 'react';
import classes from './NumberTick.module.css';

const DURATION_MS = 200;
const still = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;

interface NumberTickProps {
  value: number;
  /** How it reads; whole numbers by default. */
  format?: (value: number) => string;
}

/** A number that ticks to its new value and lights up for a moment: green when it rose, red when it fell. */
export function NumberTick({ value, format = (n) => String(Math.round(n)) }: NumberTickProps) {
  const [shown, setShown] = useState(value);
  const [change, setChange] = useState<{ at: number; way: 'up' | 'down' } | null>(null);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current;
    if (start === value) return;
    setChange((last) => ({ at: (last?.at ?? 0) + 1, way: value > start ? 'up' : 'down' }));
    from.current = value;
    if (still()) {
      setShown(value);
      return;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function step(time) {
      const share = Math.min(1, Math.max(0, (time - began) / DURATION_MS));
      setShown(share === 1 ? value : start + (value - start) * share);
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      setShown(value);
    };
  }, [value]);
  return (
    <span key={change?.at} className={classes.number} data-way={change?.way}>
      {format(shown)}
    </span>
  );
}
