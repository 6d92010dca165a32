import { FORMATIONS, type FormationName } from '@touchline/rules/formations';
import { VisuallyHidden } from '@touchline/ui/base';
import classes from './FormationButtons.module.css';

interface FormationButtonsProps {
  value: FormationName;
  onChoose: (formation: FormationName) => void;
  /** Formations that cannot be chosen. */
  disabled?: ReadonlySet<FormationName>;
  /** Id of the element that explains the disabled formations. */
  describedBy?: string | undefined;
}

/** The seven formations as buttons (BUILD-11). */
export function FormationButtons({ value, onChoose, disabled, describedBy }: FormationButtonsProps) {
  return (
    <fieldset className={classes.formations} aria-describedby={describedBy}>
      <VisuallyHidden component="legend">Formation</VisuallyHidden>
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
