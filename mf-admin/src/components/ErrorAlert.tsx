import { TouchlineError } from '@touchline/api/errors';
import { Button, Group } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { IconAlertTriangle } from '@touchline/ui/icons';
import { useEffect } from 'react';

interface ProblemProps {
  /** What failed: "Failed to load games". */
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** A failure, in words and in the console (departure from ADMIN-32). Whatever was typed stays where it is. */
export function Problem({ title, error, onRetry }: ProblemProps) {
  useEffect(() => console.error(title, error), [title, error]);
  return (
    <Alert color="danger" role="alert" title={title} icon={<IconAlertTriangle aria-hidden="true" />}>
      <Group justify="space-between" gap="sm">
        <span>{wordsOf(error)}</span>
        {onRetry ? (
          <Button variant="default" onClick={onRetry}>
            Try Again
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof TouchlineError)) return 'Something unexpected happened. Try again.';
  if (error.code === 'REAUTH_REQUIRED')
    return 'This needs a recent sign-in, and your wallet did not sign. Nothing was changed.';
  const details = error.details.map(({ path, message }) => (path ? `${path} ${message}` : message));
  return [error.message, ...details].join(' ');
}
