import { TouchlineError } from '@touchline/api/errors';
import { Button, Group } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { IconAlertTriangle } from '@touchline/ui/icons';
import { useEffect } from 'react';
import classes from './components.module.css';
import { nameField, namePath } from './field-errors.ts';

interface ErrorAlertProps {
  /** "Failed to load games". */
  title: string;
  error: unknown;
  /** Names of the form's fields by their path in the API. */
  labels?: Readonly<Record<string, string>>;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Shows an error and logs it to the console (departs from ADMIN-32). */
export function ErrorAlert({ title, error, labels = {}, onRetry, retrying = false }: ErrorAlertProps) {
  useEffect(() => console.error(title, error), [title, error]);
  return (
    <Alert color="danger" role="alert" title={title} icon={<IconAlertTriangle aria-hidden="true" />}>
      <Group justify="space-between" gap="sm">
        <span className={classes.message}>{formatError(error, labels)}</span>
        {onRetry ? (
          <Button variant="default" loading={retrying} onClick={onRetry}>
            Try Again
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}

function formatError(error: unknown, labels: NonNullable<ErrorAlertProps['labels']>): string {
  if (!(error instanceof TouchlineError)) return 'Something went wrong. Try again.';
  if (error.code === 'REAUTH_REQUIRED')
    return "This needs a recent sign-in, and your wallet didn't sign. Nothing was changed.";
  const details = error.details.map(({ path, message }) =>
    path ? nameField(labels[path] ?? namePath(path), message) : message,
  );
  // The message of a rejected input repeats its first detail.
  const isRepeated = error.code === 'VALIDATION_FAILED' && details.length > 0;
  const sentences = new Set([...(isRepeated ? [] : [error.message]), ...details]);
  return [...sentences].map((sentence) => sentence.replace(/[^.!?]$/, '$&.')).join(' ');
}
