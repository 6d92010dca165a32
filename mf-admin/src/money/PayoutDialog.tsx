import type { Payout } from '@touchline/api/http/admin-money';
import { useHost, useWatched } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { Badge, Button, Stack } from '@touchline/ui/base';
import { formatTokens } from '@touchline/ui/format';
import { TextInput } from '@touchline/ui/forms';
import { Modal } from '@touchline/ui/overlays';
import { type FormEvent, useState } from 'react';
import { formatInstant } from '../format.ts';
import { Copy } from '../components/CopyableText.tsx';
import { Facts } from '../components/DetailList.tsx';
import { Problem } from '../components/ErrorAlert.tsx';
import { Transaction } from '../components/TransactionLink.tsx';
import classes from './money.module.css';
import type { PayoutDesk } from './payout-runner.ts';

interface PayoutDialogProps {
  payout: Payout | null;
  desk: PayoutDesk;
  onClose(): void;
}

/**
 * Everything about a payout. Its payer can name the transaction by hand, or give it up; of a transaction that was named
 * everybody can look whether it is mined, or name the one that replaced it.
 */
export function PayoutDialog({ payout, desk, onClose }: PayoutDialogProps) {
  const { session } = useHost();
  const { user } = useWatched(session);
  const isMine = payout?.state === 'SENDING' && payout.payer === user?.wallet_address;
  return (
    <Modal
      opened={payout !== null}
      onClose={onClose}
      size="lg"
      title={<span className={classes.title}>Payout</span>}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      {payout ? (
        <Stack gap="md">
          <PayoutFacts payout={payout} />
          {isMine || payout.state === 'SENT' ? (
            <ByHand key={payout.state} payout={payout} desk={desk} onDone={onClose} />
          ) : null}
        </Stack>
      ) : null}
    </Modal>
  );
}

const when = (instant: string | null) => (instant === null ? '-' : formatInstant(instant));

function PayoutFacts({ payout }: { payout: Payout }) {
  const { symbol } = useHost().config.token;
  const wallet = (address: string | null) =>
    address === null ? '-' : <Copy value={address} what="wallet address" />;
  return (
    <Facts
      facts={[
        ['Why', payout.because],
        [
          'Reason',
          <Badge key="reason" color="gray">
            {payout.reason}
          </Badge>,
        ],
        ['Amount', `${formatTokens(payout.amount)} ${symbol}`],
        ['State', payout.final ? `${payout.state}, final` : payout.state],
        ['To', wallet(payout.recipient)],
        ['Sent From', wallet(payout.sender)],
        ['Payer', wallet(payout.payer)],
        ['Transaction', <Transaction key="transaction" hash={payout.transaction_hash} />],
        ['Came With', <Transaction key="paid" hash={payout.paid_with} />],
        ['Due', when(payout.due_at)],
        ['Begun', when(payout.begun_at)],
        ['Sent', when(payout.sent_at)],
        ['Confirmed', when(payout.confirmed_at)],
      ]}
    />
  );
}

function ByHand({ payout, desk, onDone }: { payout: Payout; desk: PayoutDesk; onDone(): void }) {
  const { id, transaction_hash: named } = payout;
  const [hash, setHash] = useState(named ?? '');
  const report = useMutation({
    mutationFn: () => desk.report(id, hash.trim()),
    onSuccess: ({ state }) => (state === 'CONFIRMED' ? onDone() : undefined),
  });
  const giveUp = useMutation({ mutationFn: () => desk.giveUp(id), onSuccess: onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    report.mutate();
  };
  return (
    <form className={classes.byHand} onSubmit={submit} noValidate>
      <p>
        {named === null
          ? 'Look at the activity of your wallet: was this transfer sent?'
          : 'The chain does not have this transfer yet. If the wallet replaced it by another, name that one.'}
      </p>
      <TextInput
        label="Transaction hash"
        placeholder="0x..."
        value={hash}
        onChange={({ currentTarget }) => setHash(currentTarget.value)}
      />
      {report.isSuccess ? <p role="status">Looked again: it is not mined yet.</p> : null}
      {report.error ? <Problem title="The transaction was not accepted" error={report.error} /> : null}
      {giveUp.error ? <Problem title="The payout was not given up" error={giveUp.error} /> : null}
      <div className={classes.actions}>
        <Button type="submit" loading={report.isPending} disabled={hash.trim() === ''}>
          {hash.trim() === named ? 'Check again' : 'Report transaction'}
        </Button>
        {named === null ? (
          <Button variant="light" color="danger" loading={giveUp.isPending} onClick={() => giveUp.mutate()}>
            Nothing was sent: give up
          </Button>
        ) : null}
      </div>
    </form>
  );
}
