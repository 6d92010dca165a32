/**
 * Computation over all entries of a game that yields after each block, so that the thread can serve requests in between.
 * Each block is synchronous.
 */
export type Pass<T> = Generator<undefined, T, undefined>;

/** Entries per block, chosen so that the slowest loop takes one to two milliseconds. */
const BLOCK = 1 << 15;
/** Limits of a pass's time slice, which otherwise equals the time that other work took in the last pause. */
const [MIN_SLICE_MS, MAX_SLICE_MS] = [4, 10];

/** Runs `work` for each block of `count` places and yields after each. */
export function* inBlocks(count: number, work: (from: number, to: number) => void): Pass<void> {
  for (let from = 0; from < count; from += BLOCK) {
    work(from, Math.min(count, from + BLOCK));
    yield;
  }
}

/** Creates a column of `count` values with the given capacity and fills it block by block. */
export function* fillColumn(
  count: number,
  capacity: number,
  fill: (column: Int32Array, from: number, to: number) => void,
): Pass<Int32Array> {
  const column = new Int32Array(capacity).subarray(0, count);
  yield* inBlocks(count, (from, to) => fill(column, from, to));
  return column;
}

/** Copies the first `count` values to a column with the given capacity. */
export const copyColumn = (values: Int32Array, count: number, capacity = count): Pass<Int32Array> =>
  fillColumn(count, capacity, (column, from, to) => column.set(values.subarray(from, to), from));

/** Runs a pass to its end without yielding. */
export function runToEnd<T>(pass: Pass<T>): T {
  for (;;) {
    const step = pass.next();
    if (step.done) return step.value;
  }
}

/** Runs a pass in slices of a few milliseconds. Under load it gets half of the thread, so that standings are not delayed. */
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
