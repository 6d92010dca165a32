import { useHost } from '@touchline/host/host';
import { useLoadError } from '@touchline/host/load-errors';
import { Button } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { isMissing } from './is-missing.ts';
import { LoadFailed, type LoadFailedProps } from './LoadFailed.tsx';

interface GameLoadFailedProps extends LoadFailedProps {
  query: LoadFailedProps['query'] & Parameters<typeof useLoadError>[0];
}

/** The error of a query for one game without data: that the game does not exist, or a retry button. */
export function GameLoadFailed(props: GameLoadFailedProps) {
  const { navigate } = useHost();
  const error = useLoadError(props.query);
  if (!isMissing(error)) return <LoadFailed {...props} />;
  return (
    <EmptyState
      title="No such game"
      action={<Button onClick={() => navigate('/choose-game')}>See all games</Button>}
    >
      The link may be incomplete.
    </EmptyState>
  );
}
