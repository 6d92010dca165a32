import type { Payout } from '@touchline/api/http/admin-money';
import { useHost, useWatched } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { Badge, Button, Group, Stack } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { TextInput } from '@touchline/ui/forms';
import type { FormEvent } from 'react';
import { payoutQuery } from '../admin.queries.ts';
import { CopyableText } from '../components/CopyableText.tsx';
import { DetailList } from '../components/DetailList.tsx';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { TransactionLink } from '../components/TransactionLink.tsx';
import { InputSubject, useKeptInput } from '../components/use-kept-state.ts';
import { formatExactAmount, formatInstant } from '../format.ts';
import classes from './money.module.css';
import type { PayoutRunner } from './payout-runner.ts';

interface PayoutDialogProps {
  /** Null while the dialog is closed. */
  id: string | null;
  runner: PayoutRunner;
  onClose(): void;
}

/**
 * All fields of a payout, whether or not the list shows it. Its payer can report the transaction by hand, or give the payout up.
 * Once a transaction is reported, any admin can check whether it is mined or report its replacement. The same applies to a payout
 * that was given up too early.
 */
export function PayoutDialog({ id, runner, onClose }: PayoutDialogProps) {
  return (
    <Dialog opened={id !== null} onClose={onClose} size="lg" title="Payout">
      {id === null ? null : (
        <InputSubject value={`payout ${id}`}>
          <Content key={id} id={id} runner={runner} onClose={onClose} />
        </InputSubject>
      )}
    </Dialog>
  );
}

function Content({ id, runner, onClose }: PayoutDialogProps & { id: string }) {
  const { api, session } = useHost();
  const { user } = useWatched(session);
  const query = useQuery(payoutQuery(api, id));
  const isReportable = ({ state, payer, locked }: Payout) =>
    state === 'SENT' || locked || (state === 'SENDING' && payer === user?.wallet_address);
  return (
    <Loaded query={query} what="the payout" rows={6}>
      {(payout) =>
        payout === null ? (
          <p>This payout is no longer due.</p>
        ) : (
          <Stack gap="md">
            <PayoutDetails payout={payout} />
            {isReportable(payout) ? (
              <ManualReport key={payout.state} payout={payout} runner={runner} onDone={onClose} />
            ) : null}
          </Stack>
        )
      }
    </Loaded>
  );
}

const formatOptional = (instant: string | null) => (instant === null ? '-' : formatInstant(instant));

function PayoutDetails({ payout }: { payout: Payout }) {
  const wallet = (address: string | null) =>
    address === null ? '-' : <CopyableText value={address} label="wallet address" />;
  return (
    <DetailList
      details={[
        ['Description', payout.because],
        [
          'Reason',
          <Badge key="reason" color="gray">
            {payout.reason}
          </Badge>,
        ],
        ['Amount', formatExactAmount(payout.amount)],
        ['State', payout.final ? `${payout.state}, final` : payout.state],
        ['To', wallet(payout.recipient)],
        ['Sent from', wallet(payout.sender)],
        ['Payer', wallet(payout.payer)],
        ['Transaction', <TransactionLink key="transaction" hash={payout.transaction_hash} />],
        ['Incoming transfer', <TransactionLink key="paid" hash={payout.paid_with} />],
        ['Due', formatOptional(payout.due_at)],
        ['Claimed', formatOptional(payout.begun_at)],
        ['Sent', formatOptional(payout.sent_at)],
        ['Confirmed', formatOptional(payout.confirmed_at)],
      ]}
    />
  );
}

const LOCKED =
  'This payout was given up, but a transfer for it could still be mined. It can be paid again when the transactions that the paying wallet may have signed are final, or after a day. If a transfer was sent, report it.';

function ManualReport({ payout, runner, onDone }: { payout: Payout; runner: PayoutRunner; onDone(): void }) {
  const { id, transaction_hash: reportedHash, locked } = payout;
  const [hash, setHash] = useKeptInput<string>('hash', reportedHash ?? '');
  const report = useMutation({
    mutationFn: () => runner.report(id, hash.trim()),
    onSuccess: ({ state }) => (state === 'CONFIRMED' ? onDone() : undefined),
  });
  const giveUp = useMutation({ mutationFn: () => runner.giveUp(id), onSuccess: onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    giveUp.reset();
    report.mutate();
  };
  const abandon = () => {
    report.reset();
    giveUp.mutate();
  };
  return (
    <form className={classes.byHand} onSubmit={submit} noValidate>
      <p>
        {locked
          ? LOCKED
          : reportedHash === null
            ? 'Check the activity in your wallet: was this transfer sent?'
            : 'This transfer is not mined yet. If your wallet replaced it, report the replacement.'}
      </p>
      <TextInput
        label="Transaction hash"
        placeholder="0x..."
        value={hash}
        onChange={({ currentTarget }) => {
          setHash(currentTarget.value);
          if (!report.isPending) report.reset();
        }}
      />
      {report.isSuccess ? <p role="status">Checked again: not mined yet.</p> : null}
      {report.error ? <ErrorAlert title="Failed to report the transaction" error={report.error} /> : null}
      {giveUp.error ? <ErrorAlert title="Failed to give up the payout" error={giveUp.error} /> : null}
      <Group gap={8} wrap="nowrap">
        <Button type="submit" loading={report.isPending} disabled={hash.trim() === ''}>
          {hash.trim() === reportedHash ? 'Check again' : 'Report transaction'}
        </Button>
        {reportedHash === null && !locked ? (
          <Button variant="light" color="danger" loading={giveUp.isPending} onClick={abandon}>
            Give up: nothing was sent
          </Button>
        ) : null}
      </Group>
    </form>
  );
}
