import {
  type AdminSettlement,
  approveSettlement,
  type PrizeDifference,
} from '@touchline/api/http/admin-prizes';
import type { PrizeToken } from '@touchline/api/http/prize-plans';
import { Text, Title } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { formatPrize, formatPrizeAmount, ordinal, plural, shortHex } from '@touchline/ui/format';
import { AdminTable } from '../components/AdminTable.tsx';
import { ReasonForm } from '../components/ReasonForm.tsx';
import { useReasonChange } from '../components/use-reason-change.ts';
import { Reviewed } from './Reviewed.tsx';

interface CorrectionsProps {
  settlement: AdminSettlement;
  differences: readonly PrizeDifference[];
  /** Called when another correction has changed the proposal. */
  onStale(): void;
}

/** Prizes that corrections decided, and the approval by a second admin where it is needed. */
export function Corrections({ settlement, differences, onStale }: CorrectionsProps) {
  const { corrections, moved, prizes, approved_by, approval_needed } = settlement;
  return (
    <section aria-label="Corrections">
      <Title order={3} size="h4" mb={8}>
        Corrections
      </Title>
      <Text fz="sm" c="dimmed" mb="sm">
        {`${plural(corrections, 'correction')} decided ${formatPrize(moved, prizes.token)}: the prizes that went to other entries or have no winner left, or all prizes after a change of a stake, a coefficient, a lineup or the game's times.`}
        {approved_by ? ` Approved by ${shortHex(approved_by)}.` : ''}
      </Text>
      <DifferenceTable differences={differences} token={prizes.token} />
      <Reviewed version={settlement.version}>
        {approval_needed ? <Approval settlement={settlement} onStale={onStale} /> : null}
      </Reviewed>
    </section>
  );
}

const formatRank = (rank: number | null) => (rank === null ? 'Unranked' : ordinal(rank));

function DifferenceTable({
  differences,
  token,
}: Pick<CorrectionsProps, 'differences'> & { token: PrizeToken }) {
  return (
    <AdminTable
      label="Table of differences"
      rows={differences}
      getRowKey={({ participation_id }) => participation_id}
      empty="No prize differs, apart from what a changed stake, coefficient, lineup or time may have decided."
      columns={[
        ['Team', ({ team_name }) => team_name],
        ['Wallet', ({ wallet_address }) => shortHex(wallet_address)],
        ['Rank', ({ rank_before, rank_after }) => `${formatRank(rank_before)} to ${formatRank(rank_after)}`],
        ['Prize before', ({ amount_before }) => formatPrize(amount_before, token)],
        ['Prize after', ({ amount_after }) => formatPrize(amount_after, token)],
        [
          'Change',
          ({ amount_before, amount_after }) =>
            formatChange(BigInt(amount_after) - BigInt(amount_before), token),
        ],
      ]}
    />
  );
}

const formatChange = (change: bigint, token: PrizeToken) =>
  change < 0n
    ? `-${formatPrizeAmount((-change).toString(), token)}`
    : `+${formatPrizeAmount(change.toString(), token)}`;

function Approval({ settlement, onStale }: Omit<CorrectionsProps, 'differences'>) {
  const { game_id: id, version } = settlement;
  const approve = useReasonChange(
    (api, reason) => api.request(approveSettlement, { params: { id }, body: { reason }, version }),
    onStale,
  );
  return (
    <ReasonForm action="Approve corrections" color="grass" change={approve}>
      <Alert color="warn" title="A second administrator must approve">
        The corrections moved more than the limit. Prizes are not settled until an administrator who made none
        of them approves this proposal.
      </Alert>
    </ReasonForm>
  );
}
