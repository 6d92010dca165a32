/** The blocks `from` to `to`, inclusive. */
export interface BlockRange {
  from: number;
  to: number;
}

/** Data of a range of blocks. */
export interface Scanned<T> {
  /** Hash of the range's last block. RPCs with the same hash have the same chain up to it. */
  lastBlock: string;
  /** Oldest first. */
  found: T[];
}

/** Blocks per log request. Reduced to a tenth when no quorum agrees, because some RPCs truncate the logs of a long range. */
const SCAN_STEP = 1000;

/** Reads a range of blocks in steps. */
export async function scanInSteps<R extends BlockRange, T>(
  range: R,
  read: (step: R) => Promise<Scanned<T>>,
): Promise<Scanned<T>> {
  const steps: Scanned<T>[] = [];
  let step = SCAN_STEP;
  for (let start = range.from; start <= range.to; ) {
    const end = Math.min(range.to, start + step - 1);
    try {
      steps.push(await read({ ...range, from: start, to: end }));
      start = end + 1;
      step = Math.min(SCAN_STEP, step * 2);
    } catch (error) {
      if (end === start) throw error;
      step = Math.ceil((end - start + 1) / 10);
    }
  }
  return { lastBlock: steps.at(-1)!.lastBlock, found: steps.flatMap(({ found }) => found) };
}
