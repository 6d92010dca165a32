import type { Gameweek } from '@touchline/api/http/fpl';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useState } from 'react';
import { currentGameweekQuery } from './gameweek.queries.ts';

/** The current gameweek as the whole home page shows it. */
export interface CurrentGameweek {
  /** Null until it is known. */
  gameweek: Gameweek | null;
  /** `failed`: no source has it. It is requested again every few seconds, and by `retry`. */
  status: 'loading' | 'known' | 'failed';
  retry(): void;
}

/** Loads the current gameweek. */
export function useCurrentGameweek(): CurrentGameweek {
  const { data, errorUpdateCount, refetch } = useQuery(currentGameweekQuery(useHost()));
  const [retrying, setRetrying] = useState(false);
  return {
    gameweek: data ?? null,
    status: data ? 'known' : errorUpdateCount > 0 && !retrying ? 'failed' : 'loading',
    retry() {
      setRetrying(true);
      void refetch().then(() => setRetrying(false));
    },
  };
}
