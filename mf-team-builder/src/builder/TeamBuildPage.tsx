import { useHost, useWatched } from '@touchline/host/host';
import { useLocation } from '@touchline/host/router';
import { useEffect, useMemo } from 'react';
import { choiceOf, forgetChoiceAt, readChoice, saveChoice } from '../game/chosen-game.ts';
import { Waiting } from '../page/Waiting.tsx';
import { LoadedTeamBuilder } from './LoadedTeamBuilder.tsx';

/** How long a signed-out visitor with a saved game may take to sign in again (BUILD-03). */
export const SIGN_IN_WAIT_MS = 2000;

/** `/team-build`: finds out for which game a team is built and whether the visitor may build it. */
export function TeamBuildPage() {
  const { state } = useLocation();
  const host = useHost();
  const session = useWatched(host.session);
  const choice = useMemo(() => {
    const given = choiceOf(state);
    return given ? { kind: 'chosen' as const, chosen: given } : readChoice(sessionStorage);
  }, [state]);
  const chosen = choice.kind === 'chosen' ? choice.chosen : null;

  useEffect(() => {
    if (chosen) saveChoice(sessionStorage, chosen);
  }, [chosen]);
  useEffect(() => () => forgetChoiceAt(sessionStorage, window.location.pathname), []);

  if (choice.kind === 'corrupt') return <Leave to="/" />;
  if (session.status === 'loading') return <Waiting label="Signing you in" />;
  if (session.user && !chosen) return <Leave to="/choose-game" />;
  if (session.user && chosen)
    return <LoadedTeamBuilder chosen={chosen} wallet={session.user.wallet_address} />;
  return <Leave to="/" after={chosen ? SIGN_IN_WAIT_MS : 0} />;
}

/** Goes elsewhere, after a while if there is hope that it is not necessary. */
function Leave({ to, after = 0 }: { to: string; after?: number }) {
  const host = useHost();
  useEffect(() => {
    const leave = () => host.navigate(to, { replace: true });
    if (after === 0) return leave();
    const timer = setTimeout(leave, after);
    return () => clearTimeout(timer);
  }, [host, to, after]);
  return <Waiting label={after === 0 ? 'One moment' : 'Waiting for you to sign in'} />;
}
