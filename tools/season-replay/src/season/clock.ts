import { createHash } from 'node:crypto';
import type { SeasonArchive } from '../archive/archive.ts';
import { computePace } from './calendar.ts';
import { type Phase, planSeason, type SeasonPlan } from './plan.ts';
import { loadState, type PaceChange, type ReplayState, saveState } from './saved-state.ts';
import {
  dropPointsBefore,
  jumpTimeline,
  keepHorizon,
  pauseTimeline,
  reportedAt,
  restartTimeline,
  resumeTimeline,
  speedTimeline,
  startTimeline,
  virtualAt,
} from './timeline.ts';

export interface ClockOptions {
  archive: SeasonArchive;
  stateFile?: string | undefined;
  gameweekMinutes: number;
  /** Next gameweek at the first start. */
  fromGameweek: number;
  /** Applies to the first start only; later starts continue the saved state. */
  paused: boolean;
  now?: () => number;
}

/** A running clock saves a time in the future, so that a killed replay never falls behind a reported time. */
const SAVE_AHEAD_MS = 3000;
const SAVE_INTERVAL_MS = 1000;

/** All values of the clock at one instant. */
export interface ClockReading {
  /** Virtual ms. */
  virtual: number;
  season: SeasonPlan;
  /** Latest phase reached. */
  phase: Phase;
  /** Next phase; after the last one, the first phase of the next season. */
  next: Phase;
}

/** Clock of the replay. It only moves forward and survives restarts. */
export interface ReplayClock {
  /** Reads the clock once, so that all fields belong to the same instant. */
  read(): ClockReading;
  /** Returns the reported epoch ms (whole seconds) of a virtual instant. */
  reported(virtual: number): number;
  /** Returns a number that changes whenever previously reported times may have changed. */
  revision(): number;
  paused(): boolean;
  pause(): void;
  resume(): void;
  jump(virtual: number): void;
  /** Returns the multiple of wall-clock speed. */
  speed(): number;
  setSpeed(speed: number): void;
  /** Saves the exact position and stops the timer. */
  stop(): void;
}

/** Opens the saved clock if it belongs to this season, otherwise a new one. */
export function openClock(options: ClockOptions): ReplayClock {
  const { archive, stateFile, gameweekMinutes } = options;
  const now = options.now ?? Date.now;
  const plansFor = (paces: readonly PaceChange[]) => planSeasons(archive, paces);
  const state = openState(options, plansFor, now());
  const reading = readPlanAt(plansFor(state.paces), virtualAt(state.line, now()));
  state.paces = updatePaces(state.paces, gameweekMinutes, reading);
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

/** Continues the saved state of this season, or creates a new one. */
function openState(
  { archive, stateFile, gameweekMinutes, fromGameweek, paused }: ClockOptions,
  plansFor: (paces: readonly PaceChange[]) => SeasonPlans,
  now: number,
): ReplayState {
  const archiveId = hashArchive(archive);
  const saved = loadState(stateFile);
  if (saved?.archive === archiveId)
    return { ...saved, line: restartTimeline(saved.line, saved.ranUntil, now) };
  const paces = [{ season: 0, gameweek: 1, minutes: gameweekMinutes }];
  const start = findStart(plansFor(paces).get(0), fromGameweek);
  return { archive: archiveId, paces, line: startTimeline(start, now, paused), ranUntil: now };
}

/** Runs the clock on its timeline. Saves the state on every change and every second. */
function runClock(
  plans: SeasonPlans,
  state: ReplayState,
  save: (ahead: number) => void,
  now: () => number,
): ReplayClock {
  let revision = 0;
  const read = () => readPlanAt(plans, virtualAt(state.line, now()));

  function update(line: ReplayState['line']): void {
    if (line === state.line) return;
    state.line = line;
    revision++;
    save(SAVE_AHEAD_MS);
  }

  save(SAVE_AHEAD_MS);
  const heartbeat = setInterval(() => save(SAVE_AHEAD_MS), SAVE_INTERVAL_MS);
  heartbeat.unref();

  return {
    read,
    reported: (at) => {
      update(keepHorizon(state.line, now()));
      return reportedAt(state.line, at);
    },
    revision: () => {
      update(keepHorizon(state.line, now()));
      return revision;
    },
    paused: () => state.line.anchor !== null,
    pause: () => update(pauseTimeline(state.line, now())),
    resume: () => update(resumeTimeline(state.line, now())),
    speed: () => state.line.speed,
    setSpeed: (speed) => update(speedTimeline(state.line, speed, now())),
    jump: (target) => {
      update(jumpTimeline(state.line, target, now()));
      update(dropPointsBefore(state.line, read().season.start));
    },
    stop: () => {
      clearInterval(heartbeat);
      save(0);
    },
  };
}

function readPlanAt(plans: SeasonPlans, virtual: number): ClockReading {
  let number = 0;
  while (plans.get(number).end <= virtual) number++;
  const season = plans.get(number);
  const phase = season.phases.findLast((one) => one.at <= virtual) ?? getFirst(season.phases);
  const next = season.phases.find((one) => one.at > virtual) ?? getFirst(plans.get(number + 1).phases);
  return { virtual, season, phase, next };
}

/** Applies a changed --gameweek-minutes from the next gameweek that has not started. */
function updatePaces(paces: PaceChange[], minutes: number, { season, virtual }: ClockReading): PaceChange[] {
  if (paces.at(-1)?.minutes === minutes) return paces;
  const next = season.gameweeks.find((gameweek) => gameweek.deadline > virtual);
  const from = next
    ? { season: season.season, gameweek: next.gameweek }
    : { season: season.season + 1, gameweek: 1 };
  const unchanged = paces.filter(
    (one) => one.season < from.season || (one.season === from.season && one.gameweek < from.gameweek),
  );
  return [...unchanged, { ...from, minutes }];
}

interface SeasonPlans {
  /** Returns the plan of a season, counted from 0. */
  get(season: number): SeasonPlan;
}

/** Plans consecutive seasons, each when it is first needed. */
function planSeasons(archive: SeasonArchive, paces: readonly PaceChange[]): SeasonPlans {
  const planned: SeasonPlan[] = [];
  const paceIn = (season: number) => (gameweek: number) => {
    const change = paces.findLast(
      (one) => one.season < season || (one.season === season && one.gameweek <= gameweek),
    );
    if (!change) throw new Error(`no pace for gameweek ${gameweek} of season ${season}`);
    return computePace(change.minutes);
  };
  const get = (season: number): SeasonPlan => {
    const start = season === 0 ? 0 : get(season - 1).end;
    const plan = planned[season] ?? planSeason(archive, season, start, paceIn(season));
    planned[season] = plan;
    return plan;
  };
  return { get };
}

function getFirst(phases: Phase[]): Phase {
  const first = phases[0];
  if (first === undefined) throw new Error('a season without phases');
  return first;
}

/** Finds a start shortly before a deadline: the last match of the previous gameweek is running, and `fromGameweek` is open to join. */
function findStart(plan: SeasonPlan, fromGameweek: number): number {
  const next = plan.gameweeks[fromGameweek - 1];
  if (next === undefined) throw new Error(`The season has gameweeks 1 to ${plan.gameweeks.length}.`);
  const before = plan.gameweeks[fromGameweek - 2];
  if (before === undefined) return plan.start;
  const soon = next.deadline - Math.floor(((before.end - before.deadline) * 0.25) / 1000) * 1000;
  return Math.max(soon, before.slots.at(-1)?.kickoff ?? soon);
}

function hashArchive(archive: SeasonArchive): string {
  const hash = createHash('sha256');
  for (const fixture of archive.fixtures)
    hash.update(
      `${fixture.id} ${fixture.gameweek} ${fixture.kickoff} ${fixture.homeScore}-${fixture.awayScore};`,
    );
  return hash.digest('hex').slice(0, 16);
}
