import { useSearchParams } from '@touchline/host/router';
import { useCallback, useMemo } from 'react';
import { type RankingsView, readView, writeView } from './rankings-view.ts';

export type ChangeView = (change: Partial<RankingsView>, how?: { replace: boolean }) => void;

/** The view in the address, and how to change it. Whatever changes, the list begins at its first page again. */
export function useRankingsView(): [RankingsView, ChangeView] {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => readView(address), [address]);
  const change = useCallback<ChangeView>(
    (changed, how) => setAddress((now) => writeView({ ...readView(now), page: 1, ...changed }), how),
    [setAddress],
  );
  return [view, change];
}
