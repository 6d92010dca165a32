import { VisuallyHidden } from '@touchline/ui/base';
import levels from '@touchline/ui/difficulty.module.css';
import type { ClubMatches } from '../football/use-upcoming.ts';
import classes from './PlayerOption.module.css';

/** The next opponents, "AVL (A)", in the colour of their difficulty. */
export function NextMatch({ matches: { opponents, difficulty } }: { matches: ClubMatches }) {
  return (
    <span className={`${classes.next} ${levels.level}`} data-part="next" data-level={difficulty ?? undefined}>
      {opponents}
      {difficulty === null ? null : <VisuallyHidden>, difficulty {difficulty} of 5</VisuallyHidden>}
    </span>
  );
}
