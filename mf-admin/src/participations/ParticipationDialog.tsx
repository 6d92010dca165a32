import { participationChange, updateAdminParticipation } from '@touchline/api/http/admin-entries';
import { useHost } from '@touchline/host/host';
import { participationQuery } from '../admin.queries.ts';
import { type OpenRecord, RecordDialog } from '../records/RecordDialog.tsx';
import { ParticipationView } from './ParticipationView.tsx';
import { ClearPoints } from './PointsActions.tsx';
import { PARTICIPATION_FIELDS } from './participation-fields.ts';

interface ParticipationDialogProps {
  open: OpenRecord | null;
  onOpen(open: OpenRecord | null): void;
}

/** Dialog of a participation: its fields, an edit form, and forms to clear and restore its points. */
export function ParticipationDialog({ open, onOpen }: ParticipationDialogProps) {
  const { api } = useHost();
  return (
    <RecordDialog
      open={open}
      onMode={(mode) => open && onOpen({ ...open, mode })}
      onClose={() => onOpen(null)}
      titles={{ view: 'Game Participation Details', edit: 'Edit Game Participation' }}
      noun="participation"
      query={(id) => participationQuery(api, id)}
      fields={PARTICIPATION_FIELDS}
      schema={participationChange}
      save={async (id, body, { version, reason }) => {
        const change = { params: { id }, query: { reason }, body, version };
        return (await api.request(updateAdminParticipation, change)).participation;
      }}
      view={(edit) => <ParticipationView edit={edit} />}
      editExtra={(edit, reason) => <ClearPoints edit={edit} reason={reason} />}
    />
  );
}
