import { VisuallyHidden } from '@touchline/ui/base';
import classes from './FitnessFlag.module.css';

/** Fitness news. `doubt` is shown in amber, `out` in red. */
export interface Fitness {
  kind: 'doubt' | 'out';
  text: string;
}

/** A mark after a player's name, with the reason why they may not play. */
export function FitnessFlag({ kind, text }: Fitness) {
  return (
    <span className={classes.flag} data-kind={kind} title={text}>
      <span aria-hidden="true">!</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
