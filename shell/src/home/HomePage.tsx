import { useHost, useWatched } from '@touchline/host/host';
import { useQuery, useQueryClient } from '@touchline/host/query';
import { Navigate, useLocation } from '@touchline/host/router';
import { Container } from '@touchline/ui/base';
import { useEffect } from 'react';
import { PageTitle } from '../page-title.tsx';
import { Figures } from './Figures.tsx';
import { currentGameweekQuery } from './gameweek.queries.ts';
import { Hero } from './Hero.tsx';
import classes from './HomePage.module.css';
import { Links } from './Links.tsx';
import { PitchPoints } from './PitchPoints.tsx';
import { TokenAddress } from './TokenAddress.tsx';

/** HOME-08: what the "Join" buttons of My Teams bring along. */
const wantsGameModes = (state: unknown) =>
  typeof state === 'object' && state !== null && 'showGameModes' in state && state.showGameModes === true;

/** The front page: what the game is, and the one thing to do next. */
export function HomePage() {
  const host = useHost();
  const { user } = useWatched(host.session);
  const gameweek = useQuery(currentGameweekQuery(host));
  const queries = useQueryClient();
  const joining = wantsGameModes(useLocation().state);
  useEffect(
    () =>
      host.live.on(['gameweek'], () => void queries.invalidateQueries({ queryKey: ['gameweek', 'current'] })),
    [host, queries],
  );
  if (joining && user) return <Navigate to="/choose-game" replace />;
  return (
    <div className={classes.page}>
      <PageTitle>Home</PageTitle>
      <Hero gameweek={gameweek.data ?? null} joining={joining} />
      <Container size="xl">
        <Figures gameweek={gameweek.data ?? null} />
        <PitchPoints />
        <TokenAddress />
        <Links />
      </Container>
    </div>
  );
}
