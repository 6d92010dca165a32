import { FORMATIONS, isFormation } from '@touchline/rules/formations';
import { NativeSelect } from '@touchline/ui/forms';
import { useDraft } from '../draft/builder-context.ts';
import { useLineupMoves } from '../draft/use-lineup-moves.ts';
import { FormationButtons } from '../FormationButtons.tsx';
import classes from './Formation.module.css';

/** The formation of the draft as buttons, above the pitch. */
export function FormationBar() {
  const { draft } = useDraft();
  const { changeFormation } = useLineupMoves();
  return <FormationButtons value={draft.formation} onChoose={changeFormation} />;
}

/** The formation of the draft as a select, next to the list of players. */
export function FormationSelect() {
  const { draft } = useDraft();
  const { changeFormation } = useLineupMoves();
  return (
    <NativeSelect
      className={classes.inline ?? ''}
      label="Formation"
      data={FORMATIONS.map(({ name }) => name)}
      value={draft.formation}
      onChange={({ currentTarget: { value } }) => {
        if (isFormation(value)) changeFormation(value);
      }}
    />
  );
}
