import { type ReactNode, useEffect, useRef } from 'react';
import classes from './payment.module.css';

/** The head of a step; takes the focus when the step comes, so that nobody stays on a button that is gone. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h3 ref={heading} tabIndex={-1} data-autofocus className={classes.heading}>
      {children}
    </h3>
  );
}
