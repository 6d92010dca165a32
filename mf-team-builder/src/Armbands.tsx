import { VisuallyHidden } from '@touchline/ui/base';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './Armbands.module.css';

export type Band = 'captain_id' | 'vice_captain_id';

export const BANDS = [
  { band: 'captain_id', letter: 'C', label: 'Captain' },
  { band: 'vice_captain_id', letter: 'V', label: 'Vice-captain' },
] as const;

interface Wearer {
  name: string;
  /** True if the user has not chosen a player and the rules will pick this one. */
  byDefault: boolean;
}

interface ArmbandsProps {
  /** Null while too few players are on the pitch; a wearer is null until one is known. */
  wearers: Readonly<Record<Band, Wearer | null>> | null;
  /** The armband assigned to the next player pressed on the pitch; null if none is selected. */
  giving: Band | null;
  onGiving: (band: Band | null) => void;
  /** True once a kick-off has fixed both armbands. */
  disabled?: boolean;
  /** The pitch. */
  children: ReactNode;
}

/** A pitch with both armbands in its corner. The user presses an armband, then the player who receives it. */
export function Armbands({ wearers, giving, onGiving, disabled = false, children }: ArmbandsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && giving) onGiving(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles from the buttons inside
    <div className={classes.frame} onKeyDown={onKeyDown}>
      {wearers ? (
        <div className={classes.bands}>
          {BANDS.map(({ band, letter, label }) => (
            <button
              key={band}
              type="button"
              className={classes.band}
              data-letter={letter}
              aria-pressed={giving === band}
              disabled={disabled}
              onClick={() => onGiving(giving === band ? null : band)}
            >
              <span className={classes.letter} aria-hidden="true">
                {letter}
              </span>
              <VisuallyHidden>{label}: </VisuallyHidden>
              <span className={classes.wearer}>
                {giving === band ? `Choose your ${label.toLowerCase()}` : formatWearer(wearers[band])}
              </span>
            </button>
          ))}
        </div>
      ) : null}
      {children}
    </div>
  );
}

const formatWearer = (wearer: Wearer | null) =>
  wearer ? `${wearer.name}${wearer.byDefault ? ' (default)' : ''}` : 'Not chosen';
