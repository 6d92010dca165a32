import type { LeagueKind } from '@touchline/api/http/leagues';
import { Stack } from '@touchline/ui/base';
import { NativeSelect, Switch } from '@touchline/ui/forms';
import { useState } from 'react';
import classes from './leagues.module.css';

export interface LeagueSettings {
  /** Null: the next gameweek that has not started; for a new league. */
  start_gameweek: number | null;
  uses_coefficient: boolean;
  knock_out_gameweeks: number;
}

export const DEFAULT_SETTINGS: LeagueSettings = {
  start_gameweek: null,
  uses_coefficient: false,
  knock_out_gameweeks: 0,
};

interface MoreSettingsProps {
  /** Offers the next gameweek without its number. */
  isNew?: boolean;
  /** Numbers of the gameweeks from which points can count. */
  gameweeks: readonly number[];
  kind: LeagueKind;
  value: LeagueSettings;
  /** Error of the first gameweek, which opens the settings. */
  startError: string | null;
  onChange: (settings: LeagueSettings) => void;
}

/** Settings that most leagues keep: first gameweek, coefficient and knock-out. */
export function MoreSettings(props: MoreSettingsProps) {
  const { isNew = false, gameweeks, kind, value, startError, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  // They stay open when the correction of the field removes its error.
  if (startError !== null && !isOpen) setOpen(true);
  return (
    <details
      className={classes.more}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More settings</summary>
      <Stack>
        {gameweeks.length > 1 || startError ? (
          <NativeSelect
            label="Points count from"
            error={startError}
            data={[
              ...(isNew ? [{ value: '', label: 'The next gameweek' }] : []),
              ...gameweeks.map((gameweek) => ({ value: String(gameweek), label: `Gameweek ${gameweek}` })),
            ]}
            value={value.start_gameweek === null ? '' : String(value.start_gameweek)}
            onChange={({ currentTarget }) =>
              onChange({
                ...value,
                start_gameweek: currentTarget.value === '' ? null : Number(currentTarget.value),
              })
            }
          />
        ) : null}
        {kind === 'HEAD_TO_HEAD' && gameweeks.length > 3 ? (
          <NativeSelect
            label="Knock-out at the end"
            data={[
              { value: '0', label: 'None' },
              { value: '1', label: 'Final' },
              { value: '2', label: 'Semi-finals and final' },
              { value: '3', label: 'Quarter-finals, semi-finals and final' },
            ]}
            value={String(value.knock_out_gameweeks)}
            onChange={({ currentTarget }) =>
              onChange({ ...value, knock_out_gameweeks: Number(currentTarget.value) })
            }
          />
        ) : null}
        <Switch
          label="Count the stake coefficient"
          description="Off: friends compare skill, and a stake earns no extra points."
          checked={value.uses_coefficient}
          onChange={({ currentTarget }) => onChange({ ...value, uses_coefficient: currentTarget.checked })}
        />
      </Stack>
    </details>
  );
}
