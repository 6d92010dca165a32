import type { ArchiveFixture, ArchivePlayer } from '../archive/archive.ts';
import { getClub } from '../archive/archive.ts';
import { type GameweekPlan, type SeasonPlan, toRecordedTime } from '../season/plan.ts';
import type { MatchProgress } from './progress.ts';
import { FULL_TIME } from './script.ts';

/** State of the season at one instant of the replay clock. Every response is built from it. */
export interface SeasonInstant {
  plan: SeasonPlan;
  /** Virtual ms. */
  virtual: number;
  /** Gameweek of the latest passed deadline; 0 before the first. */
  current: number;
  /** Recorded time (epoch ms) of the latest phase. */
  recorded: number;
  progress(fixture: ArchiveFixture): MatchProgress;
}

const AHEAD: MatchProgress = { stage: 'ahead', minute: 0 };

export function computeInstant(plan: SeasonPlan, virtual: number, phaseAt: number): SeasonInstant {
  const current = plan.gameweeks.findLast((gameweek) => gameweek.deadline <= virtual)?.gameweek ?? 0;
  const stages = new Map<number, MatchProgress>();
  for (const gameweek of plan.gameweeks.slice(0, current)) {
    for (const slot of gameweek.slots) {
      const progress = computeProgress(gameweek, slot, virtual);
      for (const fixture of slot.fixtures) stages.set(fixture.id, progress);
    }
  }
  return {
    plan,
    virtual,
    current,
    recorded: toRecordedTime(plan, phaseAt),
    progress: (fixture) => stages.get(fixture.id) ?? AHEAD,
  };
}

function computeProgress(
  gameweek: GameweekPlan,
  slot: { kickoff: number; whistle: number; bonus: number },
  virtual: number,
): MatchProgress {
  if (virtual < slot.kickoff) return AHEAD;
  if (virtual >= slot.bonus) return { stage: 'confirmed', minute: FULL_TIME };
  if (virtual >= slot.whistle) return { stage: 'ended', minute: FULL_TIME };
  return { stage: 'live', minute: Math.floor(((virtual - slot.kickoff) * FULL_TIME) / gameweek.match) };
}

/** Returns the virtual time at which a running match first shows a minute. */
export function toVirtualTime(gameweek: GameweekPlan, kickoff: number, minute: number): number {
  return kickoff + Math.ceil((minute * gameweek.match) / FULL_TIME);
}

/** Returns true if the gameweek is finished and checked. */
export function isChecked(instant: SeasonInstant, gameweek: number): boolean {
  const plan = instant.plan.gameweeks[gameweek - 1];
  return plan !== undefined && instant.virtual >= plan.checked;
}

/** Returns the gameweek whose prices and transfers are shown: the next gameweek once the current one is checked. */
export function getPricedGameweek(instant: SeasonInstant): number {
  const { current } = instant;
  return current === 0 || isChecked(instant, current) ? current + 1 : current;
}

/** Returns true from one gameweek before the first recorded row of the player. */
export function isListed(player: ArchivePlayer, instant: SeasonInstant): boolean {
  const first = player.rows[0]?.gameweek ?? Number.POSITIVE_INFINITY;
  return first - 1 <= instant.current + 1;
}

/** Returns the club of the latest started match, or of the first match. */
export function getClubAt(player: ArchivePlayer, instant: SeasonInstant): number {
  const started = player.rows.findLast((row) => instant.progress(row.fixture).stage !== 'ahead');
  const row = started ?? player.rows[0];
  return row === undefined ? player.finalTeam : getClub(row);
}
