/** All rows in one order, which the comparison decides for every two of them. */
export interface SortedRows<R> {
  readonly rows: readonly R[];
  /** Puts a row in its place, and takes its former version out. */
  replace(before: R | undefined, after: R): void;
}

export function createSortedRows<R>(all: Iterable<R>, compare: (a: R, b: R) => number): SortedRows<R> {
  const rows = [...all].sort(compare);

  /** The first place whose row is not before `row`. */
  function placeOf(row: R): number {
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
      if (before) rows.splice(placeOf(before), 1);
      rows.splice(placeOf(after), 0, after);
    },
  };
}
