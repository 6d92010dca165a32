import { Button, Group, Loader } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { formatTokens } from '@touchline/ui/format';
import { buildSuccessTexts, type StakePhase } from '../flow/stake-phase.ts';

interface PendingStakeProps {
  phase: StakePhase;
  /** Opens the dialog. */
  onOpen(): void;
  /** Dismisses a finished stake. */
  onClear(): void;
}

/** Status of a stake that is in progress, finished or failed, while its dialog is closed. */
export function PendingStake({ phase, onOpen, onClear }: PendingStakeProps) {
  switch (phase.name) {
    case 'done':
      return <StakeDone texts={buildSuccessTexts(phase)} onClear={onClear} />;
    case 'failed':
      return (
        <Alert color="danger" role="alert" title={phase.summary}>
          <Group justify="space-between">
            {phase.failure.message}
            <Button variant="default" onClick={onOpen}>
              See what to do
            </Button>
          </Group>
        </Alert>
      );
    case 'confirming':
    case 'processing':
    case 'recording':
      return (
        <Alert
          color="info"
          role="status"
          icon={<Loader size={18} />}
          title={`Staking ${formatTokens(phase.amount)} FOOTBALL`}
        >
          <Group justify="space-between">
            {TEXTS[phase.name]}
            <Button variant="default" onClick={onOpen}>
              Show
            </Button>
          </Group>
        </Alert>
      );
    default:
      return null;
  }
}

function StakeDone({ texts: [title, text], onClear }: { texts: string[]; onClear(): void }) {
  return (
    <Alert
      color="grass"
      role="status"
      title={title}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClear}
    >
      {text}
    </Alert>
  );
}

const TEXTS = {
  confirming: 'Waiting for your wallet.',
  processing: "Your transfer is in progress. You won't be charged twice.",
  recording: "Your transfer has arrived and is being recorded. You won't be charged twice.",
};
