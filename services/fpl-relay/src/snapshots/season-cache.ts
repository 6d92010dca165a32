import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@touchline/service-kit/database';
import { loadSeason } from './snapshots.store.ts';
import type { Season } from './snapshots.ts';

/** The latest season in memory, as this replica knows it; Postgres is the truth. */
export interface SeasonCache {
  /** Null before the first good snapshot. */
  current(): Season | null;
  /** Reads from Postgres what has changed since; never two at once: whoever asks while one waits to begin shares it. */
  refresh(): Promise<Season | null>;
  /**
   * What Postgres holds now, so that nobody who heard of a change is answered with what was before it; what is known
   * when Postgres does not answer soon.
   */
  latest(): Promise<Season | null>;
}

/** A reader waits so long for Postgres before he gets what is in memory. */
const PATIENCE_MS = 2_000;

export function openSeasonCache(db: Database): SeasonCache {
  let view: Season | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Season | null> | null = null;
  const load = async () => {
    waiting = null;
    view = await loadSeason(db, view);
    return view;
  };
  function refresh(): Promise<Season | null> {
    waiting ??= last.then(load, load);
    last = waiting;
    return waiting;
  }
  return {
    current: () => view,
    refresh,
    async latest() {
      const waited = new AbortController();
      const known = () => view;
      const patience = sleep(PATIENCE_MS, undefined, { signal: waited.signal }).then(known, known);
      const read = refresh().catch(known);
      return Promise.race([read, patience]).finally(() => waited.abort());
    },
  };
}
