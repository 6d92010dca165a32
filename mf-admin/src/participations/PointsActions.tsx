import {
  type AdminParticipationDetails,
  clearPoints,
  restorePoints,
} from '@touchline/api/http/admin-entries';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { Button, Group, Stack, Text } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { useState } from 'react';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { ReasonAction } from '../components/ReasonAction.tsx';
import { formatNumber, formatPointCount } from '../format.ts';
import type { Edit } from '../records/use-edit.ts';

interface ClearPointsProps {
  edit: Edit<AdminParticipationDetails>;
  /** Reason of the edit form, for the audit log. */
  reason: string | undefined;
}

/** Clears the earned points after a confirmation, with the reason of the edit form and without losing its input (ADMIN-26). */
export function ClearPoints({ edit, reason }: ClearPointsProps) {
  const { api, notify } = useHost();
  const { base } = edit;
  const change = useMutation({
    ...edit.sideChange,
    mutationFn: async () => {
      const request = { params: { id: base.id }, query: { reason }, version: base.version };
      return (await api.request(clearPoints, request)).participation;
    },
  });
  const { earned_points, team_name } = base;
  const [confirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  function open() {
    change.reset();
    setConfirming(true);
  }
  const clear = () =>
    change.mutate(undefined, {
      onSuccess() {
        close();
        const title = `${formatPointCount(earned_points)} of ${team_name} cleared`;
        notify({ kind: 'success', title, message: 'Close the form to restore them.' });
      },
    });
  return (
    <>
      <Button variant="light" color="danger" onClick={open} disabled={earned_points === 0}>
        Clear Points
      </Button>
      <Dialog opened={confirming} onClose={close} title={`Clear points of ${team_name}?`}>
        <Stack>
          <Text>
            {describeChange(base)} Points that it scores from now on still count. You can restore the cleared
            points.
          </Text>
          {change.error ? <ErrorAlert title="Error clearing earned points" error={change.error} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} disabled={change.isPending}>
              Keep points
            </Button>
            <Button color="danger" onClick={clear} loading={change.isPending}>
              Clear {formatPointCount(earned_points)}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}

function describeChange({ game_name, earned_points, rank }: AdminParticipationDetails): string {
  const place = rank === null ? '' : `, and its rank (${formatNumber(rank)}) may change`;
  return `The team's earned points in ${game_name} change from ${formatNumber(earned_points)} to 0${place}.`;
}

/** Restores the cleared points, with a reason. Renders nothing if none are cleared. */
export function RestorePoints({ edit: { base, sideChange } }: { edit: Edit<AdminParticipationDetails> }) {
  const { api } = useHost();
  const { id, version, cleared_points } = base;
  const change = useMutation({
    ...sideChange,
    mutationFn: async (reason: string) =>
      (await api.request(restorePoints, { params: { id }, body: { reason }, version })).participation,
  });
  if (cleared_points === 0) return null;
  return (
    <ReasonAction
      label="Restore points"
      button={{ variant: 'light' }}
      action={`Restore ${formatPointCount(cleared_points)}`}
      color="grass"
      change={change}
    />
  );
}
