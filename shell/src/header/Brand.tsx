import classes from './Header.module.css';
import { Logo } from './Logo.tsx';

/** The logo and the name. The header wraps them in a link. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <Logo />
      <span className={classes.names}>
        <span className={classes.name}>Touchline</span>{' '}
        <span className={classes.badge}>Fantasy Football</span>
      </span>
    </span>
  );
}
