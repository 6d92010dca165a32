import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useEffect, useRef } from 'react';
import type { TeamPreviewProps } from './TeamPreview.tsx';

interface LazyTeamPreviewProps extends TeamPreviewProps {
  /** Loads the code; tests replace it. */
  load?: () => Promise<typeof import('./TeamPreview.tsx')>;
}

const loadCode = () => import('./TeamPreview.tsx');

/**
 * Loads TeamPreview, with pitch and drawer, on first use. It remains mounted afterwards, so that it can close with an animation
 * and return focus. If the code fails to load, the preview closes and the next click tries again.
 */
export function LazyTeamPreview({ load = loadCode, ...props }: LazyTeamPreviewProps) {
  const { notify } = useHost();
  const { team, onClose } = props;
  const requested = useRef(false);
  requested.current ||= team !== null;
  const code = useQuery({
    queryKey: ['rankings', 'code', 'team-preview'],
    queryFn: load,
    enabled: requested.current,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const failed = code.isError && team !== null;
  useEffect(() => {
    if (!failed) return;
    requested.current = false;
    notify({ kind: 'error', message: "The team couldn't be opened. Check your connection and try again." });
    onClose();
  }, [failed, notify, onClose]);
  if (!code.data) return null;
  const { TeamPreview } = code.data;
  return <TeamPreview {...props} />;
}
