/** A published value that differs from the computed one. */
export interface ResultDifference {
  /** The entry; null for a value of the whole result. */
  ordinal: number | null;
  /** Path of the value, such as `gameweeks.3.points`. */
  field: string;
  published: string;
  computed: string;
}

export interface ResultReport {
  /**
   * At most `MAX_DIFFERENCES`; values of the whole result first, then points by entry, then ranks
   * and prizes. Empty for a correct result.
   */
  differences: ResultDifference[];
  /** Number of all differences. */
  count: number;
  /** The first entry with wrong points, else the best one with a wrong rank or prize; null without one. */
  firstEntry: number | null;
  /** Number of entries that were computed again; 0 if a text of the result has a wrong format. */
  entries: number;
  /** Entries of a game with a fee that joined before a kick-off and are not in its lock root, because they were confirmed later. */
  late: number;
  /** The computed root, null without prizes, and the sum of the computed prizes in wei. */
  root: string | null;
  total: bigint;
}

/** Maximum number of differences that a report lists. */
export const MAX_DIFFERENCES = 100;

/** Adds a difference unless both values are equal. */
export type Report = (ordinal: number | null, field: string, published: unknown, computed: unknown) => void;

/** Collects differences. Those of entries are counted, but not kept, once `MAX_DIFFERENCES` of them are known. */
export function collectDifferences() {
  const ofResult: ResultDifference[] = [];
  const ofEntries: ResultDifference[] = [];
  let count = 0;
  let firstEntry: number | null = null;
  const report: Report = (ordinal, field, published, computed) => {
    if (published === computed) return;
    const list = ordinal === null ? ofResult : ofEntries;
    count += 1;
    if (ordinal !== null) firstEntry ??= ordinal;
    if (list.length < MAX_DIFFERENCES)
      list.push({ ordinal, field, published: String(published), computed: String(computed) });
  };
  const summarise = (): Pick<ResultReport, 'differences' | 'count' | 'firstEntry'> => ({
    differences: [...ofResult, ...ofEntries].slice(0, MAX_DIFFERENCES),
    count,
    firstEntry,
  });
  return { report, summarise };
}
