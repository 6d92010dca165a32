import type { ArchiveFixture, SeasonArchive } from '../archive/archive.ts';
import type { Pace } from './calendar.ts';

/** A named instant of a gameweek: deadline, kickoff-n, half-n, whistle-n, bonus-n, checked. A season begins with `preseason`. */
export interface Phase {
  season: number;
  /** 0 for the preseason. */
  gameweek: number;
  name: string;
  /** Virtual ms. */
  at: number;
}

/** The matches of a gameweek that kick off together. */
export interface Slot {
  kickoff: number;
  half: number;
  whistle: number;
  bonus: number;
  fixtures: ArchiveFixture[];
  /** When the matches kicked off in the record (epoch ms). */
  recorded: number;
}

export interface GameweekPlan {
  gameweek: number;
  /** Virtual ms of the deadline, from which the gameweek is current. */
  deadline: number;
  end: number;
  checked: number;
  match: number;
  slots: Slot[];
  phases: Phase[];
  /** The recorded deadline (epoch ms): 90 minutes before the first kick-off, or between its neighbours' if there are no matches. */
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
 * Lays a season onto the virtual clock from `start`. `paceFor` sets the length of every gameweek, including those
 * without fixtures: their deadlines lie midway between their neighbours'.
 */
export function planSeason(
  archive: SeasonArchive,
  season: number,
  start: number,
  paceFor: (gameweek: number) => Pace,
): SeasonPlan {
  const deadlines = recordedDeadlines(archive);
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
  const { gap, match, length } = spread(kickoffs.length, pace);
  const slots = kickoffs.map((recorded, index) => {
    const kickoff = at + pace.lead + index * gap;
    return {
      kickoff,
      half: kickoff + wholeSeconds(match / 2),
      whistle: kickoff + match,
      bonus: kickoff + match + pace.bonus,
      fixtures: fixtures.filter((fixture) => fixture.kickoff === recorded),
      recorded,
    };
  });
  const last = slots.at(-1);
  const checked = last === undefined ? at + wholeSeconds(length / 2) : last.bonus + pace.check;
  const phases = phasesOf(season, gameweek, at, slots, checked);
  return { gameweek, deadline: at, end: at + length, checked, match, slots, phases, recordedDeadline };
}

/** Equal slots within the gameweek; if the shortest match does not fit into one, matches overlap. */
function spread(count: number, pace: Pace): { gap: number; match: number; length: number } {
  const frame = pace.lead + pace.check + pace.rest;
  const slot = wholeSeconds((pace.gameweek - frame) / Math.max(1, count));
  if (slot >= pace.shortestMatch + pace.bonus) {
    const match = Math.min(wholeSeconds(slot * 0.75), slot - pace.bonus, pace.longestMatch);
    return { gap: slot, match: Math.max(match, pace.shortestMatch), length: pace.gameweek };
  }
  const match = pace.shortestMatch;
  const needed = frame + match + pace.bonus;
  const gap = Math.max(1000, wholeSeconds((pace.gameweek - needed) / Math.max(1, count - 1)));
  return { gap, match, length: Math.max(pace.gameweek, needed + gap * Math.max(0, count - 1)) };
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

function phasesOf(season: number, gameweek: number, at: number, slots: Slot[], checked: number): Phase[] {
  const phases: Phase[] = [{ season, gameweek, name: 'deadline', at }];
  for (const [index, slot] of slots.entries()) {
    for (const name of ['kickoff', 'half', 'whistle', 'bonus'] as const)
      phases.push({ season, gameweek, name: `${name}-${index + 1}`, at: slot[name] });
  }
  phases.push({ season, gameweek, name: 'checked', at: checked });
  return phases.sort((a, b) => a.at - b.at);
}

/** Recorded deadlines by gameweek (epoch ms); gameweeks without fixtures lie evenly between their neighbours. */
export function recordedDeadlines(archive: SeasonArchive): number[] {
  const known: (number | null)[] = Array.from({ length: archive.gameweeks }, () => null);
  for (const { gameweek, kickoff } of archive.fixtures) {
    if (gameweek === null || kickoff === null) continue;
    const deadline = kickoff - DEADLINE_LEAD;
    known[gameweek - 1] = Math.min(known[gameweek - 1] ?? deadline, deadline);
  }
  return known.map((deadline, index) => deadline ?? between(known, index));
}

function between(known: (number | null)[], index: number): number {
  const before = known.findLastIndex((deadline, other) => other < index && deadline !== null);
  const after = known.findIndex((deadline, other) => other > index && deadline !== null);
  const left = known[before] ?? null;
  const right = known[after] ?? null;
  if (left !== null && right !== null) return left + ((right - left) * (index - before)) / (after - before);
  if (left !== null) return left + (index - before) * WEEK;
  return (right ?? 0) - (after - index) * WEEK;
}

/** The moment of the record (epoch ms) for a virtual time: straight lines between deadlines and kick-offs. */
export function recordedTime(plan: SeasonPlan, virtual: number): number {
  let previous = { at: plan.start, recorded: (plan.gameweeks[0]?.recordedDeadline ?? 0) - WEEK };
  for (const anchor of anchorsOf(plan)) {
    if (virtual < anchor.at) {
      const share = (virtual - previous.at) / (anchor.at - previous.at);
      return previous.recorded + share * Math.max(0, anchor.recorded - previous.recorded);
    }
    previous = { at: anchor.at, recorded: Math.max(previous.recorded, anchor.recorded) };
  }
  return previous.recorded;
}

function anchorsOf(plan: SeasonPlan): { at: number; recorded: number }[] {
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
