import { useHost } from '@touchline/host/host';
import { Button, Group, Text } from '@touchline/ui/base';
import { IconCircleCheck } from '@touchline/ui/icons';
import { OnChain } from '@touchline/ui/OnChain';
import { buildSuccessTexts, type StakePhase } from '../flow/stake-phase.ts';
import classes from './StakeDialog.module.css';

interface StakeSuccessProps {
  phase: Extract<StakePhase, { name: 'done' }>;
  onDone(): void;
}

/** STAKE-11 */
export function StakeSuccess({ phase, onDone }: StakeSuccessProps) {
  const { explorer } = useHost().config.chain;
  return (
    <>
      <div className={classes.success} role="status">
        <IconCircleCheck size={56} stroke={1.5} aria-hidden="true" />
        {buildSuccessTexts(phase).map((text) => (
          <p key={text}>{text}</p>
        ))}
        <Text fz="sm" c="dimmed">
          It counts from the next gameweek that hasn't kicked off.
        </Text>
      </div>
      <Group component="p" c="dimmed" justify="center" gap={8} mt={0} mb="md">
        Transaction <OnChain kind="transaction" value={phase.hash} explorer={explorer} />
      </Group>
      <Button fullWidth variant="default" onClick={onDone} autoFocus>
        Done
      </Button>
    </>
  );
}
