import { Button, Group, Stack } from '@touchline/ui/base';
import { TextInput } from '@touchline/ui/forms';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorAlert } from './ErrorAlert.tsx';
import { useKeptInput } from './use-kept-state.ts';

export interface ReasonFormProps {
  /** Text of the button and start of the error title: "Exclude". */
  action: string;
  color?: 'danger' | 'grass';
  /** The mutation. Its success empties the input for the next change. */
  change: {
    isPending: boolean;
    error: unknown;
    mutate(reason: string, options: { onSuccess(): void }): void;
  };
  onCancel?: () => void;
  children?: ReactNode;
}

/** Form for a change that needs a reason for the audit log. */
export function ReasonForm(props: ReasonFormProps) {
  const { action, color = 'danger', change, onCancel, children } = props;
  const { isPending, error } = change;
  const [reason, setReason] = useKeptInput<string>(`reason to ${action}`, '');
  const [isMissing, setMissing] = useState(false);
  /** Error of an earlier attempt. */
  const [oldError, setOldError] = useState<unknown>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    setOldError(error);
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') change.mutate(reason.trim(), { onSuccess: () => setReason('') });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {children}
        <TextInput
          label="Reason"
          withAsterisk
          aria-required
          maxLength={200}
          description="Recorded in the audit log."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isMissing ? 'Please give a reason' : null}
          value={reason}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setMissing(false);
          }}
        />
        {error && error !== oldError ? <ErrorAlert title={`${action} failed`} error={error} /> : null}
        <Group gap="sm">
          <Button type="submit" color={color} loading={isPending}>
            {action}
          </Button>
          {onCancel ? (
            <Button variant="default" onClick={onCancel} disabled={isPending}>
              Go back
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}
