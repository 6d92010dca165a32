import classes from './FitnessFlag.module.css';

/** Fitness news: `doubt` is amber, `out` red. */
export interface Fitness {
  kind: 'doubt' | 'out';
  text: string;
}

/** A mark after a player's name: may not play, and why. */
export function FitnessFlag({ kind, text }: Fitness) {
  return (
    <span className={classes.flag} data-kind={kind} title={text}>
      <span aria-hidden="true">!</span>
      <span className={classes.words}>{text}</span>
    </span>
  );
}
