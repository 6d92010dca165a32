import { useHost } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';

/** Shows a visitor why they can't join the league of an invitation. */
export function Closed({ text }: { text: string }) {
  const { navigate } = useHost();
  return (
    <EmptyState
      title="You can't join this league"
      action={<Button onClick={() => navigate('/leagues')}>See your leagues</Button>}
    >
      {text}
    </EmptyState>
  );
}
