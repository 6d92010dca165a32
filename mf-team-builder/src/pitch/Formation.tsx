import { useDispatch } from '@touchline/host/redux';
import { FORMATIONS, isFormation } from '@touchline/rules/formations';
import { NativeSelect } from '@touchline/ui/forms';
import { useDraft } from '../draft/builder-context.tsx';
import { draftActions } from '../draft/draft-slice.ts';
import { FormationButtons } from '../FormationButtons.tsx';
import classes from './Formation.module.css';

/** The formation of the draft as buttons, above the pitch. */
export function FormationBar() {
  const { draft } = useDraft();
  const dispatch = useDispatch();
  return (
    <FormationButtons
      value={draft.formation}
      onChoose={(formation) => dispatch(draftActions.formationChosen(formation))}
    />
  );
}

/** The formation of the draft as a select, next to the list of players. */
export function FormationSelect() {
  const { draft } = useDraft();
  const dispatch = useDispatch();
  return (
    <NativeSelect
      className={classes.inline ?? ''}
      label="Formation"
      data={FORMATIONS.map(({ name }) => name)}
      value={draft.formation}
      onChange={({ currentTarget: { value } }) => {
        if (isFormation(value)) dispatch(draftActions.formationChosen(value));
      }}
    />
  );
}
