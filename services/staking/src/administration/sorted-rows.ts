/** Rows sorted by a comparison that never returns 0 for two different rows. */
export interface SortedRows<R> {
  readonly rows: readonly R[];
  /** Inserts a row at its position and removes its previous version. */
  replace(before: R | undefined, after: R): void;
}

export function createSortedRows<R>(all: Iterable<R>, compare: (a: R, b: R) => number): SortedRows<R> {
  const rows = [...all].sort(compare);

  /** Index of the first row that does not sort before `row`. */
  function findPosition(row: R): number {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(rows[middle]!, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    rows,
    replace(before, after) {
      if (before) rows.splice(findPosition(before), 1);
      rows.splice(findPosition(after), 0, after);
    },
  };
}
