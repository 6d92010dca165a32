import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEMO_SEASON, readArchive } from '../archive/archive-reader.ts';
import { openAudience } from './audience.ts';
import { openClock } from './clock.ts';

const archive = await readArchive(DEMO_SEASON);

/** A clock that waits for watchers, in a time that the test moves. */
function clockWith(waits: boolean, paused = false) {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const clock = openClock({ archive, gameweekMinutes: 30, fromGameweek: 6, paused });
  const audience = openAudience(clock, waits);
  return { clock, audience };
}

afterEach(() => vi.useRealTimers());

describe('the audience of a replay', () => {
  it('lets the clock wait twenty seconds after the last watcher, and run with the next', () => {
    const { clock, audience } = clockWith(true);
    vi.advanceTimersByTime(15_000);
    audience.watched();
    vi.advanceTimersByTime(15_000);
    expect(clock.paused()).toBe(false);
    vi.advanceTimersByTime(6_000);
    const { virtual } = clock.stand();
    vi.advanceTimersByTime(600_000);
    expect([clock.paused(), audience.waiting(), clock.stand().virtual]).toEqual([true, true, virtual]);
    audience.watched();
    expect([clock.paused(), audience.waiting()]).toEqual([false, false]);
  });

  it('does not resume what somebody paused', () => {
    const { clock, audience } = clockWith(true);
    audience.pause();
    audience.watched();
    expect([clock.paused(), audience.waiting()]).toEqual([true, false]);
  });

  it('waits from the start when it starts paused, and never unless it should', () => {
    expect(clockWith(true, true).audience.waiting()).toBe(true);
    const { clock } = clockWith(false);
    vi.advanceTimersByTime(600_000);
    expect(clock.paused()).toBe(false);
  });

  it('runs as many times as fast as its speed', () => {
    const { clock } = clockWith(false);
    clock.setSpeed(4);
    const from = clock.stand().virtual;
    vi.advanceTimersByTime(31_000);
    const moved = clock.stand().virtual - from;
    expect(moved).toBeGreaterThanOrEqual(120_000);
    expect(moved).toBeLessThanOrEqual(124_000);
    const kickoff = clock.stand().next.at;
    expect(clock.reported(kickoff) - Date.now()).toBeLessThanOrEqual(
      (kickoff - clock.stand().virtual) / 4 + 1_000,
    );
  });
});
