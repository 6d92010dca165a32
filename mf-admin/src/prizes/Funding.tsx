import { type AdminSettlement, approveFunding, getSettlementFunding } from '@touchline/api/http/admin-prizes';
import { useHost, useWatched } from '@touchline/host/host';
import { Button, Text, Title } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { formatPrize, shortHex } from '@touchline/ui/format';
import { useAdminQuery } from '../admin.queries.ts';
import { CopyableHex } from '../components/CopyableText.tsx';
import { DetailList } from '../components/DetailList.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { ReasonAction } from '../components/ReasonAction.tsx';
import { ReasonForm } from '../components/ReasonForm.tsx';
import { useReasonChange } from '../components/use-reason-change.ts';
import type { PrizeRunner } from './prize-runner.ts';
import { Reviewed } from './Reviewed.tsx';
import { VaultCalls } from './VaultCalls.tsx';

interface FundingProps {
  settlement: AdminSettlement;
  runner: PrizeRunner;
  /** True while a funding or payment is in progress or interrupted. */
  isBusy: boolean;
  /** Called when another administrator has changed the settlement. */
  onStale(): void;
}

/** Funding of a settlement from the treasury, and why a transaction on the chain is not accepted as the funding. */
export function Funding({ settlement, runner, isBusy, onStale }: FundingProps) {
  const { prizes, funding_problem, refill_due, funding_seen, funding_approval_needed } = settlement;
  const isDue = prizes.state === 'SETTLED' && !funding_seen;
  return (
    <section aria-label={refill_due === null ? 'Funding' : 'Refill'}>
      <Title order={3} size="h4" mb={8}>
        {refill_due === null ? 'Funding' : 'Refill'}
      </Title>
      {funding_problem ? (
        <Alert color="danger" role="alert" title="Funding problem" mb="sm">
          {funding_problem}
        </Alert>
      ) : null}
      {funding_seen ? (
        <p role="status">The chain has the funding. The prizes are funded as soon as its block is final.</p>
      ) : null}
      <Reviewed version={settlement.version}>
        {isDue && funding_approval_needed ? <Approval settlement={settlement} onStale={onStale} /> : null}
      </Reviewed>
      {isDue && !funding_approval_needed ? (
        <Send settlement={settlement} runner={runner} isBusy={isBusy} onStale={onStale} />
      ) : null}
    </section>
  );
}

const formatDue = ({ prizes, refill_due }: AdminSettlement) =>
  formatPrize(refill_due ?? prizes.pool, prizes.token);

/** Approves a funding or withdraws the approval. */
const useFundingApproval = (
  { game_id: id, version }: AdminSettlement,
  approved: boolean,
  onStale: () => void,
) =>
  useReasonChange(
    (api, reason) => api.request(approveFunding, { params: { id }, body: { approved, reason }, version }),
    onStale,
  );

type ApprovalProps = Pick<FundingProps, 'settlement' | 'onStale'>;

function Approval({ settlement, onStale }: ApprovalProps) {
  const approve = useFundingApproval(settlement, true, onStale);
  return (
    <ReasonForm action="Approve funding" color="grass" change={approve}>
      <Alert color="warn" title="Two administrators are needed">
        {`${formatDue(settlement)} is above the limit for one administrator. If you approve it, another one has to send it. `}
        <a href={`/results/${settlement.game_id}`}>Check the result first.</a>
      </Alert>
    </ReasonForm>
  );
}

function Send({ settlement, runner, isBusy, onStale }: FundingProps) {
  const { user } = useWatched(useHost().session);
  const { game_id: game, game_name: name, funding_approved_by: approver, refill_due } = settlement;
  const isOwnApproval = approver !== null && approver === user?.wallet_address.toLowerCase();
  return (
    <>
      {approver ? (
        <Text fz="sm" c="dimmed" mb="sm">
          {isOwnApproval
            ? `You approved ${formatDue(settlement)}. Another administrator has to send it.`
            : `Approved by ${shortHex(approver)}.`}
        </Text>
      ) : null}
      {isOwnApproval ? null : (
        <>
          <Sender game={game} />
          <Button disabled={isBusy} onClick={() => runner.fund({ game, name })}>
            {`${refill_due === null ? 'Fund' : 'Refill'} ${formatDue(settlement)}`}
          </Button>
        </>
      )}
      {approver ? (
        <Reviewed version={settlement.version}>
          <Withdrawal settlement={settlement} onStale={onStale} />
        </Reviewed>
      ) : null}
    </>
  );
}

function Withdrawal({ settlement, onStale }: ApprovalProps) {
  const withdraw = useFundingApproval(settlement, false, onStale);
  return (
    <ReasonAction
      button={{ variant: 'subtle' }}
      action="Withdraw approval"
      // The form remains until the settlement without the approval is loaded.
      change={{ ...withdraw, mutate: (reason) => withdraw.mutate(reason) }}
    />
  );
}

function Sender({ game }: { game: string }) {
  const query = useAdminQuery(getSettlementFunding, { params: { id: game } });
  return (
    <Loaded query={query} what="the funding" rows={2}>
      {({ sender, vault, approve, settle, refill }) => (
        <>
          <DetailList
            details={[
              ['From the treasury', <CopyableHex key="treasury" value={sender} label="treasury address" />],
              ['To the prize vault', <CopyableHex key="vault" value={vault} label="vault address" />],
            ]}
          />
          <Text fz="sm" c="dimmed" mb="sm">
            Your wallet must expose the treasury to this site. It asks for one confirmation if it supports
            batches, otherwise for two.
          </Text>
          <VaultCalls
            summary="Calls for a multi-signature wallet"
            calls={[['approve', approve], refill ? ['refill', refill] : ['settle', settle]]}
          >
            Send both calls from the treasury in this order, or as one batch. Nothing has to be reported
            afterwards: the funding is shown here when the vault has it.
          </VaultCalls>
        </>
      )}
    </Loaded>
  );
}
