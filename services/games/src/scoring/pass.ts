/**
 * Work over all entries of a game that pauses between two blocks, so that the thread answers requests in between. Between
 * two pauses it is ordinary synchronous code.
 */
export type Pass<T> = Generator<undefined, T, undefined>;

/** Entries per block: one to two milliseconds of the dearest loop, the substitutions. */
const BLOCK = 1 << 15;
/** How long a pass keeps the thread: as long as the calls in between had it, within these limits. */
const [MIN_SLICE_MS, MAX_SLICE_MS] = [4, 10];

/** Runs `work` for the ranges of `count` places, with a pause after each. */
export function* inBlocks(count: number, work: (from: number, to: number) => void): Pass<void> {
  for (let from = 0; from < count; from += BLOCK) {
    work(from, Math.min(count, from + BLOCK));
    yield;
  }
}

/** A new column of `count` values with room for `capacity`, filled block by block. */
export function* fillColumn(
  count: number,
  capacity: number,
  fill: (column: Int32Array, from: number, to: number) => void,
): Pass<Int32Array> {
  const column = new Int32Array(capacity).subarray(0, count);
  yield* inBlocks(count, (from, to) => fill(column, from, to));
  return column;
}

/** A copy of the first `count` values, with room for `capacity`. */
export const copyColumn = (values: Int32Array, count: number, capacity = count): Pass<Int32Array> =>
  fillColumn(count, capacity, (column, from, to) => column.set(values.subarray(from, to), from));

/** Runs a pass to its end without a pause. */
export function runToEnd<T>(pass: Pass<T>): T {
  for (;;) {
    const step = pass.next();
    if (step.done) return step.value;
  }
}

/** Runs a pass a few milliseconds at a time; under load it gets half of the thread, so that a goal is not late. */
export async function runInSlices<T>(pass: Pass<T>): Promise<T> {
  for (let slice = MIN_SLICE_MS; ; ) {
    const end = performance.now() + slice;
    while (performance.now() < end) {
      const step = pass.next();
      if (step.done) return step.value;
    }
    const paused = performance.now();
    await new Promise((resume) => setImmediate(resume));
    slice = Math.min(MAX_SLICE_MS, Math.max(MIN_SLICE_MS, performance.now() - paused));
  }
}
