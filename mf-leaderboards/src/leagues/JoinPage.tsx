import { TouchlineError } from '@touchline/api/errors';
import type { LeagueInvitation } from '@touchline/api/http/leagues';
import { useHost, useWatched } from '@touchline/host/host';
import { useLoadError } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link, useParams } from '@touchline/host/router';
import { Button, Container, Stack, Text } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { PageHeader } from '@touchline/ui/PageHeader';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { LoadFailed, type LoadFailedProps } from '../LoadFailed.tsx';
import { Manager } from '../Manager.tsx';
import { Closed } from './Closed.tsx';
import { describeFee, JoinSteps } from './JoinSteps.tsx';
import { describeLeague, isNeverStarted, MIN_OPPONENTS, NEVER_STARTED } from './league-texts.ts';
import classes from './leagues.module.css';
import { invitationQuery } from './leagues.queries.ts';

/** `/leagues/join/:code`: an invitation. Open to guests, who sign in on this page. */
export function JoinPage() {
  const { code = '' } = useParams();
  const query = useQuery(invitationQuery(useHost().api, code));
  const error = useLoadError(query);
  return (
    <Container size="sm" py={{ base: 0, sm: 'md' }}>
      <PageHeader title={query.data?.name ?? 'Invitation'} eyebrow={<Link to="/leagues">Leagues</Link>} />
      {query.isPending && !error ? (
        <RowsSkeleton rows={3} height={88} label="Loading the invitation" />
      ) : null}
      {query.data ? <Invitation invitation={query.data} code={code} /> : null}
      {error && !query.data ? <NotFound error={error} query={query} /> : null}
    </Container>
  );
}

function NotFound({ error, query }: { error: Error; query: LoadFailedProps['query'] }) {
  const { navigate } = useHost();
  const status = error instanceof TouchlineError ? error.status : 0;
  if (status === 404 || status === 400)
    return (
      <EmptyState
        title="This invitation doesn't work"
        action={<Button onClick={() => navigate('/leagues')}>Enter another code</Button>}
      >
        No league has this code. It may have been replaced: ask for a new link.
      </EmptyState>
    );
  return (
    <LoadFailed title={status === 429 ? 'Too many codes' : 'Failed to load the invitation'} query={query}>
      {status === 429
        ? 'Wait a minute, then try again. The invitation is not lost.'
        : 'The invitation is not lost. Check your connection.'}
    </LoadFailed>
  );
}

function Invitation({ invitation, code }: { invitation: LeagueInvitation; code: string }) {
  const { session, wallet } = useHost();
  const { status } = useWatched(session);
  const { game } = invitation;
  const closed = findClosed(invitation);
  return (
    <Stack>
      <section className={classes.panel} aria-label="The league">
        <p>
          <b>
            <Manager wallet={invitation.owner} />
          </b>{' '}
          invites you to a league of <b>{game.name}</b>.
        </p>
        <Text fz="sm" c="dimmed">
          {describeLeague(invitation)}. {isNeverStarted(invitation) ? null : describeRules(invitation)}
        </Text>
      </section>
      {status === 'loading' ? <RowsSkeleton rows={2} height={88} label="Signing you in" /> : null}
      {status === 'guest' && closed ? <Closed text={closed} /> : null}
      {status === 'guest' && !closed ? (
        <>
          <Stack component="ol" gap={8} m={0} pl="1.5rem" aria-label="What to do">
            <li>Sign in with your wallet. It costs nothing.</li>
            <li>
              Pick your team for {game.name}, unless you have one. {describeFee(game.entry_fee)}
            </li>
            <li>You are in the league.</li>
          </Stack>
          <EmptyState title="Sign in to join" action={<wallet.Control />}>
            You come back to this page.
          </EmptyState>
        </>
      ) : null}
      {status === 'player' ? <JoinSteps invitation={invitation} code={code} closed={closed} /> : null}
    </Stack>
  );
}

/** Reason why strangers can't join; members still open the league. */
function findClosed(invitation: LeagueInvitation): string | null {
  const { kind, state, members, max_members, game } = invitation;
  if (isNeverStarted(invitation)) return NEVER_STARTED;
  if (game.status === 'CANCELLED') return 'The game of this league was cancelled.';
  if (state === 'FINISHED') return 'The game of this league is over.';
  if (kind === 'HEAD_TO_HEAD' && state !== 'OPEN')
    return 'The league has started and its matches are drawn, so it no longer accepts members.';
  if (max_members !== null && members >= max_members)
    return 'The league is full. You can join once a member leaves.';
  return null;
}

const describeRules = ({ kind, start_gameweek }: LeagueInvitation) =>
  kind === 'CLASSIC'
    ? `The table counts points from gameweek ${start_gameweek} on.`
    : `One match a gameweek from gameweek ${start_gameweek} on, with at least ${MIN_OPPONENTS} members.`;
