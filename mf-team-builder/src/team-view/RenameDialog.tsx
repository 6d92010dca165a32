import { type ParticipationDetails, renameTeam } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { Button, Stack } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { TextInput } from '@touchline/ui/forms';
import { type FormEvent, useState } from 'react';
import { TEAM_BUILDER_KEY } from '../query-key.ts';
import { teamNameError } from '../team/names.ts';
import { getTeamQueryKey } from '../team/team.queries.ts';

interface RenameDialogProps {
  opened: boolean;
  onClose: () => void;
  team: ParticipationDetails;
}

/** Renames the user's team. */
export function RenameDialog({ opened, onClose, team }: RenameDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Rename the team">
      <NameForm team={team} onDone={onClose} />
    </Dialog>
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
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label="Team name"
        description="Shown to everyone in the rankings."
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          if (rename.isError) rename.reset();
        }}
        error={nameError ?? rename.error?.message}
        maxLength={80}
        autoComplete="off"
        data-autofocus
      />
      <Button type="submit" disabled={nameError !== null} loading={rename.isPending}>
        Save name
      </Button>
    </Stack>
  );
}
