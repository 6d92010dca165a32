import { createHash } from 'node:crypto';
import type { SeasonArchive } from '../archive/archive.ts';
import { loadState, type ReplayState, saveState } from './replay-state.ts';
import { paceOf } from './season-calendar.ts';
import { type Phase, planSeason, type SeasonPlan } from './season-plan.ts';
import {
  beginLine,
  forgetBefore,
  jumpLine,
  keepHorizon,
  pauseLine,
  reportedAt,
  restartLine,
  resumeLine,
  virtualAt,
} from './time-line.ts';

export interface ClockOptions {
  archive: SeasonArchive;
  stateFile?: string | undefined;
  gameweekMinutes: number;
  shortestMatchMinutes?: number | undefined;
  /** The gameweek that is the next one at the first start. */
  fromGameweek: number;
  /** Only the first start asks; later the saved state tells. */
  paused: boolean;
  now?: () => number;
}

/** How far ahead of itself a running clock writes its state, and how often. */
const PROMISE = 3000;
const HEARTBEAT = 1000;

export interface Stand {
  /** Virtual ms. */
  virtual: number;
  season: SeasonPlan;
  /** The last phase that has been passed. */
  phase: Phase;
  /** The phase to come, in the next season after the last. */
  next: Phase;
}

/** The season's clock: where the replay stands, kept over restarts; moves only forward. */
export interface ReplayClock {
  /** Where the clock stands, read once, so that all of it belongs together. */
  stand(): Stand;
  /** Reported epoch ms (whole seconds) of a virtual instant. */
  reported(virtual: number): number;
  /** Changes when already reported times may have changed. */
  revision(): number;
  paused(): boolean;
  pause(): void;
  resume(): void;
  jump(virtual: number): void;
  /** Writes the exact stand and ends the heartbeat. */
  stop(): void;
}

/** Begins or takes up the clock of a season folder. */
export function openClock(options: ClockOptions): ReplayClock {
  const { archive, stateFile } = options;
  const now = options.now ?? Date.now;
  const archiveId = identify(archive);
  const seasons: SeasonPlan[] = [];
  let revision = 0;

  const saved = loadState(stateFile);
  const fresh = saved === null || saved.archive !== archiveId;
  const state: ReplayState = fresh
    ? {
        archive: archiveId,
        paces: [{ season: 0, gameweek: 1, minutes: options.gameweekMinutes }],
        line: beginLine(0, now(), options.paused),
        ranUntil: now(),
      }
    : saved;
  if (fresh) state.line = beginLine(firstMoment(plan(0), options.fromGameweek), now(), options.paused);
  else state.line = restartLine(state.line, state.ranUntil, now());
  changePace();

  function plan(season: number): SeasonPlan {
    const known = seasons[season];
    if (known !== undefined) return known;
    const start = season === 0 ? 0 : plan(season - 1).end;
    const made = planSeason(archive, season, start, (gameweek) => {
      const pace = state.paces.findLast(
        (one) => one.season < season || (one.season === season && one.gameweek <= gameweek),
      );
      return paceOf(pace?.minutes ?? options.gameweekMinutes, options.shortestMatchMinutes);
    });
    seasons[season] = made;
    return made;
  }

  /** Another --gameweek-minutes than last time holds from the next gameweek that has not begun. */
  function changePace(): void {
    if (state.paces.at(-1)?.minutes === options.gameweekMinutes) return;
    const { season, virtual } = stand();
    const next = season.gameweeks.find((gameweek) => gameweek.deadline > virtual);
    const from =
      next === undefined
        ? { season: season.season + 1, gameweek: 1 }
        : { season: season.season, gameweek: next.gameweek };
    state.paces = state.paces.filter(
      (one) => one.season < from.season || (one.season === from.season && one.gameweek < from.gameweek),
    );
    state.paces.push({ ...from, minutes: options.gameweekMinutes });
    seasons.length = 0;
  }

  function stand(): Stand {
    const virtual = virtualAt(state.line, now());
    let number = 0;
    while (plan(number).end <= virtual) number++;
    const season = plan(number);
    const phase = season.phases.findLast((one) => one.at <= virtual) ?? firstOf(season.phases);
    const next = season.phases.find((one) => one.at > virtual) ?? firstOf(plan(number + 1).phases);
    return { virtual, season, phase, next };
  }

  function move(line: ReplayState['line']): void {
    if (line === state.line) return;
    state.line = line;
    revision++;
    save(PROMISE);
  }

  function save(ahead: number): void {
    state.ranUntil = now() + ahead;
    saveState(stateFile, state);
  }

  save(PROMISE);
  const heartbeat = setInterval(() => save(PROMISE), HEARTBEAT);
  heartbeat.unref();

  return {
    stand,
    reported: (at) => {
      move(keepHorizon(state.line, now()));
      return reportedAt(state.line, at);
    },
    revision: () => {
      move(keepHorizon(state.line, now()));
      return revision;
    },
    paused: () => state.line.anchor !== null,
    pause: () => move(pauseLine(state.line, now())),
    resume: () => move(resumeLine(state.line, now())),
    jump: (target) => {
      move(jumpLine(state.line, target, now()));
      move(forgetBefore(state.line, stand().season.start));
    },
    stop: () => {
      clearInterval(heartbeat);
      save(0);
    },
  };
}

function firstOf(phases: Phase[]): Phase {
  const first = phases[0];
  if (first === undefined) throw new Error('a season without phases');
  return first;
}

/** The last match of the gameweek before is on, the gameweek itself is next and open to join. */
function firstMoment(plan: SeasonPlan, fromGameweek: number): number {
  const next = plan.gameweeks[fromGameweek - 1];
  if (next === undefined) throw new Error(`The season has gameweeks 1 to ${plan.gameweeks.length}.`);
  const before = plan.gameweeks[fromGameweek - 2];
  if (before === undefined) return plan.start;
  const soon = next.deadline - Math.floor(((before.end - before.deadline) * 0.25) / 1000) * 1000;
  return Math.max(soon, before.slots.at(-1)?.kickoff ?? soon);
}

function identify(archive: SeasonArchive): string {
  const hash = createHash('sha256');
  for (const fixture of archive.fixtures)
    hash.update(
      `${fixture.id} ${fixture.gameweek} ${fixture.kickoff} ${fixture.homeScore}-${fixture.awayScore};`,
    );
  return hash.digest('hex').slice(0, 16);
}
