import { useSearchParams } from '@touchline/host/router';
import { useCallback, useMemo } from 'react';
import { type RankingsView, readView, writeView } from './rankings-view.ts';

export type ChangeView = (change: Partial<RankingsView>, how?: { replace: boolean }) => void;
/** Looks at a team, or at none any more. */
export type LookAt = (team: string | null) => void;

/**
 * The view in the address, and how to change it. Whatever changes, the list begins at its first page again; only looking at
 * a team leaves it where it is.
 */
export function useRankingsView(): { view: RankingsView; change: ChangeView; lookAt: LookAt } {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => readView(address), [address]);
  const change = useCallback<ChangeView>(
    (changed, how) =>
      setAddress((now) => writeView({ ...readView(now), page: 1, team: null, ...changed }), how),
    [setAddress],
  );
  const lookAt = useCallback<LookAt>(
    // Back closes the team; closing it leaves nothing to go forward to.
    (team) => setAddress((now) => writeView({ ...readView(now), team }), { replace: team === null }),
    [setAddress],
  );
  return { view, change, lookAt };
}
