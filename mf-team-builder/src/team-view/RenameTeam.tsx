import type { ParticipationDetails } from '@touchline/api/http/entries';
import { LazyDialog } from '@touchline/host/LazyDialog';
import { ActionIcon } from '@touchline/ui/base';
import { IconPencil } from '@touchline/ui/icons';
import { useState } from 'react';

const loadRenameDialog = async () =>
  (await import(/* webpackChunkName: "team-dialogs" */ './RenameDialog.tsx')).RenameDialog;

/** Button that opens the dialog for a new team name; available until the game is over. */
export function RenameTeam({ team }: { team: ParticipationDetails }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Rename the team"
        title="Rename the team"
        onClick={() => setOpened(true)}
      >
        <IconPencil size={20} />
      </ActionIcon>
      <LazyDialog
        what="The new name"
        load={loadRenameDialog}
        dialog={{ opened, onClose: () => setOpened(false), team }}
      />
    </>
  );
}
