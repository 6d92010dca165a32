import { z } from 'zod';
import type { SeasonArchive } from './archive/archive.ts';
import { openMatchBook } from './matches/book.ts';
import { instantOfMinute, momentAt } from './matches/moment.ts';
import type { ReplayClock } from './season/clock.ts';
import type { GameweekPlan, Phase, SeasonPlan } from './season/plan.ts';

/** The answer of `/control`. */
export interface ReplayStatus {
  /** Counts from 0; a new season begins after the last gameweek. */
  season: number;
  virtual_time: number;
  /** The gameweek of the last phase reached; 0 in the preseason. */
  gameweek: number;
  phase: string;
  next: { season: number; gameweek: number; phase: string; at: string };
  paused: boolean;
  gameweeks: number;
  /** This gameweek's phases in order. */
  phases: string[];
}

/** The goal that `next-goal` moved the clock to. */
export interface NextGoal {
  fixture: number;
  scorer: number;
  minute: number;
  team: number;
  /** Epoch ms at which the answers changed. */
  changed_at: number;
}

export const advanceSchema = z.union([
  z.strictObject({ to: z.enum(['next', 'next-goal']) }),
  z.strictObject({ to: z.strictObject({ gameweek: z.int().min(1), phase: z.string() }) }),
  z.strictObject({ minutes: z.int().min(1).max(90) }),
]);
export type Advance = z.infer<typeof advanceSchema>;

/** A move that is not possible: the phase does not exist or has passed. */
export class ControlError extends Error {}

export interface ReplayControl {
  status(): ReplayStatus;
  pause(): void;
  resume(): void;
  /**
   * Moves the clock ahead.
   * @returns the goal for `next-goal`
   * @throws ControlError when the phase does not exist or has passed
   */
  advance(move: Advance): NextGoal | null;
}

export function openControl(archive: SeasonArchive, clock: ReplayClock): ReplayControl {
  const book = openMatchBook(archive);

  function status(): ReplayStatus {
    const { season, virtual, phase, next } = clock.stand();
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
      gameweeks: archive.gameweeks,
      phases: phases.map((one) => one.name),
    };
  }

  function goalAfter(
    season: SeasonPlan,
    virtual: number,
  ): { at: number; goal: Omit<NextGoal, 'changed_at'> } {
    let best: { at: number; goal: Omit<NextGoal, 'changed_at'> } | null = null;
    for (const plan of season.gameweeks) {
      if (plan.end <= virtual || best !== null) continue;
      for (const one of goalsOf(plan)) {
        if (one.at > virtual && (best === null || one.at < best.at)) best = one;
      }
    }
    if (best === null) throw new ControlError('This season has no goal left.');
    return best;
  }

  function goalsOf(plan: GameweekPlan): { at: number; goal: Omit<NextGoal, 'changed_at'> }[] {
    return plan.slots.flatMap((slot) =>
      slot.fixtures.flatMap((fixture) =>
        book.script(fixture).goals.flatMap(({ scorer, own, minute, home }) => {
          if (scorer === null || own) return [];
          const team = home ? fixture.home : fixture.away;
          const goal = { fixture: fixture.id, scorer: scorer.player.id, minute, team };
          return [{ at: instantOfMinute(plan, slot.kickoff, minute), goal }];
        }),
      ),
    );
  }

  return {
    status,
    pause: () => clock.pause(),
    resume: () => clock.resume(),
    advance(move) {
      const { season, virtual, next } = clock.stand();
      if ('minutes' in move) {
        clock.jump(afterMinutes(season, virtual, move.minutes));
        return null;
      }
      if (move.to === 'next') {
        clock.jump(next.at);
        return null;
      }
      if (move.to === 'next-goal') {
        const { at, goal } = goalAfter(season, virtual);
        clock.jump(at);
        return { ...goal, changed_at: Date.now() };
      }
      clock.jump(phaseAhead(season, virtual, move.to).at);
      return null;
    },
  };
}

/** The named phase of this season; asking for the current one is allowed and moves nothing. */
function phaseAhead(season: SeasonPlan, virtual: number, to: { gameweek: number; phase: string }): Phase {
  const found = season.phases.find((one) => one.gameweek === to.gameweek && one.name === to.phase);
  if (found === undefined) throw new ControlError(`Gameweek ${to.gameweek} has no phase "${to.phase}".`);
  const last = season.phases.findLast((one) => one.at <= virtual);
  if (found.at <= virtual && found !== last)
    throw new ControlError(`Gameweek ${to.gameweek} is already past "${to.phase}".`);
  return found;
}

/** That many match minutes later, in the running match or at the pace of one. */
function afterMinutes(season: SeasonPlan, virtual: number, minutes: number): number {
  const { current } = momentAt(season, virtual, virtual);
  const plan = season.gameweeks[Math.max(0, current - 1)];
  if (plan === undefined) throw new ControlError('This season has no gameweeks.');
  const running = plan.slots.findLast((slot) => slot.kickoff <= virtual && virtual < slot.whistle);
  if (running === undefined) return virtual + Math.ceil((minutes * plan.match) / 90);
  const minute = Math.floor(((virtual - running.kickoff) * 90) / plan.match);
  return instantOfMinute(plan, running.kickoff, minute + minutes);
}
