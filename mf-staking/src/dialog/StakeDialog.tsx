import { useHost, useWatched } from '@touchline/host/host';
import { Skeleton, Stack, Text } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { useEffect, useState } from 'react';
import type { StakeFlow } from '../flow/stake-flow.ts';
import { needsWallet, type StakePhase } from '../flow/stake-phase.ts';
import { StakeFailure } from './StakeFailure.tsx';
import { StakeForm } from './StakeForm.tsx';
import { StakeSuccess } from './StakeSuccess.tsx';

interface StakeDialogProps {
  opened: boolean;
  onClose(): void;
  /** True if the user is signed out. While the session loads, the dialog shows a placeholder. */
  guest: boolean;
  /** Null for guests and while the session loads. */
  flow: StakeFlow | null;
  phase: StakePhase;
  /** Staked so far, in wei; null while unknown. */
  staked: bigint | null;
  /** End of the locks; null while unknown. */
  lockEnd: string | null;
  /** Initial amount; if empty, the field keeps its text. */
  suggested: string;
}

/** STAKE-12 */
const CLOSE_AFTER_MS = 4_000;

/** Dialog for staking: amount, confirmation in the wallet, record. Closing it does not interrupt a stake. */
export function StakeDialog(props: StakeDialogProps) {
  const { opened, onClose, flow, phase, suggested } = props;
  const [amount, setAmount] = useState('');
  const done = phase.name === 'done';
  useEffect(() => {
    if (opened && suggested !== '') setAmount(suggested);
  }, [opened, suggested]);
  useEffect(() => {
    if (!done) return;
    setAmount('');
    if (!opened) return;
    const timer = setTimeout(() => {
      onClose();
      flow?.clear();
    }, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done, opened, onClose, flow]);

  function close() {
    onClose();
    if (done) flow?.clear();
  }

  return (
    <Dialog opened={opened} onClose={close} title="Stake FOOTBALL" size="md">
      <Step {...props} amount={amount} onAmount={setAmount} onDone={close} />
    </Dialog>
  );
}

interface StepProps extends Pick<StakeDialogProps, 'guest' | 'flow' | 'phase' | 'staked' | 'lockEnd'> {
  amount: string;
  onAmount(amount: string): void;
  onDone(): void;
}

/** The form or the result of the stake; guests and users without a wallet connect first. */
function Step({ guest, flow, phase, onDone, ...form }: StepProps) {
  const { status } = useWatched(useHost().wallet);
  if (flow === null) return guest ? <ConnectFirst /> : <Skeleton height="16rem" radius="md" />;
  if (status === 'disconnected' && needsWallet(phase)) return <ConnectFirst />;
  if (phase.name === 'done') return <StakeSuccess phase={phase} onDone={onDone} />;
  if (phase.name === 'failed') return <StakeFailure flow={flow} phase={phase} />;
  const amount = 'amount' in phase ? phase.amount : form.amount;
  return <StakeForm flow={flow} phase={phase} {...form} amount={amount} />;
}

function ConnectFirst() {
  const { Control } = useHost().wallet;
  return (
    <Stack gap="md">
      <Text>Please connect your wallet first</Text>
      <Control />
    </Stack>
  );
}
