import type { League } from '@touchline/api/http/leagues';
import type { LiveMessage } from '@touchline/api/http/live';
import { useHost, useWatched } from '@touchline/host/host';
import { LazyDialog } from '@touchline/host/LazyDialog';
import { useLoadError } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link, useLocation, useParams, useSearchParams } from '@touchline/host/router';
import { useLive } from '@touchline/host/use-live';
import { Button, Container, Stack } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { EmptyState } from '@touchline/ui/EmptyState';
import { plural } from '@touchline/ui/format';
import { SegmentedControl } from '@touchline/ui/forms';
import { IconAdjustmentsHorizontal, IconUsers } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useEffect, useState } from 'react';
import { isMissing } from '../is-missing.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import { buildTeamKey } from '../team-preview/team-key.ts';
import { Closed } from './Closed.tsx';
import { LeagueTable } from './LeagueTable.tsx';
import { describeLeague, isNeverStarted, MIN_OPPONENTS, NEVER_STARTED } from './league-texts.ts';
import { buildLeagueKey, leagueQuery } from './leagues.queries.ts';
import { Matches } from './Matches.tsx';
import { Ownership } from './Ownership.tsx';
import { Recap } from './Recap.tsx';

const loadInvite = async () => (await import('./Invite.tsx')).Invite;
const loadLeagueSettings = async () => (await import('./LeagueSettings.tsx')).LeagueSettings;

/** `/leagues/:id`: one league, for its members. */
export function LeaguePage() {
  const { id = '' } = useParams();
  const { session, wallet } = useHost();
  const { status, user } = useWatched(session);
  return (
    <Container size="xl" py={{ base: 0, sm: 'md' }}>
      {status === 'loading' ? <RowsSkeleton rows={8} label="Signing you in" /> : null}
      {status === 'guest' ? (
        <>
          <PageHeader title="League" />
          <EmptyState title="Sign in to open the league" action={<wallet.Control />}>
            A league is visible to its members only.
          </EmptyState>
        </>
      ) : null}
      {user ? <LoadedLeague key={id} id={id} wallet={user.wallet_address.toLowerCase()} /> : null}
    </Container>
  );
}

function LoadedLeague({ id, wallet }: { id: string; wallet: string }) {
  const query = useQuery(leagueQuery(useHost().api, id));
  // A member who was removed must not continue to see the league.
  const missing = isMissing(useLoadError(query));
  if (query.data && !missing) return <LeagueViews league={query.data} wallet={wallet} />;
  return (
    <>
      <PageHeader title="League" eyebrow={<Link to="/leagues">Leagues</Link>} />
      {missing ? (
        <Closed
          title="You are not in this league"
          text="It is visible to its members only, or it no longer exists. Ask a member for an invitation."
        />
      ) : (
        <NotLoaded what="the league" query={query}>
          The league and your team are safe. Check your connection.
        </NotLoaded>
      )}
    </>
  );
}

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'matches', label: 'Matches' },
  { value: 'players', label: 'Players' },
  { value: 'recap', label: 'Recap' },
] as const;

function LeagueViews({ league, wallet }: { league: League; wallet: string }) {
  useLeagueUpdates(league);
  const [url, setUrl] = useSearchParams();
  const hasMatches = league.kind === 'HEAD_TO_HEAD' && !isNeverStarted(league);
  const views = VIEWS.filter(({ value }) => value !== 'matches' || hasMatches);
  const view = views.find(({ value }) => value === url.get('view'))?.value ?? 'table';
  const { name, game } = league;
  return (
    <>
      <PageHeader
        title={name}
        eyebrow={<Link to="/leagues">Leagues</Link>}
        subtitle={
          <>
            <Link to={`/rankings?game=${game.id}`}>{game.name}</Link>. {describeLeague(league)}
            {league.uses_coefficient ? '. Points with the stake coefficient' : ''}
          </>
        }
        actions={<LeagueActions league={league} wallet={wallet} />}
      />
      <Stack>
        <BeforeStart league={league} />
        <SegmentedControl
          aria-label="View"
          size="md"
          w="100%"
          maw="30rem"
          data={[...views]}
          value={view}
          onChange={(next) => setUrl(next === 'table' ? {} : { view: next })}
        />
        {view === 'table' ? <LeagueTable league={league} wallet={wallet} /> : null}
        {view === 'matches' ? <Matches league={league} wallet={wallet} /> : null}
        {view === 'players' ? <Ownership league={league} /> : null}
        {view === 'recap' ? <Recap league={league} /> : null}
      </Stack>
    </>
  );
}

/** Refetches the league, and the previewed teams, when the leaderboard of its game changes. */
function useLeagueUpdates({ id, game }: League) {
  useLive(['leaderboard', 'game', 'gameweek'], (message: LiveMessage) => {
    if ('game_id' in message && message.game_id !== game.id) return [];
    return [buildLeagueKey(id), buildTeamKey(game.id)];
  });
}

function LeagueActions({ league, wallet }: { league: League; wallet: string }) {
  const { navigate } = useHost();
  const { pathname, search, state } = useLocation();
  const isNew = typeof state === 'object' && state !== null && 'created' in state;
  const [dialog, setDialog] = useState<'invite' | 'settings' | null>(isNew ? 'invite' : null);
  const [created, setCreated] = useState(isNew);
  const close = () => setDialog(null);
  const invite = () => {
    setCreated(false);
    setDialog('invite');
  };
  useEffect(() => {
    // Otherwise Back and reloads would announce the league again.
    if (isNew) navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [isNew, navigate, pathname, search]);
  if (league.automatic !== null) return null;
  return (
    <>
      {league.code ? (
        <Button leftSection={<IconUsers size={18} aria-hidden="true" />} onClick={invite}>
          Invite friends
        </Button>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
        onClick={() => setDialog('settings')}
      >
        Settings
      </Button>
      {league.code ? (
        <LazyDialog
          what="The invitation"
          load={loadInvite}
          dialog={{
            opened: dialog === 'invite',
            onClose: close,
            league: league.name,
            code: league.code,
            created,
          }}
        />
      ) : null}
      <LazyDialog
        what="The settings"
        load={loadLeagueSettings}
        dialog={{ opened: dialog === 'settings', onClose: close, league, wallet }}
      />
    </>
  );
}

/** Conditions that a league waits for before it starts, or the reason why it never did. */
function BeforeStart({ league }: { league: League }) {
  const text = isNeverStarted(league)
    ? NEVER_STARTED
    : league.state === 'OPEN'
      ? describeStart(league)
      : null;
  if (text === null) return null;
  return (
    <Alert color="info" role="status">
      {text}
    </Alert>
  );
}

const describeStart = ({ kind, members, start_gameweek }: League) =>
  kind === 'CLASSIC'
    ? `Points count from gameweek ${start_gameweek} on.`
    : describeDraw(members, start_gameweek);

function describeDraw(members: number, gameweek: number): string {
  const missing = MIN_OPPONENTS - members;
  const draw = `The matches are drawn when gameweek ${gameweek} starts.`;
  return missing > 0
    ? `${plural(missing, 'more member')} needed. ${draw}`
    : `${draw} Until then friends can join.`;
}
