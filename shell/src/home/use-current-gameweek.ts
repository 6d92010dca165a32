import type { Gameweek } from '@touchline/api/http/fpl';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { currentGameweekQuery } from './gameweek.queries.ts';

/** The current gameweek as the whole home page shows it. */
export interface CurrentGameweek {
  /** Null until it is known. */
  gameweek: Gameweek | null;
  /** `failed`: no source has it. It is requested again every few seconds, and by `retry`. */
  status: 'loading' | 'known' | 'failed';
  /** True while a failed request is repeated. */
  retrying: boolean;
  retry(): void;
}

/** Loads the current gameweek. */
export function useCurrentGameweek(): CurrentGameweek {
  const query = useQuery(currentGameweekQuery(useHost()));
  const failed = hasFirstLoadFailed(query);
  return {
    gameweek: query.data ?? null,
    status: query.data ? 'known' : failed ? 'failed' : 'loading',
    retrying: failed && query.isFetching,
    retry: () => void query.refetch(),
  };
}
