import { useHost, useWatched } from '@touchline/host/host';
import { Navigate, useLocation } from '@touchline/host/router';
import { Container } from '@touchline/ui/base';
import { PageTitle } from '../PageTitle.ts';
import { parseReturnState } from '../return-path.ts';
import { Figures } from './Figures.tsx';
import { Hero } from './Hero.tsx';
import classes from './HomePage.module.css';
import { Links } from './Links.tsx';
import { MatchCentre } from './MatchCentre.tsx';
import { PitchPoints } from './PitchPoints.tsx';
import { TokenAddress } from './TokenAddress.tsx';
import { useCurrentGameweek } from './use-current-gameweek.ts';

/** HOME-08: navigation state of the "Join" buttons on My Teams. */
const wantsGameModes = (state: unknown) =>
  typeof state === 'object' && state !== null && 'showGameModes' in state && state.showGameModes === true;

/** Ignores the page of another wallet. `wallet` is the user's or the connected one. */
function findReturnState(state: unknown, wallet: string | null) {
  const back = parseReturnState(state);
  const isOther = back?.wallet && wallet && back.wallet !== wallet;
  return isOther ? null : back;
}

/** The home page: introduction, match centre and entry to the game. */
export function HomePage() {
  const host = useHost();
  const { user } = useWatched(host.session);
  const { address } = useWatched(host.wallet);
  const current = useCurrentGameweek();
  const { state } = useLocation();
  const joining = wantsGameModes(state);
  const back = findReturnState(state, user?.wallet_address ?? address);
  if (joining && user) return <Navigate to="/choose-game" replace />;
  if (back && user) return <Navigate to={back.returnTo} state={back.pageState} replace />;
  return (
    <div className={classes.page}>
      <PageTitle>Home</PageTitle>
      <Hero current={current} joining={joining} back={back} />
      <MatchCentre current={current} />
      <Container size="xl">
        <Figures current={current} />
        <PitchPoints />
        <TokenAddress />
        <Links />
      </Container>
    </div>
  );
}
