import { type ParticipationDetails, renameTeam } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { ActionIcon, Button } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { TextInput } from '@touchline/ui/forms';
import { IconPencil } from '@touchline/ui/icons';
import { type FormEvent, useState } from 'react';
import { TEAM_BUILDER_KEY } from '../query-key.ts';
import { teamNameError } from '../team/names.ts';
import { getTeamQueryKey } from '../team/team.queries.ts';
import classes from './team-view.module.css';

/** Button and dialog that rename the user's team; available until the game is over. */
export function RenameTeam({ team }: { team: ParticipationDetails }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Rename the team"
        title="Rename the team"
        onClick={() => setOpen(true)}
      >
        <IconPencil size={20} />
      </ActionIcon>
      <Dialog opened={open} onClose={() => setOpen(false)} title="Rename the team">
        {open ? <NameForm team={team} onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  );
}

function NameForm({ team, onDone }: { team: ParticipationDetails; onDone: () => void }) {
  const { api, notify, queryClient } = useHost();
  const [name, setName] = useState(team.team_name);
  const rename = useMutation({
    mutationFn: () => api.request(renameTeam, { params: { id: team.id }, body: { team_name: name } }),
    onSuccess: ({ team_name }) => {
      const queryKey = getTeamQueryKey(team.id);
      queryClient.setQueryData<ParticipationDetails>(
        queryKey,
        (current) => current && { ...current, team_name },
      );
      void queryClient.invalidateQueries({ queryKey: TEAM_BUILDER_KEY, refetchType: 'none' });
      notify({ kind: 'success', message: `Your team is now called ${team_name}.` });
      onDone();
    },
  });
  const nameError = name.trim() === '' ? 'Enter a team name' : teamNameError(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (nameError === null && !rename.isPending) rename.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.rename}>
      <TextInput
        label="Team name"
        description="Shown to everyone in the rankings."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={nameError ?? rename.error?.message}
        maxLength={80}
        autoComplete="off"
        data-autofocus
      />
      <Button type="submit" disabled={nameError !== null} loading={rename.isPending}>
        Save name
      </Button>
    </form>
  );
}
