/** Inclusive. */
export interface BlockRange {
  from: number;
  to: number;
}

/** Blocks per log request. Reduced to a tenth when no quorum agrees, because some RPCs truncate the logs of a long range. */
const SCAN_STEP = 1000;

/** Reads a range of blocks in steps. @returns what `read` returned for each step, oldest first */
export async function scanInSteps<R extends BlockRange, T>(
  range: R,
  read: (range: R) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  let step = SCAN_STEP;
  for (let start = range.from; start <= range.to; ) {
    const end = Math.min(range.to, start + step - 1);
    try {
      found.push(await read({ ...range, from: start, to: end }));
      start = end + 1;
      step = Math.min(SCAN_STEP, step * 2);
    } catch (error) {
      if (end === start) throw error;
      step = Math.ceil((end - start + 1) / 10);
    }
  }
  return found;
}
