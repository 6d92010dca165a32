import { type AdminGame, type AdminGameDetails, cancelAdminGame } from '@touchline/api/http/admin-games';
import { useHost } from '@touchline/host/host';
import { Badge, Button } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { plural, shortHex } from '@touchline/ui/format';
import { useState } from 'react';
import { formatAmount, formatInstant, formatNumber } from '../format.ts';
import { Copy } from '../components/CopyableText.tsx';
import { Facts } from '../components/DetailList.tsx';
import { ReasonForm } from '../components/ReasonForm.tsx';
import type { Edit } from '../records/use-edit.ts';

/** ADMIN-21; other states are gray. */
const COLOURS: Partial<Record<AdminGame['status'], string>> = { ACTIVE: 'green', UPCOMING: 'yellow' };

export function StatusBadge({ status }: Pick<AdminGame, 'status'>) {
  const colour = COLOURS[status] ?? 'gray';
  return (
    <Badge color={colour} data-colour={colour}>
      {status}
    </Badge>
  );
}

type View = { edit: Edit<AdminGameDetails> };

/** Everything about a game, and its cancellation. */
export function GameView({ edit }: View) {
  const { base } = edit;
  return (
    <>
      <Facts
        facts={[
          ['ID', <Copy key="id" value={base.id} what="id" />],
          ['Name', base.name],
          ['Type', base.game_type],
          ['Status', <StatusBadge key="status" status={base.status} />],
          ['Settlement', base.settlement],
          [
            'Entry Fee',
            <span key="fee" title={base.entry_fee}>
              {formatAmount(base.entry_fee)}
            </span>,
          ],
          ['Start Time', formatInstant(base.start_time)],
          ['End Time', formatInstant(base.end_time)],
          ['Gameweeks', `${base.first_gameweek} to ${base.last_gameweek}`],
          ['Created', formatInstant(base.created_at)],
          ['Participants', formatNumber(base.participation_count)],
          ['Seats', base.max_participants === null ? 'No limit' : formatNumber(base.max_participants)],
          ['Paid entries', `${formatNumber(base.paid_entries)} (${formatAmount(base.paid_total)})`],
        ]}
      />
      {base.cancelled_by ? (
        <Alert color="gray" title="Cancelled for good">
          By {shortHex(base.cancelled_by)}. Its payments are refunds due, in the list of payouts.
        </Alert>
      ) : (
        <Cancellation edit={edit} />
      )}
    </>
  );
}

/** Cancels a game, after showing what it would make due. */
function Cancellation({ edit: { base, change } }: View) {
  const host = useHost();
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button variant="light" color="danger" onClick={() => setAsking(true)} style={{ justifySelf: 'start' }}>
        Cancel game
      </Button>
    );
  async function cancel(version: string, reason: string) {
    const call = { params: { id: base.id }, body: { reason }, version };
    const { game, refunds, refund_total } = await host.api.request(cancelAdminGame, call);
    host.notify({
      kind: 'success',
      title: `${game.name} is cancelled`,
      message: `${plural(refunds, 'refund')} due: ${formatAmount(refund_total)}.`,
    });
    return game;
  }
  return (
    <ReasonForm
      action="Cancel the game for good"
      pending={change.isPending}
      error={change.error}
      onCancel={() => setAsking(false)}
      onSubmit={(reason) => change.mutate((version) => cancel(version, reason))}
    >
      <Alert color="warn" title="What this does">
        {base.paid_entries === 0
          ? 'Nobody has paid for this game: there is nothing to refund. '
          : `${plural(base.paid_entries, 'refund')} will be due, ${formatAmount(base.paid_total)} in all. `}
        A cancelled game stays cancelled.
      </Alert>
    </ReasonForm>
  );
}
