import { useHost, useWatched } from '@touchline/host/host';
import { useLocation } from '@touchline/host/router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { clearChoiceOnLeave, parseChoice, readChoice, saveChoice } from '../game/chosen-game.ts';
import { Waiting } from '../page/Waiting.tsx';

/** Time that a guest with a saved choice has to sign in (BUILD-03). */
const SIGN_IN_WAIT_MS = 2000;

/** Loaded lazily, because this page only redirects without a chosen game, as on every first visit. */
const LoadedTeamBuilder = lazy(async () => ({
  default: (await import(/* webpackChunkName: "builder" */ './LoadedTeamBuilder.tsx')).LoadedTeamBuilder,
}));

/** `/team-build`: reads the chosen game and redirects users who cannot build a team. */
export function TeamBuildPage() {
  const { state } = useLocation();
  const host = useHost();
  const session = useWatched(host.session);
  const choice = useMemo(() => parseChoice(state) ?? readChoice(), [state]);
  const chosen = choice === 'corrupt' ? null : choice;

  useEffect(() => {
    if (chosen) saveChoice(chosen);
  }, [chosen]);
  useEffect(() => () => clearChoiceOnLeave(window.location.pathname), []);

  if (choice === 'corrupt') return <Redirect to="/" />;
  if (session.status === 'loading') return <Waiting label="Signing you in" />;
  if (session.user && !chosen) return <Redirect to="/choose-game" />;
  if (session.user && chosen)
    return (
      <Suspense fallback={<Waiting label="Loading FPL data..." />}>
        <LoadedTeamBuilder chosen={chosen} wallet={session.user.wallet_address} />
      </Suspense>
    );
  return <Redirect to="/" after={chosen ? SIGN_IN_WAIT_MS : 0} />;
}

/** Navigates after `after` ms, unless it is unmounted earlier. */
function Redirect({ to, after = 0 }: { to: string; after?: number }) {
  const host = useHost();
  useEffect(() => {
    const redirect = () => host.navigate(to, { replace: true });
    if (after === 0) return redirect();
    const timer = setTimeout(redirect, after);
    return () => clearTimeout(timer);
  }, [host, to, after]);
  return <Waiting label={after === 0 ? 'One moment' : 'Waiting for you to sign in'} />;
}
