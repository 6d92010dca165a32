import { useFocusBack } from '@touchline/host/use-focus-back';
import { Button, Group } from '@touchline/ui/base';
import { useState } from 'react';
import classes from './leagues.module.css';

interface ConfirmedProps {
  label: string;
  question: string;
  action: string;
  /** The mutation. The question stays until it is settled. */
  change: { isPending: boolean; mutate(argument: undefined, options: { onSettled(): void }): void };
}

/** Button that asks before it acts. The focus moves with the buttons that replace each other. */
export function Confirmed({ label, question, action, change }: ConfirmedProps) {
  const [asking, setAsking] = useState(false);
  const button = useFocusBack<HTMLButtonElement>(asking);
  const close = () => setAsking(false);
  if (!asking)
    return (
      <Button ref={button} variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  return (
    <Group component="section" gap={8} w="100%" aria-label={label}>
      <p className={classes.question}>{question}</p>
      <Button
        color="danger"
        loading={change.isPending}
        onClick={() => change.mutate(undefined, { onSettled: close })}
      >
        {action}
      </Button>
      <Button variant="default" autoFocus onClick={close}>
        Cancel
      </Button>
    </Group>
  );
}
