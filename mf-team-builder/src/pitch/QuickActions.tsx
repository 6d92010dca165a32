import { Button } from '@touchline/ui/base';
import { IconDice5, IconTrash } from '@touchline/ui/icons';
import { useSquad } from '../draft/builder-context.tsx';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import classes from './PitchPanel.module.css';

/** Random Pick and Clear All (BUILD-12, BUILD-27). */
export function QuickActions() {
  const moves = useDraftMoves();
  const empty = useSquad().length === 0;
  return (
    <div className={classes.quick}>
      <Button leftSection={<IconDice5 size={20} />} onClick={moves.pickAtRandom}>
        Random Pick
      </Button>
      <Button variant="default" leftSection={<IconTrash size={18} />} disabled={empty} onClick={moves.clear}>
        Clear All
      </Button>
    </div>
  );
}
