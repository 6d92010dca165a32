import type { ArchiveFixture, SeasonArchive } from '../archive/archive.ts';
import type { Pace } from './calendar.ts';

/** A named instant of a gameweek: deadline, kickoff-n, half-n, whistle-n, bonus-n or checked. A season starts with `preseason`. */
export interface Phase {
  season: number;
  /** 0 for the preseason. */
  gameweek: number;
  name: string;
  /** Virtual ms. */
  at: number;
}

/** Matches of a gameweek that kick off together. Times are virtual ms unless noted. */
export interface Slot {
  kickoff: number;
  half: number;
  whistle: number;
  bonus: number;
  fixtures: ArchiveFixture[];
  /** Recorded kick-off (epoch ms). */
  recorded: number;
}

export interface GameweekPlan {
  gameweek: number;
  /** Virtual ms; the gameweek is current from here. */
  deadline: number;
  end: number;
  checked: number;
  match: number;
  slots: Slot[];
  phases: Phase[];
  /** Recorded deadline (epoch ms): 90 minutes before the first kick-off, or between the adjacent deadlines if there are no matches. */
  recordedDeadline: number;
}

export interface SeasonPlan {
  season: number;
  start: number;
  end: number;
  gameweeks: GameweekPlan[];
  phases: Phase[];
}

const HOUR = 3_600_000;
const DEADLINE_LEAD = 1.5 * HOUR;
const WEEK = 7 * 24 * HOUR;

/**
 * Maps a season onto the virtual clock from `start`. `paceFor` sets the length of every gameweek, including gameweeks
 * without fixtures, whose deadlines are midway between the adjacent ones.
 */
export function planSeason(
  archive: SeasonArchive,
  season: number,
  start: number,
  paceFor: (gameweek: number) => Pace,
): SeasonPlan {
  const deadlines = computeDeadlines(archive);
  const preseason: Phase = { season, gameweek: 0, name: 'preseason', at: start };
  const gameweeks: GameweekPlan[] = [];
  let at = start + paceFor(1).preseason;
  for (let gameweek = 1; gameweek <= archive.gameweeks; gameweek++) {
    const fixtures = archive.fixtures.filter((fixture) => fixture.gameweek === gameweek);
    const recordedDeadline = deadlines[gameweek - 1] ?? 0;
    const plan = planGameweek({ season, gameweek, fixtures, recordedDeadline, at, pace: paceFor(gameweek) });
    gameweeks.push(plan);
    at = plan.end;
  }
  const phases = [preseason, ...gameweeks.flatMap((plan) => plan.phases)];
  return { season, start, end: at, gameweeks, phases };
}

interface GameweekInput {
  season: number;
  gameweek: number;
  fixtures: ArchiveFixture[];
  recordedDeadline: number;
  at: number;
  pace: Pace;
}

function planGameweek({
  season,
  gameweek,
  fixtures,
  recordedDeadline,
  at,
  pace,
}: GameweekInput): GameweekPlan {
  const kickoffs = [...new Set(fixtures.map((fixture) => fixture.kickoff ?? 0))].sort((a, b) => a - b);
  const { gap, match, length } = divide(kickoffs.length, pace);
  const slots = kickoffs.map((recorded, index) => {
    const kickoff = at + pace.lead + index * gap;
    return {
      kickoff,
      half: kickoff + floorToSeconds(match / 2),
      whistle: kickoff + match,
      bonus: kickoff + match + pace.bonus,
      fixtures: fixtures.filter((fixture) => fixture.kickoff === recorded),
      recorded,
    };
  });
  const last = slots.at(-1);
  const checked = last === undefined ? at + floorToSeconds(length / 2) : last.bonus + pace.check;
  const phases = buildPhases(season, gameweek, at, slots, checked);
  return { gameweek, deadline: at, end: at + length, checked, match, slots, phases, recordedDeadline };
}

/** Divides the gameweek into equal slots. If the shortest match does not fit into a slot, matches overlap. */
function divide(count: number, pace: Pace): { gap: number; match: number; length: number } {
  const frame = pace.lead + pace.check + pace.rest;
  const slot = floorToSeconds((pace.gameweek - frame) / Math.max(1, count));
  if (slot >= pace.shortestMatch + pace.bonus) {
    const match = Math.min(floorToSeconds(slot * 0.75), slot - pace.bonus, pace.longestMatch);
    return { gap: slot, match: Math.max(match, pace.shortestMatch), length: pace.gameweek };
  }
  const match = pace.shortestMatch;
  const needed = frame + match + pace.bonus;
  const gap = Math.max(1000, floorToSeconds((pace.gameweek - needed) / Math.max(1, count - 1)));
  return { gap, match, length: Math.max(pace.gameweek, needed + gap * Math.max(0, count - 1)) };
}

function floorToSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

function buildPhases(season: number, gameweek: number, at: number, slots: Slot[], checked: number): Phase[] {
  const phases: Phase[] = [{ season, gameweek, name: 'deadline', at }];
  for (const [index, slot] of slots.entries()) {
    for (const name of ['kickoff', 'half', 'whistle', 'bonus'] as const)
      phases.push({ season, gameweek, name: `${name}-${index + 1}`, at: slot[name] });
  }
  phases.push({ season, gameweek, name: 'checked', at: checked });
  return phases.sort((a, b) => a.at - b.at);
}

/** Computes the recorded deadlines by gameweek (epoch ms). Gameweeks without fixtures are spaced evenly between the adjacent ones. */
export function computeDeadlines(archive: SeasonArchive): number[] {
  const deadlines: (number | null)[] = Array.from({ length: archive.gameweeks }, () => null);
  for (const { gameweek, kickoff } of archive.fixtures) {
    if (gameweek === null || kickoff === null) continue;
    const deadline = kickoff - DEADLINE_LEAD;
    deadlines[gameweek - 1] = Math.min(deadlines[gameweek - 1] ?? deadline, deadline);
  }
  return deadlines.map((deadline, index) => deadline ?? interpolate(deadlines, index));
}

function interpolate(deadlines: (number | null)[], index: number): number {
  const before = deadlines.findLastIndex((deadline, other) => other < index && deadline !== null);
  const after = deadlines.findIndex((deadline, other) => other > index && deadline !== null);
  const left = deadlines[before] ?? null;
  const right = deadlines[after] ?? null;
  if (left !== null && right !== null) return left + ((right - left) * (index - before)) / (after - before);
  if (left !== null) return left + (index - before) * WEEK;
  return (right ?? 0) - (after - index) * WEEK;
}

/** Converts a virtual time to a recorded time (epoch ms) by linear interpolation between deadlines and kick-offs. */
export function toRecordedTime(plan: SeasonPlan, virtual: number): number {
  let previous = { at: plan.start, recorded: (plan.gameweeks[0]?.recordedDeadline ?? 0) - WEEK };
  for (const anchor of buildAnchors(plan)) {
    if (virtual < anchor.at) {
      const share = (virtual - previous.at) / (anchor.at - previous.at);
      return previous.recorded + share * Math.max(0, anchor.recorded - previous.recorded);
    }
    previous = { at: anchor.at, recorded: Math.max(previous.recorded, anchor.recorded) };
  }
  return previous.recorded;
}

function buildAnchors(plan: SeasonPlan): { at: number; recorded: number }[] {
  return plan.gameweeks
    .flatMap((gameweek) => [
      { at: gameweek.deadline, recorded: gameweek.recordedDeadline },
      ...gameweek.slots.flatMap((slot) => [
        { at: slot.kickoff, recorded: slot.recorded },
        { at: slot.whistle, recorded: slot.recorded + 2 * HOUR },
      ]),
    ])
    .sort((a, b) => a.at - b.at);
}
