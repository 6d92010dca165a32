import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEMO_SEASON, readArchive } from '../archive/archive-reader.ts';
import { openAudience } from './audience.ts';
import { openClock } from './clock.ts';

const archive = await readArchive(DEMO_SEASON);

/** Opens a clock with an audience on fake timers. */
function openTestClock(waitsForViewers: boolean, paused = false) {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const clock = openClock({ archive, gameweekMinutes: 30, fromGameweek: 6, paused });
  const audience = openAudience(clock, waitsForViewers);
  return { clock, audience };
}

afterEach(() => vi.useRealTimers());

describe('audience of a replay', () => {
  it('clock pauses twenty seconds after the last viewer and runs with the next one', () => {
    const { clock, audience } = openTestClock(true);
    vi.advanceTimersByTime(15_000);
    audience.watched();
    vi.advanceTimersByTime(15_000);
    expect(clock.paused()).toBe(false);
    vi.advanceTimersByTime(6_000);
    const { virtual } = clock.read();
    vi.advanceTimersByTime(600_000);
    expect([clock.paused(), audience.waiting(), clock.read().virtual]).toEqual([true, true, virtual]);
    audience.watched();
    expect([clock.paused(), audience.waiting()]).toEqual([false, false]);
  });

  it('viewer does not resume a clock that was paused explicitly', () => {
    const { clock, audience } = openTestClock(true);
    audience.pause();
    audience.watched();
    expect([clock.paused(), audience.waiting()]).toEqual([true, false]);
  });

  it('paused clock waits for viewers from the start, and a clock without the option never waits', () => {
    expect(openTestClock(true, true).audience.waiting()).toBe(true);
    const { clock } = openTestClock(false);
    vi.advanceTimersByTime(600_000);
    expect(clock.paused()).toBe(false);
  });

  it('clock runs at its speed', () => {
    const { clock } = openTestClock(false);
    clock.setSpeed(4);
    const from = clock.read().virtual;
    vi.advanceTimersByTime(31_000);
    const moved = clock.read().virtual - from;
    expect(moved).toBeGreaterThanOrEqual(120_000);
    expect(moved).toBeLessThanOrEqual(124_000);
    const kickoff = clock.read().next.at;
    expect(clock.reported(kickoff) - Date.now()).toBeLessThanOrEqual(
      (kickoff - clock.read().virtual) / 4 + 1_000,
    );
  });
});
