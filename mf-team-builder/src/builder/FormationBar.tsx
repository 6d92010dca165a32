import { useDispatch } from '@touchline/host/redux';
import { FORMATIONS } from '@touchline/rules/formations';
import { Button } from '@touchline/ui/base';
import { IconDice5, IconTrash } from '@touchline/ui/icons';
import classes from './builder.module.css';
import { useDraft } from './builder-context.tsx';
import { draftActions } from './draft-slice.ts';
import { useDraftMoves } from './use-draft-moves.ts';

/** The seven formations, Random Pick and Clear All. */
export function FormationBar() {
  const { draft, positions } = useDraft();
  const dispatch = useDispatch();
  const moves = useDraftMoves();
  const empty = Object.keys(positions).length === 0;
  return (
    <div className={classes.toolbar}>
      <fieldset className={classes.formations}>
        <legend className={classes.words}>Formation</legend>
        {FORMATIONS.map(({ name }) => (
          <button
            key={name}
            type="button"
            aria-pressed={draft.formation === name}
            onClick={() => dispatch(draftActions.formationChosen(name))}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <div className={classes.quick}>
        <Button leftSection={<IconDice5 size={20} />} onClick={moves.pickAtRandom}>
          Random Pick
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={18} />}
          disabled={empty}
          onClick={moves.clear}
        >
          Clear All
        </Button>
      </div>
    </div>
  );
}
