import type { User } from '@touchline/api/http/auth';
import type { Game } from '@touchline/api/http/games';
import { useHost, useWatched } from '@touchline/host/host';
import { useLoadError } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link, useParams } from '@touchline/host/router';
import { useLive } from '@touchline/host/use-live';
import { useNow } from '@touchline/host/use-now';
import { Button, Container } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { ErrorState } from '@touchline/ui/ErrorState';
import { plural } from '@touchline/ui/format';
import { GameStatusBadge } from '@touchline/ui/GameStatusBadge';
import { PageHeader } from '@touchline/ui/PageHeader';
import { ShareButton } from '@touchline/ui/ShareButton';
import { CardsSkeleton } from '@touchline/ui/skeletons';
import { useDeferredValue } from 'react';
import { formatEntryFee, getStatus, isOver } from '../game/game.ts';
import { formatGameTime } from '../game/game-times.ts';
import { getGameQueryOptions, getGamesQueryKey, SEATS_POLL_MS } from '../game/games.queries.ts';
import { CardCountdown } from '../game-card/CardCountdown.tsx';
import { CardNote } from '../game-card/CardNote.tsx';
import { BUTTON_TEXT, computeCardState } from '../game-card/card-state.ts';
import { Seats } from '../game-card/Seats.tsx';
import { useCardContext } from '../game-card/use-card-context.ts';
import { useJoin } from '../game-card/use-join.ts';
import { FactRows } from '../page/FactRows.tsx';
import { isUnknownId } from '../page/is-unknown-id.ts';
import { PrizeRows } from '../prizes/PrizeRows.tsx';
import { PrizeSheet } from '../prizes/PrizeSheet.tsx';
import { Entrants } from './Entrants.tsx';
import { listGameRules } from './game-rules.ts';
import classes from './lobby.module.css';

/** `/games/:id`: facts, rules, prizes and entrants of a game. Open to guests. */
export function GamePage() {
  const { id = '' } = useParams();
  const { api, navigate } = useHost();
  useLive(['game', 'gameweek'], [getGamesQueryKey()]);
  const query = useQuery({ ...getGameQueryOptions(api, id), refetchInterval: SEATS_POLL_MS });
  const error = useLoadError(query);
  // Rendered in pieces: the sections of a game would otherwise block a phone for a third of a second.
  const game = useDeferredValue(query.data);
  return (
    <Container size="xl" py="md">
      <PageHeader
        title={game?.name ?? 'Game'}
        eyebrow={<Link to="/choose-game">All games</Link>}
        actions={game ? <Actions game={game} /> : null}
      />
      {game || error ? null : <CardsSkeleton rows={2} height={360} label="Loading the game" />}
      {game ? <Sections game={game} onElapsed={() => void query.refetch()} /> : null}
      {error && !query.data ? (
        isUnknownId(error) ? (
          <EmptyState
            title="No such game"
            action={<Button onClick={() => navigate('/choose-game')}>See all games</Button>}
          >
            The link may be incomplete.
          </EmptyState>
        ) : (
          <ErrorState
            title="Failed to load the game"
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          >
            Your teams are safe. Check your connection and try again.
          </ErrorState>
        )
      ) : null}
    </Container>
  );
}

function Actions({ game }: { game: Game }) {
  const { session, wallet, navigate } = useHost();
  const { status, user } = useWatched(session);
  const now = useNow();
  const isClosed = isOver(game, now) || status === 'loading';
  return (
    <>
      <ShareButton label="Invite" title={`Join ${game.name} on Touchline`} path={`/games/${game.id}`} />
      <Button variant="default" onClick={() => navigate(`/rankings?game=${game.id}`)}>
        See the rankings
      </Button>
      {isClosed ? null : user ? <Join game={game} user={user} /> : <wallet.Control />}
    </>
  );
}

function Join({ game, user }: { game: Game; user: User }) {
  const { navigate } = useHost();
  const join = useJoin();
  const { pending, context } = useCardContext(user.wallet_address, [game]);
  const state = computeCardState(game, context);
  if (state === 'JOINED') return <Button onClick={() => navigate('/my-team')}>See your team</Button>;
  return (
    <>
      <Button disabled={state !== 'JOIN'} loading={pending} onClick={() => join(game)}>
        {BUTTON_TEXT[state]}
      </Button>
      {pending ? null : <CardNote game={game} state={state} className={classes.joinNote} />}
    </>
  );
}

function Sections({ game, onElapsed }: { game: Game; onElapsed: () => void }) {
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Facts game={game} onElapsed={onElapsed} />
        <section className={classes.panel} aria-label="Rules">
          <h2>Rules</h2>
          <ul className={classes.rules}>
            {listGameRules(game).map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      </div>
      <div className={classes.column}>
        <section className={classes.panel} aria-label="Prizes">
          <h2>Prizes</h2>
          <PrizeSheet game={game} />
        </section>
        <Entrants game={game} />
      </div>
    </div>
  );
}

function Facts({ game, onElapsed }: { game: Game; onElapsed: () => void }) {
  const now = useNow();
  const facts: [string, string][] = [
    ['Length', plural(game.last_gameweek - game.first_gameweek + 1, 'gameweek')],
    ['Entry', formatEntryFee(game)],
    ...(Date.parse(game.join_opens_at) > now ? [formatGameTime(game, 'join_opens_at', now)] : []),
    formatGameTime(game, 'join_deadline', now),
    formatGameTime(game, 'start_time', now),
    formatGameTime(game, 'end_time', now),
  ];
  return (
    <section className={classes.panel} aria-label="Facts">
      <div className={classes.head}>
        <h2>At a glance</h2>
        <GameStatusBadge status={getStatus(game, now)} />
      </div>
      {game.description ? <p>{game.description}</p> : null}
      <dl className={classes.facts}>
        <PrizeRows game={game} />
        <FactRows rows={facts} />
      </dl>
      <Seats game={game} now={now} />
      <CardCountdown game={game} onElapsed={onElapsed} />
    </section>
  );
}
