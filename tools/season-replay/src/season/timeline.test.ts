import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dropPointsBefore,
  jumpTimeline,
  keepHorizon,
  pauseTimeline,
  reportedAt,
  restartTimeline,
  resumeTimeline,
  startTimeline,
  type Timeline,
  virtualAt,
  wallAt,
} from './timeline.ts';

const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('wait', 'pause', 'resume', 'restart'),
    ms: fc.integer({ min: 0, max: 4_000_000 }),
  }),
  fc.record({ kind: fc.constant('jump'), ms: fc.integer({ min: 0, max: 9_000_000 }) }),
);
const START = 1_800_000_000_000;

/** Applies the steps and passes the timeline and the wall time after each step to `inspect`. */
function applySteps(
  steps: { kind: string; ms: number }[],
  inspect: (line: Timeline, now: number) => void,
): void {
  let now = START + 123;
  let line = startTimeline(5_000_000, now, false);
  inspect(line, now);
  for (const { kind, ms } of steps) {
    if (kind === 'jump') line = jumpTimeline(line, virtualAt(line, now) + ms, now);
    else if (kind === 'pause') line = pauseTimeline(line, now);
    else if (kind === 'resume') line = resumeTimeline(line, now);
    else if (kind === 'restart') {
      const stoppedAt = now;
      now += ms;
      line = restartTimeline(line, stoppedAt, now);
    } else now += ms;
    line = keepHorizon(line, now);
    inspect(line, now);
  }
}

describe('virtual time on the wall clock', () => {
  it('virtual time only moves forward across pauses, jumps and restarts', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let before = Number.NEGATIVE_INFINITY;
        applySteps(steps, (line, now) => {
          const virtual = virtualAt(line, now);
          expect(virtual).toBeGreaterThanOrEqual(before);
          before = virtual;
        });
      }),
    );
  });

  it('the reported instants are always in order', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.array(fc.nat(30_000_000), { maxLength: 30 }),
        (steps, at) => {
          const instants = at.sort((a, b) => a - b);
          applySteps(steps, (line) => {
            const walls = instants.map((instant) => wallAt(line, instant));
            expect(walls).toEqual([...walls].sort((a, b) => a - b));
          });
        },
      ),
    );
  });

  it('past instants keep their time, and future instants stay in the future', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.array(fc.nat(30_000_000), { maxLength: 30 }),
        (steps, instants) => {
          const reported = new Map<number, number>();
          applySteps(steps, (line, now) => {
            const virtual = virtualAt(line, now);
            for (const instant of instants) {
              const wall = wallAt(line, instant);
              if (instant > virtual) expect(wall).toBeGreaterThan(now);
              else expect(Math.abs(wall - (reported.get(instant) ?? wall))).toBeLessThan(1);
              if (instant <= virtual) reported.set(instant, wall);
            }
          });
        },
      ),
    );
  });

  it('past instant is never reported as earlier than a preceding one', () => {
    const paused = startTimeline(0, START + 300, true);
    const joinedAt = START + 400;
    const jumped = jumpTimeline(paused, 60_000, START + 410);
    expect(reportedAt(jumped, 60_000)).toBeGreaterThanOrEqual(joinedAt);
    expect(reportedAt(jumped, 60_000) % 1000).toBe(0);
  });

  it('whole virtual seconds align with whole wall seconds while the clock runs', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.nat(5000), (steps, seconds) => {
        applySteps(steps, (line, now) => {
          const ahead = Math.ceil(virtualAt(line, now) / 1000 + 1 + seconds) * 1000;
          expect(wallAt(line, ahead) % 1000).toBe(0);
        });
      }),
    );
  });

  it('the reported future does not move while paused, even when stepping', () => {
    const paused = startTimeline(0, START, true);
    const before = wallAt(paused, 90_000_000);
    const later = keepHorizon(jumpTimeline(paused, 5_000_000, START + 60_000), START + 90_000);
    expect(wallAt(later, 90_000_000)).toBe(before);
  });

  it('the reported future moves before a long pause reaches it', () => {
    const paused = startTimeline(0, START, true);
    const later = keepHorizon(paused, START + 59 * 60_000);
    expect(wallAt(later, 1000)).toBeGreaterThan(START + 100 * 60_000);
  });

  it('virtual time does not pass while the replay is stopped', () => {
    const line = startTimeline(0, START, false);
    const stopped = START + 10_000;
    const again = restartTimeline(line, stopped, stopped + 3_600_000);
    expect(virtualAt(again, stopped + 3_600_000)).toBe(10_000);
    expect(virtualAt(again, stopped + 3_605_000)).toBe(15_000);
    expect(wallAt(again, 4000)).toBe(START + 4000);
    expect(wallAt(again, 20_000)).toBe(stopped + 3_610_000);
  });

  it('dropping old breakpoints does not move later instants', () => {
    let line = startTimeline(0, START, true);
    for (let n = 1; n <= 50; n++) line = jumpTimeline(line, n * 1000, START + n * 100);
    const short = dropPointsBefore(line, 30_500);
    expect(short.points.length).toBeLessThan(line.points.length);
    for (let instant = 30_500; instant < 60_000; instant += 500)
      expect(wallAt(short, instant)).toBe(wallAt(line, instant));
  });
});
