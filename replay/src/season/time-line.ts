/**
 * Where virtual season time lies on the wall clock. Pure: the wall time is always an argument.
 *
 * `points` are breakpoints in order; between two of them time ran evenly, so an instant that is past keeps the
 * wall time at which it was really passed. After the last one virtual time either runs with the wall clock or,
 * while paused, stands still; then the future is told as `anchor` says, far enough ahead to stay the future.
 */
export interface TimeLine {
  points: Breakpoint[];
  anchor: Breakpoint | null;
}

export interface Breakpoint {
  /** Virtual ms. */
  virtual: number;
  /** Epoch ms. */
  wall: number;
}

/** While paused the next instants are told this far ahead, and again when that has nearly gone by. */
const HORIZON = 60 * 60_000;
const HORIZON_LEFT = 15 * 60_000;

/** A line that begins at `virtual` now; what is before it has always run evenly. */
export function beginLine(virtual: number, now: number, paused: boolean): TimeLine {
  const start = { virtual, wall: aligned(virtual, now) };
  return { points: [start], anchor: paused ? anchorAt(virtual, now) : null };
}

function lastPoint(line: TimeLine): Breakpoint {
  const last = line.points.at(-1);
  if (last === undefined) throw new Error('a time line without breakpoints');
  return last;
}

/** Virtual time at a wall time (not before the last breakpoint). */
export function virtualAt(line: TimeLine, now: number): number {
  const last = lastPoint(line);
  return line.anchor === null ? last.virtual + Math.max(0, now - last.wall) : last.virtual;
}

/** The wall time of an instant, past or to come, as known at this point of the line. */
export function wallAt(line: TimeLine, virtual: number): number {
  const last = lastPoint(line);
  if (virtual > last.virtual) {
    const from = line.anchor ?? last;
    return from.wall + (virtual - from.virtual);
  }
  return pastWall(line.points, virtual);
}

/** Whole seconds as the feed writes them, up: what is past is never told as before something earlier. */
export function reportedAt(line: TimeLine, virtual: number): number {
  return Math.ceil(wallAt(line, virtual) / 1000) * 1000;
}

function pastWall(points: Breakpoint[], virtual: number): number {
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

export function pauseLine(line: TimeLine, now: number): TimeLine {
  if (line.anchor !== null) return line;
  const virtual = virtualAt(line, now);
  return { points: append(line.points, virtual, now), anchor: anchorAt(virtual, now) };
}

export function resumeLine(line: TimeLine, now: number): TimeLine {
  if (line.anchor === null) return line;
  return { points: stand(line.points, lastPoint(line).virtual, now), anchor: null };
}

/** Jumps ahead: all that lies between is passed at this moment. */
export function jumpLine(line: TimeLine, target: number, now: number): TimeLine {
  const virtual = virtualAt(line, now);
  const here = append(line.points, virtual, now);
  if (line.anchor === null) return { points: stand(here, target, now), anchor: null };
  return { points: append(here, target, now), anchor: line.anchor };
}

/** The same line after a time in which nothing ran: virtual time goes on where it stood. */
export function restartLine(line: TimeLine, stoppedAt: number, now: number): TimeLine {
  if (line.anchor !== null || now <= stoppedAt) return line;
  const virtual = virtualAt(line, stoppedAt);
  return { points: stand(append(line.points, virtual, stoppedAt), virtual, now), anchor: null };
}

/** While paused: moves the anchor when the future would come too near; otherwise the line itself. */
export function keepHorizon(line: TimeLine, now: number): TimeLine {
  if (line.anchor === null) return line;
  const virtual = lastPoint(line).virtual;
  const told = line.anchor.wall + (virtual - line.anchor.virtual);
  return told - now >= HORIZON_LEFT ? line : { ...line, anchor: anchorAt(virtual, now) };
}

/** Forgets what lies before an instant, but the breakpoint that it needs to be told itself. */
export function forgetBefore(line: TimeLine, virtual: number): TimeLine {
  const first = line.points.findIndex((point) => point.virtual >= virtual);
  return first <= 1 ? line : { ...line, points: line.points.slice(first - 1) };
}

function anchorAt(virtual: number, now: number): Breakpoint {
  return { virtual, wall: aligned(virtual, now + HORIZON) };
}

/** The next wall time at which whole virtual seconds fall on whole seconds of the wall clock. */
function aligned(virtual: number, now: number): number {
  const offset = (((virtual - now) % 1000) + 1000) % 1000;
  return now + offset;
}

/** From here time runs again: as soon as the seconds of both clocks fall together. */
function stand(points: Breakpoint[], virtual: number, now: number): Breakpoint[] {
  const earliest = Math.max(now, points.at(-1)?.wall ?? now);
  return append(points, virtual, aligned(Math.max(virtual, points.at(-1)?.virtual ?? virtual), earliest));
}

/** Both clocks only go forward, whatever the machine's clock does. */
function append(points: Breakpoint[], virtual: number, wall: number): Breakpoint[] {
  const last = points.at(-1);
  const next = {
    virtual: Math.max(virtual, last?.virtual ?? virtual),
    wall: Math.max(wall, last?.wall ?? wall),
  };
  return [...points, next];
}
