import { Alert, Button, Group, Loader } from '@touchline/ui/base';
import { isBusy, type StakePhase, successTexts } from '../dialog/stake-phase.ts';

interface UnderWayProps {
  phase: StakePhase;
  /** Opens the dialog. */
  onOpen(): void;
  /** Puts a finished stake away. */
  onClear(): void;
}

/** A stake that goes on, or ended, while its dialog is closed. */
export function UnderWay({ phase, onOpen, onClear }: UnderWayProps) {
  if (phase.name === 'done')
    return (
      <Alert
        color="grass"
        role="status"
        title={successTexts(phase)[0]}
        withCloseButton
        closeButtonLabel="Close"
        onClose={onClear}
      >
        {successTexts(phase)[1]}
      </Alert>
    );
  if (phase.name === 'failed')
    return (
      <Alert color="danger" role="alert" title={phase.sentence}>
        <Group justify="space-between">
          {phase.failure.message}
          <Button variant="default" onClick={onOpen}>
            See what to do
          </Button>
        </Group>
      </Alert>
    );
  if (!isBusy(phase) || !('amount' in phase)) return null;
  return (
    <Alert color="info" role="status" icon={<Loader size={18} />} title={`Staking ${phase.amount} FOOTBALL`}>
      <Group justify="space-between">
        {TEXTS[phase.name as keyof typeof TEXTS]}
        <Button variant="default" onClick={onOpen}>
          Show
        </Button>
      </Group>
    </Alert>
  );
}

const TEXTS = {
  confirming: 'Waiting for your wallet.',
  processing: 'The transfer is on its way. Nothing has to be paid again.',
  recording: 'The transfer has arrived and is being recorded. Nothing has to be paid again.',
};
