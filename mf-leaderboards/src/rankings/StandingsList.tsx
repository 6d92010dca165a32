import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { Button, useMediaQuery, VisuallyHidden } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { formatPoints } from '@touchline/ui/format';
import type { GameStandingsProps } from './GameStandings.tsx';
import type { RankingsView } from './rankings-view.ts';
import { StandingsCards } from './StandingsCards.tsx';
import { StandingsTable } from './StandingsTable.tsx';
import type { Standing } from './standing.ts';
import type { ChangeView } from './use-rankings-view.ts';

interface StandingsListProps extends GameStandingsProps {
  rows: Standing[];
  me: Standing | null;
}

/** The rows of a page as a table, on a phone as cards; the own row in any case. */
export function StandingsList({ rows, me, game, view, onChange, onLook }: StandingsListProps) {
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const nobody = rows.length === 0 ? <Nobody game={game} view={view} onChange={onChange} /> : null;
  if (nobody && !me) return nobody;
  const own = me && !rows.some((row) => row.participation_id === me.participation_id) ? me : null;
  return (
    <>
      {nobody}
      {phone ? (
        <StandingsCards rows={rows} own={own} onLook={onLook} />
      ) : (
        <StandingsTable rows={rows} own={own} sorting={view} onChange={onChange} onLook={onLook} />
      )}
      <VisuallyHidden aria-live="polite">
        {me ? `You are ranked ${me.rank} with ${formatPoints(me.total_points)} points` : ''}
      </VisuallyHidden>
    </>
  );
}

function Nobody({ game, view, onChange }: { game: Game; view: RankingsView; onChange: ChangeView }) {
  const { navigate } = useHost();
  if (view.search !== '' || view.staked_only)
    return (
      <EmptyState
        title="No players found"
        action={
          <Button variant="default" onClick={() => onChange({ search: '', staked_only: false })}>
            Clear filters
          </Button>
        }
      >
        Nobody in {game.name} matches.
      </EmptyState>
    );
  const open = game.status === 'UPCOMING' || game.status === 'ACTIVE';
  return (
    <EmptyState
      title="No players found"
      action={open ? <Button onClick={() => navigate('/choose-game')}>Choose a game</Button> : undefined}
    >
      {open ? 'Nobody has joined yet. Be the first on the board.' : 'Nobody joined this game.'}
    </EmptyState>
  );
}
