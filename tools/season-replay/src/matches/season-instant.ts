import type { ArchiveFixture, ArchivePlayer } from '../archive/archive.ts';
import { clubOfRow } from '../archive/archive.ts';
import { type GameweekPlan, recordedTime, type SeasonPlan } from '../season/plan.ts';
import type { MatchProgress } from './progress.ts';
import { FULL_TIME } from './script.ts';

/** The season at one virtual instant; every answer is made from it. */
export interface Moment {
  plan: SeasonPlan;
  virtual: number;
  /** The gameweek whose deadline passed last; 0 before the first. */
  current: number;
  /** The recorded time (epoch ms) of the last phase. */
  recorded: number;
  progress(fixture: ArchiveFixture): MatchProgress;
}

const AHEAD: MatchProgress = { stage: 'ahead', minute: 0 };

export function momentAt(plan: SeasonPlan, virtual: number, phaseAt: number): Moment {
  const current = plan.gameweeks.findLast((gameweek) => gameweek.deadline <= virtual)?.gameweek ?? 0;
  const stages = new Map<number, MatchProgress>();
  for (const gameweek of plan.gameweeks.slice(0, current)) {
    for (const slot of gameweek.slots) {
      const progress = progressAt(gameweek, slot, virtual);
      for (const fixture of slot.fixtures) stages.set(fixture.id, progress);
    }
  }
  return {
    plan,
    virtual,
    current,
    recorded: recordedTime(plan, phaseAt),
    progress: (fixture) => stages.get(fixture.id) ?? AHEAD,
  };
}

function progressAt(
  gameweek: GameweekPlan,
  slot: { kickoff: number; whistle: number; bonus: number },
  virtual: number,
): MatchProgress {
  if (virtual < slot.kickoff) return AHEAD;
  if (virtual >= slot.bonus) return { stage: 'confirmed', minute: FULL_TIME };
  if (virtual >= slot.whistle) return { stage: 'ended', minute: FULL_TIME };
  return { stage: 'live', minute: Math.floor(((virtual - slot.kickoff) * FULL_TIME) / gameweek.match) };
}

/** The virtual instant at which a running match first shows a minute. */
export function instantOfMinute(gameweek: GameweekPlan, kickoff: number, minute: number): number {
  return kickoff + Math.ceil((minute * gameweek.match) / FULL_TIME);
}

/** Whether the gameweek is finished and checked. */
export function isChecked(moment: Moment, gameweek: number): boolean {
  const plan = moment.plan.gameweeks[gameweek - 1];
  return plan !== undefined && moment.virtual >= plan.checked;
}

/** The gameweek whose prices and transfers are shown: the next one once the current one is checked. */
export function pricedGameweek(moment: Moment): number {
  const { current } = moment;
  return current === 0 || isChecked(moment, current) ? current + 1 : current;
}

/** Whether the player is listed yet: from one gameweek before the first recorded row. */
export function isListed(player: ArchivePlayer, moment: Moment): boolean {
  const first = player.rows[0]?.gameweek ?? Number.POSITIVE_INFINITY;
  return first - 1 <= moment.current + 1;
}

/** The club of the latest match that has begun, or of the first match. */
export function clubAt(player: ArchivePlayer, moment: Moment): number {
  const begun = player.rows.findLast((row) => moment.progress(row.fixture).stage !== 'ahead');
  const row = begun ?? player.rows[0];
  return row === undefined ? player.finalTeam : clubOfRow(row);
}
