import type { Gameweek } from '@touchline/api/http/fpl';
import { useHost, useWatched } from '@touchline/host/host';
import { useLive } from '@touchline/host/use-live';
import { Container } from '@touchline/ui/base';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { MatchEventFeed } from '../match-events/MatchEventFeed.tsx';
import { TEAMS_KEY } from '../my-teams.query.ts';
import { Leaders } from './Leaders.tsx';
import classes from './MatchCentre.module.css';
import { MatchStrip } from './MatchStrip.tsx';
import { MyTeams } from './MyTeams.tsx';
import { LEADERS_KEY, MATCHES_KEY } from './match-centre.queries.ts';

/** Loaded for players only. */
const MyLeagues = lazy(() =>
  import(/* webpackChunkName: "home-leagues" */ './MyLeagues.tsx').then(({ MyLeagues: Leagues }) => ({
    default: Leagues,
  })),
);

/** The matches of the gameweek, match events, and the player's teams or, for guests, the leaders. */
export function MatchCentre({ gameweek }: { gameweek: Gameweek | null }) {
  const { status } = useWatched(useHost().session);
  useLive(['fixtures', 'gameweek', 'points'], [MATCHES_KEY]);
  useLive(['leaderboard', 'game'], [TEAMS_KEY, LEADERS_KEY]);
  return (
    <Container size="xl" className={classes.centre ?? ''}>
      <MatchStrip gameweek={gameweek?.id} />
      {status === 'loading' ? null : status === 'player' ? <MyTeams /> : <Leaders />}
      <MatchEventFeed />
      {status === 'player' ? (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <MyLeagues />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </Container>
  );
}
