import { lazy, Suspense, useRef } from 'react';
import type { TeamLookProps } from './TeamLook.tsx';

/** The pitch and the drawer come with the first team that somebody looks at. */
const TeamLook = lazy(async () => ({ default: (await import('./TeamLook.tsx')).TeamLook }));

/** As TeamLook; once opened it stays mounted, so that it can close and give the focus back. */
export function LazyTeamLook(props: TeamLookProps) {
  const wanted = useRef(false);
  wanted.current ||= props.team !== null;
  if (!wanted.current) return null;
  return (
    <Suspense fallback={null}>
      <TeamLook {...props} />
    </Suspense>
  );
}
