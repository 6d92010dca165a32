import classes from './Header.module.css';

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

/** The logo: a corner flag on the pitch. */
function Logo() {
  return (
    <svg width={34} height={34} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <rect width="40" height="40" rx="11" fill="#0d3d25" />
      <path d="M0 29 L40 21 V29 A11 11 0 0 1 29 40 H11 A11 11 0 0 1 0 29 Z" fill="#12603a" />
      <path d="M0 29.4 L40 21.4" stroke="#e8edf4" strokeWidth="2.2" />
      <path d="M15 6.5 V33" stroke="#e8edf4" strokeWidth="2.6" strokeLinecap="round" />
      <path d="M16.2 7.2 C21 4.6 25 10.6 31.5 7.8 V17.6 C25 20.4 21 14.4 16.2 17 Z" fill="#2bd576" />
      <path d="M21 31.6 a7 3.2 -11 0 1 12.6 -3.1" fill="none" stroke="#e8edf4" strokeWidth="1.8" />
    </svg>
  );
}
