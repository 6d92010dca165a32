/**
 * Work over all entries of a game that pauses between two blocks, so that the thread answers requests in between. Between
 * two pauses it is ordinary synchronous code.
 */
export type Pass<T> = Generator<undefined, T, undefined>;

/** Entries per block: one to two milliseconds of the dearest loop, the substitutions. */
const BLOCK = 1 << 15;
/** How long a pass keeps the thread. */
const SLICE_MS = 4;

/** Runs `work` for the ranges of `count` places, with a pause after each. */
export function* inBlocks(count: number, work: (from: number, to: number) => void): Pass<void> {
  for (let from = 0; from < count; from += BLOCK) {
    work(from, Math.min(count, from + BLOCK));
    yield;
  }
}

/** A new column of `count` values with room for `capacity`, filled block by block. */
export function* filledColumn(
  count: number,
  capacity: number,
  fill: (column: Int32Array, from: number, to: number) => void,
): Pass<Int32Array> {
  const column = new Int32Array(capacity).subarray(0, count);
  yield* inBlocks(count, (from, to) => fill(column, from, to));
  return column;
}

/** A copy of the first `count` values, with room for `capacity`. */
export const copiedColumn = (values: Int32Array, count: number, capacity = count): Pass<Int32Array> =>
  filledColumn(count, capacity, (column, from, to) => column.set(values.subarray(from, to), from));

/** Runs a pass to its end without a pause. */
export function runAtOnce<T>(pass: Pass<T>): T {
  for (;;) {
    const step = pass.next();
    if (step.done) return step.value;
  }
}

/** Runs a pass a few milliseconds at a time. */
export async function runInSlices<T>(pass: Pass<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end) {
      const step = pass.next();
      if (step.done) return step.value;
    }
    await new Promise((resume) => setImmediate(resume));
  }
}
