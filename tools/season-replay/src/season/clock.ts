import { createHash } from 'node:crypto';
import type { SeasonArchive } from '../archive/archive.ts';
import { paceOf } from './calendar.ts';
import { type Phase, planSeason, type SeasonPlan } from './plan.ts';
import { loadState, type PaceChange, type ReplayState, saveState } from './saved-state.ts';
import {
  beginTimeline,
  forgetBefore,
  jumpTimeline,
  keepHorizon,
  pauseTimeline,
  reportedAt,
  restartTimeline,
  resumeTimeline,
  speedTimeline,
  virtualAt,
} from './timeline.ts';

export interface ClockOptions {
  archive: SeasonArchive;
  stateFile?: string | undefined;
  gameweekMinutes: number;
  shortestMatchMinutes?: number | undefined;
  /** The next gameweek at the first start. */
  fromGameweek: number;
  /** For the first start only; later starts continue the saved state. */
  paused: boolean;
  now?: () => number;
}

/** A running clock saves a time that lies ahead, so that a killed replay never falls back behind what it has reported. */
const SAVE_AHEAD_MS = 3000;
const SAVE_INTERVAL_MS = 1000;

export interface Stand {
  /** Virtual ms. */
  virtual: number;
  season: SeasonPlan;
  /** The last phase reached. */
  phase: Phase;
  /** The phase to come; after the last one, the next season's first. */
  next: Phase;
}

/** The clock of the replay. It only moves forward and survives restarts. */
export interface ReplayClock {
  /** Reads the clock once, so that all fields belong to the same instant. */
  stand(): Stand;
  /** Reported epoch ms (whole seconds) of a virtual instant. */
  reported(virtual: number): number;
  /** Changes whenever times reported before may have changed. */
  revision(): number;
  paused(): boolean;
  pause(): void;
  resume(): void;
  jump(virtual: number): void;
  /** How many times as fast as the wall clock it runs. */
  speed(): number;
  setSpeed(speed: number): void;
  /** Saves the exact position and stops the timer. */
  stop(): void;
}

/** Opens the saved clock if it belongs to this season, else a new one. */
export function openClock(options: ClockOptions): ReplayClock {
  const { archive, stateFile, gameweekMinutes, shortestMatchMinutes } = options;
  const now = options.now ?? Date.now;
  const plansFor = (paces: readonly PaceChange[]) => planSeasons(archive, paces, shortestMatchMinutes);
  const state = openState(options, plansFor, now());
  const stand = standAt(plansFor(state.paces), virtualAt(state.line, now()));
  state.paces = changedPaces(state.paces, gameweekMinutes, stand);
  return runClock(
    plansFor(state.paces),
    state,
    (ahead) => {
      state.ranUntil = now() + ahead;
      saveState(stateFile, state);
    },
    now,
  );
}

/** The saved state of this season, continued; otherwise a new one. */
function openState(
  { archive, stateFile, gameweekMinutes, fromGameweek, paused }: ClockOptions,
  plansFor: (paces: readonly PaceChange[]) => SeasonPlans,
  now: number,
): ReplayState {
  const archiveId = identify(archive);
  const saved = loadState(stateFile);
  if (saved?.archive === archiveId)
    return { ...saved, line: restartTimeline(saved.line, saved.ranUntil, now) };
  const paces = [{ season: 0, gameweek: 1, minutes: gameweekMinutes }];
  const start = firstMoment(plansFor(paces).get(0), fromGameweek);
  return { archive: archiveId, paces, line: beginTimeline(start, now, paused), ranUntil: now };
}

/** Runs the clock on its timeline and saves the state on every move and every second. */
function runClock(
  plans: SeasonPlans,
  state: ReplayState,
  save: (ahead: number) => void,
  now: () => number,
): ReplayClock {
  let revision = 0;
  const stand = () => standAt(plans, virtualAt(state.line, now()));

  function move(line: ReplayState['line']): void {
    if (line === state.line) return;
    state.line = line;
    revision++;
    save(SAVE_AHEAD_MS);
  }

  save(SAVE_AHEAD_MS);
  const heartbeat = setInterval(() => save(SAVE_AHEAD_MS), SAVE_INTERVAL_MS);
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
    pause: () => move(pauseTimeline(state.line, now())),
    resume: () => move(resumeTimeline(state.line, now())),
    speed: () => state.line.speed,
    setSpeed: (speed) => move(speedTimeline(state.line, speed, now())),
    jump: (target) => {
      move(jumpTimeline(state.line, target, now()));
      move(forgetBefore(state.line, stand().season.start));
    },
    stop: () => {
      clearInterval(heartbeat);
      save(0);
    },
  };
}

function standAt(plans: SeasonPlans, virtual: number): Stand {
  let number = 0;
  while (plans.get(number).end <= virtual) number++;
  const season = plans.get(number);
  const phase = season.phases.findLast((one) => one.at <= virtual) ?? firstOf(season.phases);
  const next = season.phases.find((one) => one.at > virtual) ?? firstOf(plans.get(number + 1).phases);
  return { virtual, season, phase, next };
}

/** A changed --gameweek-minutes applies from the next gameweek that has not begun. */
function changedPaces(paces: PaceChange[], minutes: number, { season, virtual }: Stand): PaceChange[] {
  if (paces.at(-1)?.minutes === minutes) return paces;
  const next = season.gameweeks.find((gameweek) => gameweek.deadline > virtual);
  const from = next
    ? { season: season.season, gameweek: next.gameweek }
    : { season: season.season + 1, gameweek: 1 };
  const kept = paces.filter(
    (one) => one.season < from.season || (one.season === from.season && one.gameweek < from.gameweek),
  );
  return [...kept, { ...from, minutes }];
}

interface SeasonPlans {
  /** The plan of the n-th season, counted from 0. */
  get(season: number): SeasonPlan;
}

/** Plans of consecutive seasons, each made when it is first needed. */
function planSeasons(
  archive: SeasonArchive,
  paces: readonly PaceChange[],
  shortestMatchMinutes: number | undefined,
): SeasonPlans {
  const known: SeasonPlan[] = [];
  const paceIn = (season: number) => (gameweek: number) => {
    const change = paces.findLast(
      (one) => one.season < season || (one.season === season && one.gameweek <= gameweek),
    );
    if (!change) throw new Error(`no pace for gameweek ${gameweek} of season ${season}`);
    return paceOf(change.minutes, shortestMatchMinutes);
  };
  const get = (season: number): SeasonPlan => {
    const start = season === 0 ? 0 : get(season - 1).end;
    const plan = known[season] ?? planSeason(archive, season, start, paceIn(season));
    known[season] = plan;
    return plan;
  };
  return { get };
}

function firstOf(phases: Phase[]): Phase {
  const first = phases[0];
  if (first === undefined) throw new Error('a season without phases');
  return first;
}

/** Shortly before a deadline: the previous gameweek's last match is on, `fromGameweek` is open to join. */
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
