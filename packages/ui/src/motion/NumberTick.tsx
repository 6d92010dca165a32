import { useEffect, useRef, useState } from 'react';
import classes from './NumberTick.module.css';
import { prefersReducedMotion } from './reduced-motion.ts';

const DURATION_MS = 200;

interface NumberTickProps {
  value: number;
  /** Rounds to whole numbers by default. */
  format?: (value: number) => string;
}

/**
 * A number that counts to its new value and flashes green when it rises, red when it falls. We avoid @number-flow/react because of
 * its size.
 */
export function NumberTick({ value, format = (n) => String(Math.round(n)) }: NumberTickProps) {
  const [shown, setShown] = useState(value);
  const [change, setChange] = useState<{ count: number; direction: 'up' | 'down' } | null>(null);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current;
    if (start === value) return;
    setChange((last) => ({ count: (last?.count ?? 0) + 1, direction: value > start ? 'up' : 'down' }));
    from.current = value;
    if (prefersReducedMotion()) {
      setShown(value);
      return;
    }
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(time) {
      const share = Math.min(1, Math.max(0, (time - startedAt) / DURATION_MS));
      setShown(share === 1 ? value : start + (value - start) * share);
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      setShown(value);
    };
  }, [value]);
  return (
    <span key={change?.count} className={classes.number} data-direction={change?.direction}>
      {format(shown)}
    </span>
  );
}
