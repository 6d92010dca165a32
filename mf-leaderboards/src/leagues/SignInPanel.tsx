import { useHost } from '@touchline/host/host';
import type { ReactNode } from 'react';
import classes from './leagues.module.css';

/** Asks a guest to sign in on this page, so that its address is kept. */
export function SignInPanel({ children }: { children: ReactNode }) {
  const { Control } = useHost().wallet;
  return (
    <section className={classes.panel} aria-label="Sign in">
      <p>{children}</p>
      <Control />
    </section>
  );
}
