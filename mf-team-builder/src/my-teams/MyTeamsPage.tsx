import type { Participation } from '@touchline/api/http/entries';
import type { MyPrize } from '@touchline/api/http/prizes';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed, useLoadError } from '@touchline/host/load-errors';
import { Button, Container, Stack } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { ErrorState } from '@touchline/ui/ErrorState';
import { IconPlus, IconRefresh } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { CardsSkeleton } from '@touchline/ui/skeletons';
import { type ReactNode, useState } from 'react';
import { RefreshAge } from '../page/RefreshAge.tsx';
import { SignedIn } from '../page/SignedIn.tsx';
import { PendingPayments } from '../payment/PendingPayments.tsx';
import { wasSent } from '../payment/payment-records.ts';
import { useRecords } from '../payment/use-payments.ts';
import { PrizeLine } from '../prizes/PrizeLine.tsx';
import classes from './my-teams.module.css';
import { PlayerNews } from './PlayerNews.tsx';
import { splitTeams } from './split-teams.ts';
import { TeamCard } from './TeamCard.tsx';
import { TeamStats } from './TeamStats.tsx';
import { useMyTeams } from './use-my-teams.ts';

/** `/my-team`: the user's teams and their points. */
export function MyTeamsPage() {
  return (
    <Container size="xl" py="md">
      <SignedIn>{(user) => <MyTeams wallet={user.wallet_address} />}</SignedIn>
    </Container>
  );
}

function MyTeams({ wallet }: { wallet: string }) {
  const host = useHost();
  const { teams, prizes, refresh } = useMyTeams(wallet);
  const chooseGame = () => host.navigate('/', { state: { showGameModes: true } });
  const error = useLoadError(teams);
  const failure = teams.data ? null : error;
  // A cached empty list may be older than the user's first team.
  const shownTeams = teams.data?.length === 0 && !teams.isFetchedAfterMount ? undefined : teams.data;
  return (
    <>
      <PageHeader
        title="My Teams"
        actions={
          <div className={classes.actions}>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} />}
              loading={refresh.isPending}
              disabled={teams.isPending && !failure}
              onClick={() =>
                refresh.mutate(undefined, {
                  onError: (error) => host.notify({ kind: 'error', message: error.message || LOAD_FAILED }),
                })
              }
            >
              Refresh Points
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={chooseGame}>
              Join New Game
            </Button>
          </div>
        }
      />
      {failure ? (
        <ErrorState
          title={failure.message || LOAD_FAILED}
          onRetry={() => void teams.refetch()}
          retrying={teams.isFetching}
        >
          Your teams and their points are safe.
        </ErrorState>
      ) : (
        <Stack gap={24}>
          <PendingPayments wallet={wallet} />
          {shownTeams ? (
            <RefreshAge what="Your teams" at={teams.dataUpdatedAt} failed={teams.isRefetchError} />
          ) : null}
          <TeamStats teams={shownTeams} />
          {hasFirstLoadFailed(prizes) ? (
            <ErrorState
              title="Failed to load your prizes"
              onRetry={() => void prizes.refetch()}
              retrying={prizes.isFetching}
            >
              Your prizes are safe.
            </ErrorState>
          ) : null}
          <Teams teams={shownTeams} prizes={prizes.data ?? NO_PRIZES} wallet={wallet} onJoin={chooseGame} />
        </Stack>
      )}
    </>
  );
}

const LOAD_FAILED = 'Failed to load your teams';

const NO_PRIZES: readonly MyPrize[] = [];

interface TeamsProps {
  wallet: string;
  teams: readonly Participation[] | undefined;
  prizes: readonly MyPrize[];
  onJoin: () => void;
}

function Teams({ wallet, teams, prizes, onJoin }: TeamsProps) {
  const isPaymentPending = useRecords(wallet).some((record) => wasSent(record) && !record.rejection);
  if (!teams) return <CardsSkeleton rows={3} height={320} label="Loading your teams" />;
  if (teams.length === 0)
    // The list of payments shows what becomes of the first team.
    return isPaymentPending ? null : (
      <EmptyState title="No teams yet" action={<Button onClick={onJoin}>Join Your First Game</Button>}>
        Pick fifteen players and join a game. Weekly games are free.
      </EmptyState>
    );
  const { current, finished } = splitTeams(teams);
  const unpaid = finished.some(({ id }) =>
    prizes.some(({ participation_id, state }) => participation_id === id && state === 'DUE'),
  );
  const renderPrize = ({ id }: Participation) => {
    const prize = prizes.find((each) => each.participation_id === id);
    return prize ? <PrizeLine wallet={wallet} prize={prize} /> : null;
  };
  return (
    <>
      {current.length > 0 ? (
        <>
          <PlayerNews teams={current} />
          <TeamList label="Teams" teams={current} renderPrize={renderPrize} />
        </>
      ) : null}
      {finished.length > 0 ? (
        <Finished count={finished.length} opened={current.length === 0 || unpaid}>
          <TeamList label="Finished teams" teams={finished} renderPrize={renderPrize} />
        </Finished>
      ) : null}
    </>
  );
}

/** Section of the finished teams. Remains open after the last claim, whose result it shows. */
function Finished({ count, opened, children }: { count: number; opened: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(opened);
  if (opened && !open) setOpen(true);
  return (
    <details className={classes.finished} open={open}>
      <summary>Finished ({count})</summary>
      {children}
    </details>
  );
}

interface TeamListProps {
  label: string;
  teams: readonly Participation[];
  renderPrize: (team: Participation) => ReactNode;
}

function TeamList({ label, teams, renderPrize }: TeamListProps) {
  return (
    <ul className={classes.teams} aria-label={label}>
      {teams.map((team) => (
        <TeamCard key={team.id} team={team} prize={renderPrize(team)} />
      ))}
    </ul>
  );
}
