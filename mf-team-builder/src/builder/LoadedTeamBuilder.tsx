import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed, useLoadError } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { Container } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { getBootstrapQueryOptions } from '../football/football.queries.ts';
import { getUpcomingQueryKey } from '../football/use-upcoming.ts';
import type { ChosenGame } from '../game/chosen-game.ts';
import { getGamesQueryKey, getJoinedTeamsQueryOptions } from '../game/games.queries.ts';
import { Waiting } from '../page/Waiting.tsx';
import { TeamBuilder } from './TeamBuilder.tsx';
import { useChosenGame } from './use-chosen-game.ts';

interface LoadedTeamBuilderProps {
  chosen: ChosenGame;
  wallet: string;
}

/** Loads the players once per visit (BUILD-07, BUILD-08), and the game and its matches again when they change. */
export function LoadedTeamBuilder({ chosen, wallet }: LoadedTeamBuilderProps) {
  const { api } = useHost();
  useLive(['fixtures', 'game', 'gameweek'], [getGamesQueryKey(), getUpcomingQueryKey()]);
  const football = useQuery(getBootstrapQueryOptions(api));
  const game = useChosenGame(chosen);
  const teams = useQuery(getJoinedTeamsQueryOptions(api, wallet));
  const footballError = useLoadError(football);
  if (footballError && !football.data)
    return (
      <Container size="sm" py="xl">
        <ErrorState
          title="Failed to Load FPL Data"
          retryLabel="Retry"
          onRetry={() => window.location.reload()}
        >
          {footballError.message || 'Failed to load FPL data'}
        </ErrorState>
      </Container>
    );
  // Without the teams, "Copy last team" would appear later and move the pitch.
  const awaitsTeams = teams.isLoading && !hasFirstLoadFailed(teams);
  if (!football.data || game.pending || awaitsTeams) return <Waiting label="Loading FPL data..." />;
  if (game.retry)
    return (
      <Container size="sm" py="xl">
        <ErrorState title="Failed to load the game" onRetry={game.retry} retrying={game.fetching}>
          Your team is safe. Check your connection and try again.
        </ErrorState>
      </Container>
    );
  return (
    <TeamBuilder
      key={`${wallet} ${game.game?.id}`}
      chosen={chosen}
      wallet={wallet}
      football={football.data}
      game={game.game}
    />
  );
}
