/**
 * Maps virtual season time to wall-clock time. Pure: the wall time is always an argument.
 *
 * `points` are breakpoints in order. Time runs evenly between two of them, so a past instant keeps the wall time at
 * which it passed. After the last breakpoint virtual time runs at `speed` times the wall clock, or stops while paused.
 * While paused, future instants are reported relative to `anchor`, far enough ahead to remain in the future.
 */
export interface Timeline {
  points: Breakpoint[];
  anchor: Breakpoint | null;
  /** Virtual ms per wall-clock ms after the last breakpoint. */
  speed: number;
}

export interface Breakpoint {
  /** Virtual ms. */
  virtual: number;
  /** Epoch ms. */
  wall: number;
}

/** Time by which future instants are reported ahead while paused. */
const HORIZON_MS = 60 * 60_000;
/** The anchor moves when less than this remains of the horizon. */
const MIN_HORIZON_MS = 15 * 60_000;

/** Starts a timeline now at `virtual`. Earlier time counts as having run evenly. */
export function startTimeline(virtual: number, now: number, paused: boolean): Timeline {
  const start = { virtual, wall: alignSeconds(virtual, now) };
  return { points: [start], anchor: paused ? createAnchor(virtual, now) : null, speed: 1 };
}

function lastPoint(line: Timeline): Breakpoint {
  const last = line.points.at(-1);
  if (last === undefined) throw new Error('a timeline without breakpoints');
  return last;
}

/** Returns the virtual time at a wall time, which must not be before the last breakpoint. */
export function virtualAt(line: Timeline, now: number): number {
  const last = lastPoint(line);
  return line.anchor === null ? last.virtual + Math.max(0, now - last.wall) * line.speed : last.virtual;
}

/** Returns the wall time of a past instant, or the expected wall time of a future one. */
export function wallAt(line: Timeline, virtual: number): number {
  const last = lastPoint(line);
  if (virtual > last.virtual) {
    const from = line.anchor ?? last;
    return from.wall + (virtual - from.virtual) / line.speed;
  }
  return findPastWall(line.points, virtual);
}

/** Returns the wall time rounded up to whole seconds, as in the feed. Keeps the order of instants. */
export function reportedAt(line: Timeline, virtual: number): number {
  return Math.ceil(wallAt(line, virtual) / 1000) * 1000;
}

function findPastWall(points: Breakpoint[], virtual: number): number {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.virtual ?? 0) >= virtual) high = middle;
    else low = middle + 1;
  }
  const next = points[low];
  const previous = points[low - 1];
  if (next === undefined) throw new Error('no breakpoint after a past instant');
  if (previous === undefined) return next.wall - (next.virtual - virtual);
  const share = (virtual - previous.virtual) / (next.virtual - previous.virtual);
  return previous.wall + share * (next.wall - previous.wall);
}

export function pauseTimeline(line: Timeline, now: number): Timeline {
  if (line.anchor !== null) return line;
  const virtual = virtualAt(line, now);
  return { ...line, points: append(line.points, virtual, now), anchor: createAnchor(virtual, now) };
}

export function resumeTimeline(line: Timeline, now: number): Timeline {
  if (line.anchor === null) return line;
  return { ...line, points: runFrom(line.points, lastPoint(line).virtual, now), anchor: null };
}

/** Jumps ahead. All instants in between pass now. */
export function jumpTimeline(line: Timeline, target: number, now: number): Timeline {
  const virtual = virtualAt(line, now);
  const here = append(line.points, virtual, now);
  if (line.anchor === null) return { ...line, points: runFrom(here, target, now) };
  return { ...line, points: append(here, target, now) };
}

/** Sets the speed from now on. */
export function speedTimeline(line: Timeline, speed: number, now: number): Timeline {
  if (line.speed === speed) return line;
  if (line.anchor !== null) return { ...line, speed };
  const virtual = virtualAt(line, now);
  return { ...line, points: runFrom(append(line.points, virtual, now), virtual, now), speed };
}

/** Continues after a stop, from the virtual time of the stop. */
export function restartTimeline(line: Timeline, stoppedAt: number, now: number): Timeline {
  if (line.anchor !== null || now <= stoppedAt) return line;
  const virtual = virtualAt(line, stoppedAt);
  return { ...line, points: runFrom(append(line.points, virtual, stoppedAt), virtual, now) };
}

/** Moves the anchor of a paused timeline before the reported future becomes the past. Otherwise returns the same timeline. */
export function keepHorizon(line: Timeline, now: number): Timeline {
  if (line.anchor === null) return line;
  const virtual = lastPoint(line).virtual;
  const reported = line.anchor.wall + (virtual - line.anchor.virtual) / line.speed;
  return reported - now >= MIN_HORIZON_MS ? line : { ...line, anchor: createAnchor(virtual, now) };
}

/** Drops the breakpoints before an instant, except the one needed to locate it. */
export function dropPointsBefore(line: Timeline, virtual: number): Timeline {
  const first = line.points.findIndex((point) => point.virtual >= virtual);
  return first <= 1 ? line : { ...line, points: line.points.slice(first - 1) };
}

function createAnchor(virtual: number, now: number): Breakpoint {
  return { virtual, wall: alignSeconds(virtual, now + HORIZON_MS) };
}

/** Returns the next wall time at which whole virtual seconds coincide with whole wall-clock seconds. */
function alignSeconds(virtual: number, now: number): number {
  const offset = (((virtual - now) % 1000) + 1000) % 1000;
  return now + offset;
}

/** Runs time from here, starting when the seconds of both clocks coincide. */
function runFrom(points: Breakpoint[], virtual: number, now: number): Breakpoint[] {
  const earliest = Math.max(now, points.at(-1)?.wall ?? now);
  return append(
    points,
    virtual,
    alignSeconds(Math.max(virtual, points.at(-1)?.virtual ?? virtual), earliest),
  );
}

/** Appends a breakpoint. Neither clock moves backwards, even if the machine's clock does. */
function append(points: Breakpoint[], virtual: number, wall: number): Breakpoint[] {
  const last = points.at(-1);
  const next = {
    virtual: Math.max(virtual, last?.virtual ?? virtual),
    wall: Math.max(wall, last?.wall ?? wall),
  };
  return [...points, next];
}
