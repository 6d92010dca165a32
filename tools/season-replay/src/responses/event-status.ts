import { isChecked, type SeasonInstant } from '../matches/season-instant.ts';
import type { ReplayClock } from '../season/clock.ts';
import type { Slot } from '../season/plan.ts';
import { formatTime } from './decimal.ts';

interface EventStatus {
  status: { bonus_added: boolean; date: string; event: number; points: '' | 'l' | 'p' | 'r' }[];
  leagues: '' | 'Updating' | 'Updated';
}

/** Builds `/event-status/` for the days of the current gameweek: `l` during matches, `p` after them, `r` with bonus. */
export function buildEventStatus(clock: ReplayClock, instant: SeasonInstant): EventStatus {
  const plan = instant.plan.gameweeks[instant.current - 1];
  if (plan === undefined) return { status: [], leagues: '' };
  const days = new Map<string, Slot[]>();
  for (const slot of plan.slots) {
    const day = formatTime(slot.recorded).slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  const status = [...days.values()].map((slots) => ({
    bonus_added: slots.every((slot) => slot.bonus <= instant.virtual),
    date: formatTime(clock.reported(slots[0]?.kickoff ?? plan.deadline)).slice(0, 10),
    event: plan.gameweek,
    points: describePoints(slots, instant.virtual),
  }));
  return { status, leagues: isChecked(instant, plan.gameweek) ? 'Updated' : 'Updating' };
}

function describePoints(slots: Slot[], virtual: number): '' | 'l' | 'p' | 'r' {
  if (slots.every((slot) => slot.bonus <= virtual)) return 'r';
  if (slots.some((slot) => slot.kickoff <= virtual && virtual < slot.whistle)) return 'l';
  return slots.some((slot) => slot.whistle <= virtual) ? 'p' : '';
}
