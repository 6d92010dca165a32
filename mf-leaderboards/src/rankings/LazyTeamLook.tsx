import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useEffect, useRef } from 'react';
import type { TeamLookProps } from './TeamLook.tsx';

interface LazyTeamLookProps extends TeamLookProps {
  /** For tests: how the code is fetched. */
  load?: () => Promise<typeof import('./TeamLook.tsx')>;
}

const fetchCode = () => import('./TeamLook.tsx');

/**
 * As TeamLook; the pitch and the drawer come with the first team that somebody looks at. Once opened it stays mounted, so that
 * it can close and give the focus back. Code that does not come leaves the standings where they are: the next press tries again.
 */
export function LazyTeamLook({ load = fetchCode, ...props }: LazyTeamLookProps) {
  const { notify } = useHost();
  const { team, onClose } = props;
  const wanted = useRef(false);
  wanted.current ||= team !== null;
  const code = useQuery({
    queryKey: ['rankings', 'code', 'team-look'],
    queryFn: load,
    enabled: wanted.current,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const failed = code.isError && team !== null;
  useEffect(() => {
    if (!failed) return;
    wanted.current = false;
    notify({ kind: 'error', message: 'The team could not be opened. Check your connection and try again.' });
    onClose();
  }, [failed, notify, onClose]);
  if (!code.data) return null;
  const { TeamLook } = code.data;
  return <TeamLook {...props} />;
}
