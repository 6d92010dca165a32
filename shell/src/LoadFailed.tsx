import { Button, Group, Text } from '@touchline/ui/base';
import type { ReactNode } from 'react';

interface LoadFailedProps {
  /** Sentence that says what could not be loaded. */
  children: ReactNode;
  onRetry: () => void;
  retrying: boolean;
}

/** One line in place of a list whose first load failed. */
export function LoadFailed({ children, onRetry, retrying }: LoadFailedProps) {
  return (
    <Group gap="xs" role="status">
      <Text>{children}</Text>
      <Button variant="default" loading={retrying} onClick={onRetry}>
        Try Again
      </Button>
    </Group>
  );
}
