import {
  type AdminParticipationDetails,
  clearPoints,
  participationChange,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { useHost } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { participationQuery } from '../admin.queries.ts';
import { type OpenRecord, RecordDialog } from '../records/RecordDialog.tsx';
import type { Edit } from '../records/use-edit.ts';
import { ParticipationView } from './ParticipationView.tsx';
import { PARTICIPATION_FIELDS } from './participation-fields.ts';

interface ParticipationDialogProps {
  open: OpenRecord | null;
  onOpen(open: OpenRecord | null): void;
}

/** Dialog of a participation: its fields, an edit form and a button to clear its points. */
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
      editExtra={(edit) => <ClearPoints edit={edit} />}
    />
  );
}

/** ADMIN-26 */
function ClearPoints({ edit }: { edit: Edit<AdminParticipationDetails> }) {
  const { api } = useHost();
  const { base, change } = edit;
  const clear = () =>
    change.mutate(
      async (version) => (await api.request(clearPoints, { params: { id: base.id }, version })).participation,
    );
  return (
    <Button variant="light" color="danger" onClick={clear} loading={change.isPending}>
      Clear Points
    </Button>
  );
}
