import { Button } from '@touchline/ui/base';
import { NativeSelect } from '@touchline/ui/forms';
import classes from './GameweekPicker.module.css';

export interface GameweekPickerProps {
  /** In ascending order. */
  gameweeks: readonly { id: number; name: string }[];
  value: number;
  onChange: (gameweek: number) => void;
  /** Marked with a dot in the list, because a word would not fit on a phone. */
  current?: number | null;
}

/** Returns the next or previous gameweek, wrapping around (FIX-01). */
export function stepGameweek(ids: readonly number[], value: number, step: 1 | -1): number {
  const at = ids.indexOf(value);
  return ids[(at + step + ids.length) % ids.length] ?? value;
}

/** Selects a gameweek from a list or with "Prev" and "Next", which wrap around. */
export function GameweekPicker({ gameweeks, value, onChange, current }: GameweekPickerProps) {
  const ids = gameweeks.map(({ id }) => id);
  const options = gameweeks.map(({ id, name }) => ({
    value: String(id),
    label: id === current ? `${name} •` : name,
  }));
  return (
    <div className={classes.picker}>
      <Button
        variant="default"
        className={classes.step}
        disabled={ids.length === 0}
        onClick={() => onChange(stepGameweek(ids, value, -1))}
      >
        Prev
      </Button>
      <NativeSelect
        className={classes.select}
        aria-label="Gameweek"
        data={options}
        value={String(value)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <Button
        variant="default"
        className={classes.step}
        disabled={ids.length === 0}
        onClick={() => onChange(stepGameweek(ids, value, 1))}
      >
        Next
      </Button>
    </div>
  );
}
