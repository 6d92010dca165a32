import { VisuallyHidden } from '@touchline/ui/base';
import { IconArrowDown, IconArrowUp } from '@touchline/ui/icons';
import type { Movement } from './standing.ts';
import classes from './standings.module.css';

const SINCE: Record<Movement['since'], string> = {
  update: 'since the last standings',
  gameweek: 'since the last gameweek',
};

/** How many places a team rose or fell, with what that is compared with. Nothing for who stayed. */
export function RankMove({ movement }: { movement: Movement | null }) {
  if (!movement) return null;
  const up = movement.places > 0;
  const places = Math.abs(movement.places);
  const words = `${up ? 'Up' : 'Down'} ${places} ${SINCE[movement.since]}`;
  const Icon = up ? IconArrowUp : IconArrowDown;
  return (
    <span className={classes.move} data-way={up ? 'up' : 'down'} title={words}>
      <Icon size={13} stroke={2.4} aria-hidden="true" />
      <span aria-hidden="true">{places}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
