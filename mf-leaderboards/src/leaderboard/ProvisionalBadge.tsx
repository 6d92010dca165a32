import type { Game } from '@touchline/api/http/games';
import { Badge } from '@touchline/ui/base';

/** Badge of a game whose points may change. Renders nothing for another game. */
export function ProvisionalBadge({ game: { status, settlement } }: { game: Game }) {
  if (status !== 'ACTIVE' && settlement !== 'PROVISIONAL') return null;
  return (
    <Badge size="lg" color="warn" title="Points may change until the gameweek has been checked.">
      Provisional
    </Badge>
  );
}
