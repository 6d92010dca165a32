import { z } from 'zod';
import type { SeasonArchive } from './archive/archive.ts';
import { type MatchBook, openMatchBook } from './matches/book.ts';
import { toVirtualTime } from './matches/season-instant.ts';
import type { Audience } from './season/audience.ts';
import type { ReplayClock } from './season/clock.ts';
import type { GameweekPlan, Phase, SeasonPlan } from './season/plan.ts';

/** Status in the responses of `/control`. */
export interface ReplayStatus {
  /** Counts from 0; a new season starts after the last gameweek. */
  season: number;
  virtual_time: number;
  /** The gameweek of the last phase reached; 0 in the preseason. */
  gameweek: number;
  phase: string;
  next: { season: number; gameweek: number; phase: string; at: string };
  paused: boolean;
  /** Paused only until the replay has a viewer. */
  waiting: boolean;
  /** Multiple of the initial speed. */
  speed: number;
  /** Minute of the running match with the latest kick-off; null between matches. */
  minute: number | null;
  gameweeks: number;
  /** Phases of this gameweek in order. */
  phases: string[];
}

/** The goal that `next-goal` moved the clock to. */
export interface NextGoal {
  fixture: number;
  scorer: number;
  minute: number;
  team: number;
  /** Epoch ms at which the responses changed. */
  changed_at: number;
}

export const advanceSchema = z.union([
  z.strictObject({ to: z.enum(['next', 'next-goal', 'next-kickoff', 'full-time']) }),
  z.strictObject({ to: z.strictObject({ gameweek: z.int().min(1), phase: z.string() }) }),
  z.strictObject({ minutes: z.int().min(1).max(90) }),
]);
export const speedSchema = z.strictObject({ speed: z.number().min(0.1).max(60) });
export type Advance = z.infer<typeof advanceSchema>;

/** Reports an impossible clock action: the phase does not exist or has passed. */
export class ControlError extends Error {}

export interface ReplayControl {
  status(): ReplayStatus;
  pause(): void;
  resume(): void;
  /** Pauses until the replay has a viewer. */
  wait(): void;
  /** Records that the replay has a viewer. */
  watched(): void;
  /** Sets the multiple of the initial speed. */
  setSpeed(speed: number): void;
  /**
   * Moves the clock ahead.
   * @returns the goal for `next-goal`
   * @throws ControlError when the phase does not exist or has passed
   */
  advance(move: Advance): NextGoal | null;
}

export function openControl(archive: SeasonArchive, clock: ReplayClock, audience: Audience): ReplayControl {
  const book = openMatchBook(archive);

  function status(): ReplayStatus {
    const { season, virtual, phase, next } = clock.read();
    const phases = season.phases.filter((one) => one.gameweek === phase.gameweek);
    return {
      season: season.season,
      virtual_time: virtual,
      gameweek: phase.gameweek,
      phase: phase.name,
      next: {
        season: next.season,
        gameweek: next.gameweek,
        phase: next.name,
        at: new Date(clock.reported(next.at)).toISOString(),
      },
      paused: clock.paused(),
      waiting: audience.waiting(),
      speed: clock.speed(),
      minute: findRunningMatch(season, virtual)?.minute ?? null,
      gameweeks: archive.gameweeks,
      phases: phases.map((one) => one.name),
    };
  }

  return {
    status,
    pause: audience.pause,
    resume: audience.resume,
    wait: audience.wait,
    watched: audience.watched,
    setSpeed: (speed) => clock.setSpeed(speed),
    advance(move) {
      const { season, virtual, next } = clock.read();
      if ('minutes' in move) {
        clock.jump(addMatchMinutes(season, virtual, move.minutes));
        return null;
      }
      if (move.to === 'next') {
        clock.jump(next.at);
        return null;
      }
      if (move.to === 'next-goal') {
        const { at, goal } = findNextGoal(book, season, virtual);
        clock.jump(at);
        return { ...goal, changed_at: Date.now() };
      }
      if (move.to === 'next-kickoff' || move.to === 'full-time') {
        clock.jump(findNext(season, virtual, move.to === 'full-time' ? 'whistle-' : 'kickoff-').at);
        return null;
      }
      clock.jump(findPhase(season, virtual, move.to).at);
      return null;
    },
  };
}

function findNextGoal(
  book: MatchBook,
  season: SeasonPlan,
  virtual: number,
): { at: number; goal: Omit<NextGoal, 'changed_at'> } {
  let best: { at: number; goal: Omit<NextGoal, 'changed_at'> } | null = null;
  for (const plan of season.gameweeks) {
    if (plan.end <= virtual || best !== null) continue;
    for (const one of listGoalTimes(book, plan)) {
      if (one.at > virtual && (best === null || one.at < best.at)) best = one;
    }
  }
  if (best === null) throw new ControlError('This season has no goal left.');
  return best;
}

function listGoalTimes(
  book: MatchBook,
  plan: GameweekPlan,
): { at: number; goal: Omit<NextGoal, 'changed_at'> }[] {
  return plan.slots.flatMap((slot) =>
    slot.fixtures.flatMap((fixture) =>
      book.script(fixture).goals.flatMap(({ scorer, own, minute, home }) => {
        if (scorer === null || own) return [];
        const team = home ? fixture.home : fixture.away;
        const goal = { fixture: fixture.id, scorer: scorer.player.id, minute, team };
        return [{ at: toVirtualTime(plan, slot.kickoff, minute), goal }];
      }),
    ),
  );
}

/** Finds a phase of this season. The current phase is valid and leaves the clock in place. */
function findPhase(season: SeasonPlan, virtual: number, to: { gameweek: number; phase: string }): Phase {
  const found = season.phases.find((one) => one.gameweek === to.gameweek && one.name === to.phase);
  if (found === undefined) throw new ControlError(`Gameweek ${to.gameweek} has no phase "${to.phase}".`);
  const last = season.phases.findLast((one) => one.at <= virtual);
  if (found.at <= virtual && found !== last)
    throw new ControlError(`Gameweek ${to.gameweek} is already past "${to.phase}".`);
  return found;
}

/** Finds the next phase of this kind in the season. */
function findNext(season: SeasonPlan, virtual: number, kind: string): Phase {
  const found = season.phases.find((one) => one.at > virtual && one.name.startsWith(kind));
  if (found === undefined) throw new ControlError('This season has no match left.');
  return found;
}

const findGameweek = (season: SeasonPlan, virtual: number) =>
  season.gameweeks.findLast((gameweek) => gameweek.deadline <= virtual);

/** Finds the running match with the latest kick-off; null between matches. */
function findRunningMatch(season: SeasonPlan, virtual: number) {
  const plan = findGameweek(season, virtual);
  const slot = plan?.slots.findLast((one) => one.kickoff <= virtual && virtual < one.whistle);
  if (!plan || !slot) return null;
  const { kickoff } = slot;
  return { plan, kickoff, minute: Math.floor(((virtual - kickoff) * 90) / plan.match) };
}

/** Adds match minutes at the pace of the running match, or of the current gameweek between matches. */
function addMatchMinutes(season: SeasonPlan, virtual: number, minutes: number): number {
  const running = findRunningMatch(season, virtual);
  if (running) return toVirtualTime(running.plan, running.kickoff, running.minute + minutes);
  const plan = findGameweek(season, virtual) ?? season.gameweeks[0];
  if (plan === undefined) throw new ControlError('This season has no gameweeks.');
  return virtual + Math.ceil((minutes * plan.match) / 90);
}
