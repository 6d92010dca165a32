import { useHost } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';

interface ClosedProps {
  title?: string;
  text: string;
}

/** Shows why the user can't open or join a league, or can't join it yet. */
export function Closed({ title = "You can't join this league", text }: ClosedProps) {
  const { navigate } = useHost();
  return (
    <EmptyState title={title} action={<Button onClick={() => navigate('/leagues')}>See your leagues</Button>}>
      {text}
    </EmptyState>
  );
}
