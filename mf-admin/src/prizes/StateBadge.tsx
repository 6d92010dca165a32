import type { AdminSettlement } from '@touchline/api/http/admin-prizes';
import { Badge } from '@touchline/ui/base';
import { describeState } from './settlement-states.ts';

/** State of a settlement, with what needs an administrator. */
export function StateBadge({ settlement }: { settlement: AdminSettlement }) {
  const { prizes, approval_needed, funding_approval_needed, funding_problem, funding_unapproved } =
    settlement;
  const { label, color } = describeState(prizes.state);
  return (
    <>
      <Badge color={color}>{label}</Badge>{' '}
      {approval_needed || funding_approval_needed ? <Badge color="danger">Approval needed</Badge> : null}
      {funding_unapproved ? <Badge color="danger">Not approved</Badge> : null}
      {funding_problem ? <Badge color="danger">Funding problem</Badge> : null}
    </>
  );
}
