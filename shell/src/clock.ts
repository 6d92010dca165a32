/** Estimate of the server's clock. The visitor's own clock may be wrong. */
export type Clock = ReturnType<typeof createClock>;

const TOLERANCE_MS = 3_000;

export function createClock(local: () => number = Date.now) {
  let offset = 0;
  return {
    /** Epoch ms. */
    now: () => local() + offset,
    /** Sets the offset from the server time in a response. `requestedAt` and `respondedAt` (default: now) are local epoch ms. */
    measure(serverTime: number, requestedAt: number, respondedAt = local()) {
      // Assume that the server responded halfway between request and response.
      offset = serverTime - (requestedAt + respondedAt) / 2;
    },
    /**
     * Corrects large differences, as after suspending a laptop. `serverTime` is from a Date header, so it has whole seconds. Of a slow
     * response it may be old. `requestedAt` is local epoch ms.
     */
    correct(serverTime: number, requestedAt: number) {
      const respondedAt = local();
      if (respondedAt - requestedAt > TOLERANCE_MS) return;
      if (Math.abs(serverTime - (respondedAt + offset)) > TOLERANCE_MS) offset = serverTime - respondedAt;
    },
  };
}
