import { editLeague, type League } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { Button, Stack } from '@touchline/ui/base';
import { type FormEvent, useState } from 'react';
import { describeStartError } from './league-texts.ts';
import { type LeagueSettings, MoreSettings } from './MoreSettings.tsx';
import { useGameweeks } from './use-gameweeks.ts';
import { useLeagueChange } from './use-league-change.ts';

/** Form with the settings that owner and co-admins may change until the league starts (game rule 9.2). */
export function ChangeSettings({ league }: { league: League }) {
  const { api, notify } = useHost();
  const { id, kind, start_gameweek, uses_coefficient, knock_out_gameweeks } = league;
  const { all, open } = useGameweeks(league.game);
  const [edited, setEdited] = useState<Partial<LeagueSettings>>({});
  const settings = { start_gameweek, uses_coefficient, knock_out_gameweeks, ...edited };
  const changes = pickChanges(league, settings);
  const save = useLeagueChange(
    () => api.request(editLeague, { params: { id }, body: changes }),
    () => {
      setEdited({});
      notify({ kind: 'success', message: 'The league has new settings.' });
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <MoreSettings
        // A gameweek that has started would start the league, which fixes its settings.
        gameweeks={all.filter((gameweek) => gameweek === start_gameweek || open.includes(gameweek))}
        kind={kind}
        value={settings}
        startError={describeStartError(save.error, settings.start_gameweek)}
        onChange={(next) => {
          setEdited(pickChanges(league, next));
          if (save.isError) save.reset();
        }}
      />
      <Button
        type="submit"
        variant="default"
        loading={save.isPending}
        disabled={Object.keys(changes).length === 0}
      >
        Save settings
      </Button>
    </Stack>
  );
}

/** Picks the settings that differ from those of the league. The others may have been changed by the owner or another co-admin. */
function pickChanges(league: League, settings: LeagueSettings) {
  const { start_gameweek, uses_coefficient, knock_out_gameweeks } = settings;
  return {
    ...(start_gameweek === null || start_gameweek === league.start_gameweek ? {} : { start_gameweek }),
    ...(uses_coefficient === league.uses_coefficient ? {} : { uses_coefficient }),
    ...(knock_out_gameweeks === league.knock_out_gameweeks ? {} : { knock_out_gameweeks }),
  };
}
