import { useDispatch } from '@touchline/host/redux';
import { useDraft } from '../draft/builder-context.tsx';
import { draftActions } from '../draft/draft-slice.ts';
import { FormationButtons } from '../FormationButtons.tsx';

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
