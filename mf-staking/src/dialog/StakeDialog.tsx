import { useHost } from '@touchline/host/host';
import { Skeleton, Stack, Text } from '@touchline/ui/base';
import { Modal } from '@touchline/ui/overlays';
import { useEffect, useState } from 'react';
import classes from './StakeDialog.module.css';
import { StakeForm } from './StakeForm.tsx';
import { StakeProblem } from './StakeProblem.tsx';
import { StakeSuccess } from './StakeSuccess.tsx';
import type { StakeFlow } from './stake-flow.ts';
import type { StakePhase } from './stake-phase.ts';

interface StakeDialogProps {
  opened: boolean;
  onClose(): void;
  /** Nobody is signed in. Until the session is known nobody is told to connect. */
  guest: boolean;
  /** Null for guests, and until the session is known. */
  flow: StakeFlow | null;
  phase: StakePhase;
  /** What is staked already, wei; null while that is not known. */
  staked: bigint | null;
  /** What the amount field begins with; empty: what was typed before. */
  suggested: string;
}

/** STAKE-12 */
const CLOSES_AFTER_MS = 4_000;

/** Stakes: amount, wallet, record. What is under way goes on when it is closed. */
export function StakeDialog(props: StakeDialogProps) {
  const { opened, onClose, guest, flow, phase, staked, suggested } = props;
  const [amount, setAmount] = useState('');
  const done = phase.name === 'done';
  useEffect(() => {
    if (opened && suggested !== '') setAmount(suggested);
  }, [opened, suggested]);
  useEffect(() => {
    if (!done || !opened) return;
    const timer = setTimeout(() => {
      onClose();
      setAmount('');
      flow?.clear();
    }, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done, opened, onClose, flow]);

  function close() {
    onClose();
    if (!done) return;
    setAmount('');
    flow?.clear();
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<span className={classes.title}>Stake FOOTBALL</span>}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {flow === null ? (
        guest ? (
          <ConnectFirst />
        ) : (
          <Skeleton height="16rem" radius="md" />
        )
      ) : phase.name === 'done' ? (
        <StakeSuccess phase={phase} />
      ) : phase.name === 'failed' ? (
        <StakeProblem flow={flow} phase={phase} />
      ) : (
        <StakeForm flow={flow} phase={phase} staked={staked} amount={amount} onAmount={setAmount} />
      )}
    </Modal>
  );
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
