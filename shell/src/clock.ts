/** The server's clock as this browser knows it: countdowns and locks must not run on the visitor's. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Measures the offset: what the server's clock said for an answer asked at `askedAt` (local epoch ms). */
  measure(serverTime: number, askedAt: number): void;
  /** A Date header: whole seconds, so it only corrects when the clocks have really come apart (a suspended laptop). */
  heard(serverTime: number): void;
}

const APART_MS = 3_000;

export function createClock(local: () => number = Date.now): Clock {
  let offset = 0;
  return {
    now: () => local() + offset,
    measure(serverTime, askedAt) {
      // The answer was written somewhere between asking and hearing it: half way is the best guess.
      offset = serverTime - (askedAt + local()) / 2;
    },
    heard(serverTime) {
      if (Math.abs(serverTime - (local() + offset)) > APART_MS) offset = serverTime - local();
    },
  };
}
