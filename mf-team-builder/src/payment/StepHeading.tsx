import { type ReactNode, useEffect, useRef } from 'react';
import classes from './payment.module.css';

/** The heading of a step. Takes the focus on mount, because the previously focused button was unmounted. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h3 ref={heading} tabIndex={-1} data-autofocus className={classes.heading}>
      {children}
    </h3>
  );
}
