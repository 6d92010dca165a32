import { type Database, getDatabaseInfo } from '@touchline/service-kit/database';

/** How long an answer stands for what another replica may have written since. */
const FOLLOW_MS = 200;
/** Answers that are kept; there are as many as combinations of filters. */
const KEPT = 1_000;

interface Kept<T> {
  /** Commits of this process before it was read. */
  commits: number;
  /** When reading began, by the process's clock and by the service's. */
  since: number;
  asOf: number;
  value: Promise<T>;
}

/**
 * Reads for answers that may be a moment old, so that the database is asked a few times a second, however many call. What
 * this process has committed, with an event, is in every answer that is asked for afterwards; what another replica has
 * committed, or was restored while the bus was silent, is in them 200 ms later: no message has to arrive for that.
 * @param now the service's clock: what a read says may depend on it
 */
export function recentReads<T>(
  db: Database,
  now: () => number,
  read: (key: string, at: number) => Promise<T>,
): (key: string) => Promise<T> {
  const known = new Map<string, Kept<T>>();
  let commits = 0;
  getDatabaseInfo(db).outboxListeners.add(() => {
    commits += 1;
  });
  const stands = ({ commits: before, since, asOf }: Kept<T>) =>
    before === commits && performance.now() - since < FOLLOW_MS && Math.abs(now() - asOf) < FOLLOW_MS;
  return (key) => {
    const kept = known.get(key);
    if (kept && stands(kept)) return kept.value;
    if (!kept && known.size >= KEPT) known.clear();
    const asOf = now();
    const begun: Kept<T> = { commits, since: performance.now(), asOf, value: read(key, asOf) };
    known.set(key, begun);
    begun.value.catch(() => known.get(key) === begun && known.delete(key));
    return begun.value;
  };
}
