import type { Database } from '@touchline/service-kit/database';
import { loadSeason } from './snapshots.store.ts';
import type { SeasonView } from './snapshots.ts';

/** The latest season in memory, as this replica knows it; Postgres is the truth. */
export interface Football {
  /** Null before the first good snapshot. */
  current(): SeasonView | null;
  /** Reads from Postgres what has changed since; calls one after the other, never two at once. */
  refresh(): Promise<SeasonView | null>;
}

export function openFootball(db: Database): Football {
  let view: SeasonView | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const load = async () => {
    view = await loadSeason(db, view);
    return view;
  };
  return {
    current: () => view,
    refresh() {
      const next = last.then(load, load);
      last = next;
      return next;
    },
  };
}
