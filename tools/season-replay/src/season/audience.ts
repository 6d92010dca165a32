import type { ReplayClock } from './clock.ts';

/** The clock pauses after this time without a viewer. */
const VIEWER_TIMEOUT_MS = 20_000;
const CHECK_MS = 1_000;

/** Pauses and resumes the clock, on request and by the presence of viewers. */
export interface Audience {
  /** Returns true if the clock is paused only because the replay has no viewer. */
  waiting(): boolean;
  /** Records a viewer, which resumes a waiting clock. */
  watched(): void;
  /** Pauses until `resume`, regardless of viewers. */
  pause(): void;
  resume(): void;
  /** Pauses until the replay has a viewer. */
  wait(): void;
  stop(): void;
}

/**
 * Pauses the clock while the replay has no viewer, so that no gameweek passes unseen.
 * @param waitsForViewers pauses a running clock automatically; a clock that starts paused then waits for viewers
 */
export function openAudience(
  clock: ReplayClock,
  waitsForViewers: boolean,
  now: () => number = Date.now,
): Audience {
  let lastWatched = now();
  let waiting = waitsForViewers && clock.paused();
  const check = () => {
    if (!waitsForViewers || clock.paused() || now() - lastWatched < VIEWER_TIMEOUT_MS) return;
    waiting = true;
    clock.pause();
  };
  const timer = setInterval(check, CHECK_MS);
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
