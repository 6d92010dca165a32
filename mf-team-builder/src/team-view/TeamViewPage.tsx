import { TouchlineError } from '@touchline/api/errors';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useParams } from '@touchline/host/router';
import { useLive } from '@touchline/host/use-live';
import { Button, Container } from '@touchline/ui/base';
import { RefreshFailed } from '@touchline/ui/DataAge';
import { EmptyState } from '@touchline/ui/EmptyState';
import { ErrorState } from '@touchline/ui/ErrorState';
import { PitchSkeleton } from '@touchline/ui/skeletons';
import { withLineup } from '../lineup-edit/lineup-edit.ts';
import { SignedIn } from '../page/SignedIn.tsx';
import { getTeamQueryKey, getTeamQueryOptions } from '../team/team.queries.ts';
import { TeamView } from './TeamView.tsx';

/** `/team-view/:gameId`: one of the user's own teams. The parameter is the participation id (VIEW-02). */
export function TeamViewPage() {
  const { gameId = '' } = useParams();
  return (
    <Container size="lg" py="md">
      <SignedIn>{() => <LoadedTeam key={gameId} id={gameId} />}</SignedIn>
    </Container>
  );
}

function LoadedTeam({ id }: { id: string }) {
  const host = useHost();
  const team = useQuery(getTeamQueryOptions(host.api, id));
  useLive(['leaderboard', 'points', 'fixtures', 'game', 'gameweek'], [getTeamQueryKey(id)]);
  const back = () => host.navigate('/my-team');
  if (team.data)
    return (
      <>
        {team.isRefetchError ? (
          <RefreshFailed what="Your team" at={team.dataUpdatedAt} now={Date.now()} />
        ) : null}
        <TeamView team={withLineup(team.data)} onBack={back} />
      </>
    );
  if (team.isPending) return <PitchSkeleton />;
  if (isUnknown(team.error))
    return (
      <EmptyState title="Team not found" action={<Button onClick={back}>Back</Button>}>
        The team you're looking for doesn't exist or you don't have access to it.
      </EmptyState>
    );
  return (
    <ErrorState title="Failed to load team details" onRetry={back} retryLabel="Back to My Teams">
      Your team is safe. {team.error?.message}
    </ErrorState>
  );
}

/** The server answers NOT_FOUND for other users' teams too. */
function isUnknown(error: Error | null): boolean {
  return error instanceof TouchlineError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code);
}
