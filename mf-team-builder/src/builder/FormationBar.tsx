import { useDispatch } from '@touchline/host/redux';
import { FORMATIONS } from '@touchline/rules/formations';
import shared from './builder.module.css';
import { useDraft } from './builder-context.tsx';
import { draftActions } from './draft-slice.ts';
import classes from './FormationBar.module.css';

/** The seven formations (BUILD-11). */
export function FormationBar() {
  const { draft } = useDraft();
  const dispatch = useDispatch();
  return (
    <fieldset className={classes.formations}>
      <legend className={shared.words}>Formation</legend>
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
  );
}
