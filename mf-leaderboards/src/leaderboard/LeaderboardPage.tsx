import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { Button, useMediaQuery } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import type { ChangeParams, RankingsParams } from '../rankings-params.ts';
import type { DisplayRow } from './display-row.ts';
import { LeaderboardCards } from './LeaderboardCards.tsx';
import { LeaderboardTable } from './LeaderboardTable.tsx';
import { OwnRank } from './OwnRank.tsx';
import { buildRankingColumns } from './ranking-columns.tsx';
import type { RowPrizes } from './row-prize.ts';

interface LeaderboardPageProps {
  game: Game;
  rows: readonly DisplayRow[];
  /** The user's own row, whether on this page or not. */
  me: DisplayRow | null;
  params: RankingsParams;
  onChange: ChangeParams;
  onOpen: (row: DisplayRow) => void;
  /** False until a team has points. */
  ranked: boolean;
  prizes: RowPrizes | null;
}

/** One page of a leaderboard: a table, or cards on a phone. Always includes the user's own row. */
export function LeaderboardPage(props: LeaderboardPageProps) {
  const { game, rows, me, params, onChange, onOpen, ranked, prizes } = props;
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const empty = rows.length === 0 ? <NoTeams game={game} params={params} onChange={onChange} /> : null;
  if (empty && !me) return empty;
  const own = me && !rows.some((row) => row.participation_id === me.participation_id) ? me : null;
  const table = { label: 'Leaderboard', rows, own, onOpen, ranked, prizes };
  return (
    <>
      {empty}
      {phone ? (
        <LeaderboardCards {...table} />
      ) : (
        <LeaderboardTable {...table} columns={buildRankingColumns({ sorting: params, onChange }, prizes)} />
      )}
      <OwnRank me={me} ranked={ranked} />
    </>
  );
}

function NoTeams({ game, params, onChange }: Pick<LeaderboardPageProps, 'game' | 'params' | 'onChange'>) {
  const { navigate } = useHost();
  if (params.search !== '' || params.staked_only)
    return (
      <EmptyState
        title="No players found"
        action={
          <Button variant="default" onClick={() => onChange({ search: '', staked_only: false })}>
            Clear filters
          </Button>
        }
      >
        No team in {game.name} matches.
      </EmptyState>
    );
  const open = game.status === 'UPCOMING' || game.status === 'ACTIVE';
  return (
    <EmptyState
      title="No players found"
      action={open ? <Button onClick={() => navigate('/choose-game')}>Choose a game</Button> : undefined}
    >
      {open ? 'No teams yet. Be the first to join.' : 'No teams joined this game.'}
    </EmptyState>
  );
}
