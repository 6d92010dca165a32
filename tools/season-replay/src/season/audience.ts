import type { ReplayClock } from './clock.ts';

/** The clock waits once nobody has watched for this long. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 1_000;

/** Who moves the clock: callers who pause and resume it, and, if it waits for watchers, those. */
export interface Audience {
  /** Whether the clock stands still only because nobody watches. */
  waiting(): boolean;
  /** Somebody is watching at this moment: a waiting clock runs. */
  watched(): void;
  /** Stands still until it is resumed, whether somebody watches or not. */
  pause(): void;
  resume(): void;
  /** Stands still until somebody watches. */
  wait(): void;
  stop(): void;
}

/**
 * Lets the clock wait while nobody watches, so that no gameweek is played to an empty room.
 * @param waits whether a running clock begins to wait automatically; a paused one then waits from the start
 */
export function openAudience(clock: ReplayClock, waits: boolean, now: () => number = Date.now): Audience {
  let lastWatched = now();
  let waiting = waits && clock.paused();
  const look = () => {
    if (!waits || clock.paused() || now() - lastWatched < PATIENCE_MS) return;
    waiting = true;
    clock.pause();
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    waiting: () => waiting,
    watched() {
      lastWatched = now();
      if (!waiting) return;
      waiting = false;
      clock.resume();
    },
    pause() {
      waiting = false;
      clock.pause();
    },
    resume() {
      lastWatched = now();
      waiting = false;
      clock.resume();
    },
    wait() {
      waiting = true;
      clock.pause();
    },
    stop: () => clearInterval(timer),
  };
}
