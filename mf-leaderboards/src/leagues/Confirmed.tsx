import { useFocusBack } from '@touchline/host/use-focus-back';
import { Button, Group } from '@touchline/ui/base';
import { useId } from 'react';
import classes from './leagues.module.css';

interface ConfirmedProps {
  label: string;
  question: string;
  action: string;
  /** The mutation. The question stays until it succeeds. */
  change: { isPending: boolean; mutate(argument: undefined, options: { onSuccess(): void }): void };
  /** True while the question is shown. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
}

/** Button that asks before it acts. The focus moves with the buttons that replace each other. */
export function Confirmed({ label, question, action, change, asking, onAsk }: ConfirmedProps) {
  const id = useId();
  const button = useFocusBack<HTMLButtonElement>(asking);
  const close = () => onAsk(false);
  if (!asking)
    return (
      <Button ref={button} variant="default" onClick={() => onAsk(true)}>
        {label}
      </Button>
    );
  return (
    <Group component="section" gap={8} w="100%" aria-labelledby={id}>
      <p id={id} className={classes.question}>
        {question}
      </p>
      <Button
        color="danger"
        loading={change.isPending}
        onClick={() => change.mutate(undefined, { onSuccess: close })}
      >
        {action}
      </Button>
      <Button variant="default" autoFocus onClick={close}>
        Cancel
      </Button>
    </Group>
  );
}
