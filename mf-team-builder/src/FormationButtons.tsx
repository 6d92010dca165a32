import { FORMATIONS, type FormationName } from '@touchline/rules/formations';
import classes from './FormationButtons.module.css';

interface FormationButtonsProps {
  value: FormationName;
  onChoose: (formation: FormationName) => void;
  /** Formations that are not available. */
  disabled?: ReadonlySet<FormationName>;
  /** Id of the element with the reason. */
  describedBy?: string | undefined;
}

/** The seven formations as buttons (BUILD-11). */
export function FormationButtons({ value, onChoose, disabled, describedBy }: FormationButtonsProps) {
  return (
    <fieldset className={classes.formations} aria-describedby={describedBy}>
      <legend className={classes.words}>Formation</legend>
      {FORMATIONS.map(({ name }) => (
        <button
          key={name}
          type="button"
          aria-pressed={value === name}
          disabled={disabled?.has(name) && value !== name}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
