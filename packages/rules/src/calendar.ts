/** Durations of the game, set by one environment variable (CALENDAR). Values may be fractional. */
export interface Calendar {
  /** Season and weekly join windows open this long before the start. */
  season_window_hours: number;
  /** Tournament join windows open this long before the start. */
  tournament_window_hours: number;
  /** A gameweek or game ends this long after its last kick-off. */
  tail_minutes: number;
  /** A gameweek's deadline is this long before its first kick-off. */
  deadline_lead_minutes: number;
  /** Fixtures that kick off within this time are SOON. */
  soon_hours: number;
  poll_bootstrap_seconds: number;
  poll_live_seconds: number;
  poll_idle_seconds: number;
}

/** Values of the specification. The local replay shortens tail, lead, SOON and polling, but never the windows. */
export const DEFAULT_CALENDAR: Calendar = {
  season_window_hours: 75,
  tournament_window_hours: 2,
  tail_minutes: 150,
  deadline_lead_minutes: 90,
  soon_hours: 24,
  poll_bootstrap_seconds: 300,
  poll_live_seconds: 30,
  poll_idle_seconds: 600,
};

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

/**
 * Returns start and end of a gameweek (epoch ms): the first kick-off, and the last kick-off plus the tail. Null for a gameweek
 * without a scheduled fixture (game rules 7).
 */
export function gameweekPeriod(
  kickoffs: readonly (number | null)[],
  calendar: Calendar,
): { start: number; end: number } | null {
  const scheduled = kickoffs.filter((kickoff) => kickoff !== null);
  if (scheduled.length === 0) return null;
  return {
    start: scheduled.reduce((a, b) => Math.min(a, b)),
    end: scheduled.reduce((a, b) => Math.max(a, b)) + calendar.tail_minutes * MINUTE_MS,
  };
}

/** Reports whether a kick-off (epoch ms) is in the future, but within the SOON time. */
export function isSoon(kickoff: number | null, now: number, calendar: Calendar): boolean {
  return kickoff !== null && kickoff > now && kickoff - now <= calendar.soon_hours * HOUR_MS;
}

export type GameType = 'SEASON' | 'WEEKLY' | 'TOURNAMENT';
export type GameStatus = 'UPCOMING' | 'ACTIVE' | 'COMPLETED' | 'CANCELLED';

/** The times of a game, in epoch ms. */
export interface TimedGame {
  game_type: GameType;
  start: number;
  end: number;
  /** Tournaments: joining closes here instead of at the end. */
  join_deadline?: number | null;
  /** Used only if `CANCELLED`, or `COMPLETED` before the end; otherwise the clock decides. */
  status?: GameStatus;
}

export interface JoinWindow {
  opens_at: number;
  closes_at: number;
  code: 'OPEN' | 'NOT_OPEN' | 'CLOSED' | 'CANCELLED';
  /** A sentence for users. */
  reason: string;
}

const REASONS: Readonly<Record<JoinWindow['code'], string>> = {
  OPEN: 'You can join now.',
  NOT_OPEN: 'The join window is not open yet.',
  CLOSED: 'The join window is closed.',
  CANCELLED: 'This game is cancelled.',
};

/**
 * Computes the join window of a game at `now`: from 75 h (tournaments: 2 h) before the start until the end (tournaments: until the
 * join deadline). The start is inclusive, the end exclusive (CHOOSE-08, TOURN-04, game rules 4).
 */
export function joinWindow(game: TimedGame, now: number, calendar: Calendar): JoinWindow {
  const tournament = game.game_type === 'TOURNAMENT';
  const lead = tournament ? calendar.tournament_window_hours : calendar.season_window_hours;
  const opens_at = game.start - lead * HOUR_MS;
  const closes_at = tournament ? Math.min(game.join_deadline ?? game.end, game.end) : game.end;
  const code = windowCode(game, opens_at, closes_at, now);
  return { opens_at, closes_at, code, reason: REASONS[code] };
}

function windowCode(game: TimedGame, opens: number, closes: number, now: number): JoinWindow['code'] {
  if (game.status === 'CANCELLED') return 'CANCELLED';
  if (game.status === 'COMPLETED' || now >= closes) return 'CLOSED';
  return now < opens ? 'NOT_OPEN' : 'OPEN';
}

/** Computes the status by the clock: UPCOMING, ACTIVE from the start, COMPLETED from the end. CANCELLED remains. */
export function gameStatus(game: Pick<TimedGame, 'start' | 'end' | 'status'>, now: number): GameStatus {
  if (game.status === 'CANCELLED') return 'CANCELLED';
  if (now >= game.end) return 'COMPLETED';
  return now >= game.start ? 'ACTIVE' : 'UPCOMING';
}

/** Countdown of a game card (CHOOSE-09, CHOOSE-10); it shows no figures without a target. */
export interface CountdownTarget {
  label: 'Join window opens in' | 'Game starts in' | 'Game ends in' | 'Game ended' | 'Cancelled';
  /** Epoch ms. */
  target: number | null;
}

/** Returns label and target of a game's countdown at `now`. */
export function countdownTarget(game: TimedGame, now: number, calendar: Calendar): CountdownTarget {
  const status = gameStatus(game, now);
  if (status === 'CANCELLED') return { label: 'Cancelled', target: null };
  if (status === 'COMPLETED' || game.status === 'COMPLETED') return { label: 'Game ended', target: null };
  if (status === 'ACTIVE') return { label: 'Game ends in', target: game.end };
  const { opens_at } = joinWindow(game, now, calendar);
  if (now < opens_at) return { label: 'Join window opens in', target: opens_at };
  return { label: 'Game starts in', target: game.start };
}

/** Remaining time in whole units; `total` is the whole time in seconds (CHOOSE-11). */
export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  total: number;
}

/** Computes the time from `now` to `target` (epoch ms); zeros once it has passed. */
export function remainingTime(target: number, now: number): Remaining {
  const total = Math.max(0, Math.ceil((target - now) / 1000));
  return {
    days: Math.floor(total / 86400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
    total,
  };
}
