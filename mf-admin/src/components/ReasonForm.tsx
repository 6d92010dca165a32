import { Button, Group } from '@touchline/ui/base';
import { TextInput } from '@touchline/ui/forms';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Problem } from './ErrorAlert.tsx';
import classes from './components.module.css';

interface ReasonFormProps {
  /** Of the button, and the start of a failure: "Exclude". */
  action: string;
  color?: 'danger' | 'grass';
  pending: boolean;
  error: unknown;
  onSubmit(reason: string): void;
  onCancel?: () => void;
  children?: ReactNode;
}

/** A change that needs a reason for the audit log. */
export function ReasonForm(props: ReasonFormProps) {
  const { action, color = 'danger', pending, error, onSubmit, onCancel, children } = props;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') onSubmit(reason.trim());
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {children}
      <TextInput
        label="Reason"
        withAsterisk
        aria-required
        maxLength={200}
        description="Stands in the audit log."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={missing ? 'Please give a reason' : null}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {error ? <Problem title={`${action}: this did not work`} error={error} /> : null}
      <Group gap="sm">
        <Button type="submit" color={color} loading={pending}>
          {action}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel} disabled={pending}>
            Keep it
          </Button>
        ) : null}
      </Group>
    </form>
  );
}
