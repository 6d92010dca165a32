/** The server's clock as far as this browser knows it: the visitor's own clock may be wrong. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Sets the offset from the server time in a response to a request sent at `askedAt` (local epoch ms); it came just now. */
  measure(serverTime: number, requestedAt: number, respondedAt?: number): void;
  /** Takes a Date header: whole seconds, so it corrects large differences only (after a laptop was suspended). */
  correct(serverTime: number): void;
}

const TOLERANCE_MS = 3_000;

export function createClock(local: () => number = Date.now): Clock {
  let offset = 0;
  return {
    now: () => local() + offset,
    measure(serverTime, askedAt, answeredAt = local()) {
      // Best guess: the server answered halfway between request and response.
      offset = serverTime - (askedAt + answeredAt) / 2;
    },
    correct(serverTime) {
      if (Math.abs(serverTime - (local() + offset)) > TOLERANCE_MS) offset = serverTime - local();
    },
  };
}
