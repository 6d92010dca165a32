import { formatSigned } from '../format.ts';
import classes from './participations.module.css';

/** ADMIN-09 */
export function EarnedPoints({ points }: { points: number }) {
  return (
    <span className={classes.earned} data-sign={points >= 0 ? 'plus' : 'minus'}>
      {formatSigned(points)}
    </span>
  );
}
