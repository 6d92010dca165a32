import { type AdminGame, type AdminGameDetails, cancelAdminGame } from '@touchline/api/http/admin-games';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { Badge } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { plural, shortHex } from '@touchline/ui/format';
import { CopyableText } from '../components/CopyableText.tsx';
import { DetailList } from '../components/DetailList.tsx';
import { ReasonAction } from '../components/ReasonAction.tsx';
import { formatAmount, formatInstant, formatNumber } from '../format.ts';
import type { Edit } from '../records/use-edit.ts';

/** Badge colours (ADMIN-21); other states are gray. */
const COLOURS: Partial<Record<AdminGame['status'], string>> = { ACTIVE: 'green', UPCOMING: 'yellow' };

export function StatusBadge({ status }: Pick<AdminGame, 'status'>) {
  return <Badge color={COLOURS[status] ?? 'gray'}>{status}</Badge>;
}

type GameViewProps = { edit: Edit<AdminGameDetails> };

/** All fields of a game, and a form to cancel it. */
export function GameView({ edit }: GameViewProps) {
  const { base } = edit;
  return (
    <>
      <DetailList
        details={[
          ['ID', <CopyableText key="id" value={base.id} label="id" />],
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
        <Alert color="gray" title="Permanently cancelled">
          Cancelled by {shortHex(base.cancelled_by)}. Refunds due are listed under Payouts.
        </Alert>
      ) : base.settlement === 'FINAL' && base.status !== 'CANCELLED' ? null : (
        <Cancellation edit={edit} />
      )}
    </>
  );
}

/** Shows the refunds that a cancellation makes due, then cancels the game. */
function Cancellation({ edit: { base, sideChange } }: GameViewProps) {
  const host = useHost();
  const change = useMutation({ ...sideChange, mutationFn: cancel });
  async function cancel(reason: string) {
    const request = { params: { id: base.id }, body: { reason }, version: base.version };
    const { game, refunds, refund_total } = await host.api.request(cancelAdminGame, request);
    host.notify({
      kind: 'success',
      title: `${game.name} cancelled`,
      message: `${plural(refunds, 'refund')} due: ${formatAmount(refund_total)}.`,
    });
    return game;
  }
  return (
    <ReasonAction
      label="Cancel game"
      button={{ variant: 'light', color: 'danger' }}
      action="Cancel game permanently"
      change={change}
    >
      <CancellationWarning game={base} />
    </ReasonAction>
  );
}

/** Warns that a cancellation is permanent, with the refunds that it makes due. */
export function CancellationWarning({ game: { paid_entries, paid_total } }: { game: AdminGameDetails }) {
  return (
    <Alert color="warn" title="This can't be undone">
      {paid_entries === 0
        ? 'No entry has been paid, so there is nothing to refund. '
        : `${plural(paid_entries, 'refund')} will be due, ${formatAmount(paid_total)} in total. `}
      A cancelled game can't be reopened.
    </Alert>
  );
}
