import type { User } from '@touchline/api/http/auth';
import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { LazyDialog } from '@touchline/host/LazyDialog';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Navigate, useLocation, useSearchParams } from '@touchline/host/router';
import { useFeatures } from '@touchline/host/use-features';
import { useLive } from '@touchline/host/use-live';
import { Button, Container } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { ErrorState } from '@touchline/ui/ErrorState';
import { IconArrowLeft, IconPlus } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { CardsSkeleton } from '@touchline/ui/skeletons';
import { useState } from 'react';
import { parseChoice } from '../game/chosen-game.ts';
import { getGamesQueryKey, getGamesQueryOptions } from '../game/games.queries.ts';
import { type CardState, computeCardState } from '../game-card/card-state.ts';
import { useCardContext } from '../game-card/use-card-context.ts';
import { useJoin } from '../game-card/use-join.ts';
import { RefreshAge } from '../page/RefreshAge.tsx';
import { SignedIn } from '../page/SignedIn.tsx';
import { TournamentCard } from './TournamentCard.tsx';
import { sortForList } from './tournament.ts';
import classes from './tournaments.module.css';

const loadForm = async () => (await import('./CreateTournament.tsx')).CreateTournament;
const loadDetails = async () =>
  (await import(/* webpackChunkName: "game-dialogs" */ './TournamentDetails.tsx')).TournamentDetails;

/** `/tournament-select`: list of tournaments (TOURN-01). */
export function TournamentSelectPage() {
  const { state } = useLocation();
  const features = useFeatures();
  // In invitations that were shared before they led to the page of the game.
  const invitedId = useSearchParams()[0].get('game');
  if (invitedId) return <Navigate to={`/games/${encodeURIComponent(invitedId)}`} replace />;
  return (
    <Container size="xl" py="md">
      <SignedIn>
        {(user) =>
          parseChoice(state) && features.tournaments ? (
            <Tournaments key={user.wallet_address} user={user} />
          ) : (
            <Navigate to="/choose-game" replace />
          )
        }
      </SignedIn>
    </Container>
  );
}

function Tournaments({ user }: { user: User }) {
  const host = useHost();
  const [creating, setCreating] = useState(false);
  const create = () => setCreating(true);
  return (
    <>
      <PageHeader
        title="Tournaments"
        subtitle="A short cup over the matches of one gameweek, for twenty teams."
        actions={
          <div className={classes.actions}>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconArrowLeft size={18} />}
              onClick={() => host.navigate('/choose-game')}
            >
              Back to Game Modes
            </Button>
            {user.isAdmin ? (
              <Button leftSection={<IconPlus size={18} />} onClick={create}>
                Create New Tournament
              </Button>
            ) : null}
          </div>
        }
      />
      <LoadedTournaments wallet={user.wallet_address} {...(user.isAdmin ? { onCreate: create } : {})} />
      <LazyDialog
        what="The form"
        load={loadForm}
        dialog={{ opened: creating, onClose: () => setCreating(false) }}
      />
    </>
  );
}

interface LoadedTournamentsProps {
  wallet: string;
  /** Set only for admins. */
  onCreate?: () => void;
}

/** The maximum page size of the API; the list starts with the latest. */
const MAX_LISTED = 100;

function LoadedTournaments({ wallet, onCreate }: LoadedTournamentsProps) {
  const { api, queryClient } = useHost();
  const list = useQuery(
    getGamesQueryOptions(api, { game_type: 'TOURNAMENT', limit: MAX_LISTED, sort_order: 'DESC' }),
  );
  const { pending, context } = useCardContext(wallet, list.data ?? []);
  useLive(['game', 'gameweek'], [getGamesQueryKey()]);
  if (hasFirstLoadFailed(list))
    return (
      <ErrorState
        title="Failed to load tournaments"
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      >
        Your teams are safe. Check your connection and try again.
      </ErrorState>
    );
  if (!list.data || pending) return <CardsSkeleton rows={3} height={400} label="Loading tournaments" />;
  return (
    <>
      <RefreshAge what="The tournaments" at={list.dataUpdatedAt} failed={list.isRefetchError} />
      {list.data.length === 0 ? (
        <NoTournaments {...(onCreate ? { onCreate } : {})} />
      ) : (
        <TournamentList
          games={sortForList(list.data, context.now)}
          getState={(game) => computeCardState(game, context)}
          onElapsed={() => void queryClient.invalidateQueries({ queryKey: getGamesQueryKey() })}
        />
      )}
    </>
  );
}

function NoTournaments({ onCreate }: Pick<LoadedTournamentsProps, 'onCreate'>) {
  return (
    <EmptyState
      title="No tournaments yet"
      action={onCreate ? <Button onClick={onCreate}>Create First Tournament</Button> : undefined}
    >
      {onCreate
        ? 'Pick a start and a join deadline, and the first twenty teams are in.'
        : 'The next one will appear here. Until then, try the season or weekly game.'}
    </EmptyState>
  );
}

interface TournamentListProps {
  games: readonly Game[];
  getState: (game: Game) => CardState;
  onElapsed: () => void;
}

function TournamentList({ games, getState, onElapsed }: TournamentListProps) {
  const joinGame = useJoin();
  const [openId, setOpenId] = useState<string | null>(null);
  const details = games.find(({ id }) => id === openId) ?? null;
  const join = (game: Game) => {
    // TOURN-10: the state may have changed since the last render.
    if (getState(game) === 'JOIN') joinGame(game);
  };
  return (
    <>
      <ul className={classes.list} aria-label="Tournaments">
        {games.map((game) => (
          <TournamentCard
            key={game.id}
            game={game}
            state={getState(game)}
            onJoin={() => join(game)}
            onDetails={() => setOpenId(game.id)}
            onElapsed={onElapsed}
          />
        ))}
      </ul>
      <LazyDialog
        what="The tournament"
        load={loadDetails}
        dialog={{
          opened: details !== null,
          game: details,
          onClose: () => setOpenId(null),
          ...(details && getState(details) === 'JOIN' ? { onJoin: () => join(details) } : {}),
        }}
      />
    </>
  );
}
