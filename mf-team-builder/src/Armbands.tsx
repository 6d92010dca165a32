import { VisuallyHidden } from '@touchline/ui/base';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './Armbands.module.css';

export type Band = 'captain_id' | 'vice_captain_id';

const BANDS = [
  { band: 'captain_id', letter: 'C', label: 'Captain' },
  { band: 'vice_captain_id', letter: 'V', label: 'Vice-captain' },
] as const;

interface Wearer {
  name: string;
  /** Nobody was chosen: the rules will make it this player. */
  byDefault: boolean;
}

interface ArmbandsProps {
  /** Null: too few players on the pitch; a null wearer: nobody yet. */
  wearers: Readonly<Record<Band, Wearer | null>> | null;
  /** The armband that the next player pressed on the pitch receives. */
  giving: Band | null;
  onGiving: (band: Band | null) => void;
  /** Fixed by a kick-off. */
  disabled?: boolean;
  /** The pitch. */
  children: ReactNode;
}

/** A pitch with both armbands in its corner: press one, then the player who gets it. */
export function Armbands({ wearers, giving, onGiving, disabled = false, children }: ArmbandsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && giving) onGiving(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles from the buttons inside
    <div className={classes.stage} onKeyDown={onKeyDown}>
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
                {giving === band ? `Press your ${label.toLowerCase()}` : wordsFor(wearers[band])}
              </span>
            </button>
          ))}
        </div>
      ) : null}
      {children}
    </div>
  );
}

const wordsFor = (wearer: Wearer | null) =>
  wearer ? `${wearer.name}${wearer.byDefault ? ' (default)' : ''}` : 'Nobody yet';
