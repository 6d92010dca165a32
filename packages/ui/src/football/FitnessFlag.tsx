import classes from './FitnessFlag.module.css';

/** News about fitness: `doubt` is amber, `out` red. */
export interface Fitness {
  kind: 'doubt' | 'out';
  text: string;
}

/** A mark behind a player's name that says that he may not play, and why. */
export function FitnessFlag({ kind, text }: Fitness) {
  return (
    <span className={classes.flag} data-kind={kind} title={text}>
      <span aria-hidden="true">!</span>
      <span className={classes.words}>{text}</span>
    </span>
  );
}
