import { useHost } from '@touchline/host/host';
import { useLoadError } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { useParams } from '@touchline/host/router';
import { useLive } from '@touchline/host/use-live';
import { Button, Container } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { ErrorState } from '@touchline/ui/ErrorState';
import { PageHeader } from '@touchline/ui/PageHeader';
import { PitchSkeleton } from '@touchline/ui/skeletons';
import { getUpcomingQueryKey } from '../football/use-upcoming.ts';
import { ensureLineup } from '../lineup-edit/lineup-edit.ts';
import { isUnknownId } from '../page/is-unknown-id.ts';
import { RefreshAge } from '../page/RefreshAge.tsx';
import { SignedIn } from '../page/SignedIn.tsx';
import { getTeamQueryKey, getTeamQueryOptions } from '../team/team.queries.ts';
import { PointsAge } from './PointsAge.tsx';
import { TeamView } from './TeamView.tsx';

/** `/team-view/:participationId`: one of the user's own teams. VIEW-02 calls the parameter gameId. */
export function TeamViewPage() {
  const { participationId = '' } = useParams();
  return (
    <Container size="xl" py="md">
      <SignedIn>
        {(user) => <LoadedTeam key={`${user.wallet_address} ${participationId}`} id={participationId} />}
      </SignedIn>
    </Container>
  );
}

function LoadedTeam({ id }: { id: string }) {
  const host = useHost();
  const team = useQuery(getTeamQueryOptions(host.api, id));
  const error = useLoadError(team);
  useLive(['leaderboard', 'points', 'fixtures', 'game', 'gameweek'], [getTeamQueryKey(id)]);
  useLive(['fixtures', 'gameweek'], [getUpcomingQueryKey()]);
  const back = () => host.navigate('/my-team');
  if (team.data)
    return (
      <>
        <RefreshAge what="Your team" at={team.dataUpdatedAt} failed={team.isRefetchError} />
        {team.data.game.status === 'ACTIVE' && team.data.gameweek !== null ? (
          <PointsAge gameweek={team.data.gameweek} />
        ) : null}
        <TeamView team={ensureLineup(team.data)} onBack={back} />
      </>
    );
  if (!error) return <PitchSkeleton />;
  return (
    <>
      <PageHeader title="Team" />
      {isUnknownId(error) ? (
        <EmptyState title="Team not found" action={<Button onClick={back}>Back</Button>}>
          The team you're looking for doesn't exist or you don't have access to it.
        </EmptyState>
      ) : (
        <ErrorState title="Failed to load team details" onRetry={back} retryLabel="Back to My Teams">
          Your team is safe. {error.message}
        </ErrorState>
      )}
    </>
  );
}
