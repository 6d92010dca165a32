import { useDispatch } from '@touchline/host/redux';
import { FormationButtons } from '../FormationButtons.tsx';
import { useDraft } from './builder-context.tsx';
import { draftActions } from './draft-slice.ts';

/** The formation of the team being built. */
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
