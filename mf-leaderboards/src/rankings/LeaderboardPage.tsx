import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { Leaderboard, type LeaderboardProps } from '../leaderboard/Leaderboard.tsx';
import { buildRankingColumns } from '../leaderboard/ranking-columns.tsx';
import type { ChangeParams, RankingsParams } from '../rankings-params.ts';

interface LeaderboardPageProps extends Omit<LeaderboardProps, 'label' | 'columns'> {
  game: Game;
  params: RankingsParams;
  onChange: ChangeParams;
}

/** One page of a leaderboard in the rankings, or why it has no teams. */
export function LeaderboardPage({ game, params, onChange, ...list }: LeaderboardPageProps) {
  const columns = buildRankingColumns({ sorting: params, onChange }, list.prizes);
  return (
    <>
      {list.rows.length === 0 ? <NoTeams game={game} params={params} onChange={onChange} /> : null}
      {list.rows.length === 0 && !list.me ? null : (
        <Leaderboard label="Leaderboard" columns={columns} {...list} />
      )}
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
