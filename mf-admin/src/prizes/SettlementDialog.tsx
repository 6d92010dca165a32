import { type AdminSettlement, getSettlement } from '@touchline/api/http/admin-prizes';
import { Stack } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { Alert } from '@touchline/ui/data';
import { formatCount, formatPrize, formatPrizeExact } from '@touchline/ui/format';
import { PrizeTable } from '@touchline/ui/PrizeTable';
import { POLLED, useAdminQuery } from '../admin.queries.ts';
import { CopyableHex } from '../components/CopyableText.tsx';
import { DetailList } from '../components/DetailList.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { TransactionLink } from '../components/TransactionLink.tsx';
import { InputSubject } from '../components/use-kept-state.ts';
import { formatInstant } from '../format.ts';
import { Corrections } from './Corrections.tsx';
import { Funding } from './Funding.tsx';
import { JobStatus } from './JobStatus.tsx';
import { Payment } from './Payment.tsx';
import type { PrizeRunner, PrizeRunnerState } from './prize-runner.ts';
import { StateBadge } from './StateBadge.tsx';
import { VaultCalls } from './VaultCalls.tsx';

interface SettlementDialogProps {
  /** Id of the game; null while the dialog is closed. */
  id: string | null;
  runner: PrizeRunner;
  state: PrizeRunnerState;
  onClose(): void;
}

/** All fields of a settlement, the progress of a funding or payment, and the next step: approve its corrections, fund it or pay it. */
export function SettlementDialog({ id, runner, state, onClose }: SettlementDialogProps) {
  return (
    <Dialog opened={id !== null} onClose={onClose} size="xl" title="Settlement">
      {id === null ? null : (
        <InputSubject value={`settlement ${id}`}>
          <Content id={id} runner={runner} state={state} />
        </InputSubject>
      )}
    </Dialog>
  );
}

function Content({ id, runner, state }: { id: string; runner: PrizeRunner; state: PrizeRunnerState }) {
  const control = { runner, isBusy: state.job !== null };
  const query = useAdminQuery(getSettlement, { params: { id } }, POLLED);
  const onStale = () => void query.refetch();
  return (
    <Loaded query={query} what="the settlement" rows={6}>
      {({ settlement, differences, revoke }) => (
        <Stack gap="md">
          <Details settlement={settlement} />
          {settlement.funding_unapproved ? <UnapprovedFunding /> : null}
          {revoke ? (
            <VaultCalls summary="Call that revokes the settlement" calls={[['revoke', revoke]]}>
              Until claims open, the treasury can take all tokens of this game back from the vault. The
              settlement can be funded again afterwards. Nothing has to be reported: the change is shown here
              when the vault has it.
            </VaultCalls>
          ) : null}
          {settlement.corrections > 0 ? (
            <Corrections settlement={settlement} differences={differences} onStale={onStale} />
          ) : null}
          <JobStatus runner={runner} state={state} />
          {settlement.prizes.state === 'SETTLED' || settlement.funding_problem ? (
            <Funding settlement={settlement} {...control} onStale={onStale} />
          ) : null}
          {settlement.prizes.state === 'FUNDED' ? <Payment settlement={settlement} {...control} /> : null}
          <PrizeTable rows={settlement.prizes.table} token={settlement.prizes.token} label="Prize table" />
        </Stack>
      )}
    </Loaded>
  );
}

function UnapprovedFunding() {
  return (
    <Alert color="danger" role="alert" title="Funded without approval">
      The treasury sent more than one administrator may send, and no second administrator had approved it. If
      no one on your team sent it, treat the treasury's key as stolen. The vault's owner can revoke the
      settlement until claims open.
    </Alert>
  );
}

function Details({ settlement }: { settlement: AdminSettlement }) {
  const { prizes, review_ends_at, settled_at, root, funding } = settlement;
  return (
    <DetailList
      details={[
        ['Game', settlement.game_name],
        ['State', <StateBadge key="state" settlement={settlement} />],
        [
          'Pool',
          <span key="pool" title={formatPrizeExact(prizes.pool, prizes.token)}>
            {formatPrize(prizes.pool, prizes.token)}
          </span>,
        ],
        ['Winners', `${formatCount(settlement.winners)} of ${formatCount(settlement.entries)}`],
        ['Prizes paid', formatCount(settlement.prizes_paid)],
        ['Review ends', review_ends_at && formatInstant(review_ends_at)],
        ['Settled', settled_at && formatInstant(settled_at)],
        ['Merkle root', root && <CopyableHex key="root" value={root} label="Merkle root" />],
        ['Funding', funding && <TransactionLink key="funding" hash={funding.transaction_hash} />],
        ['Claims open', funding && formatInstant(funding.claims_open_at)],
      ]}
    />
  );
}
