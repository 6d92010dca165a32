import type { ReplayStatus } from './replay.ts';

/** Describes the state of the season clock for players. */
export function describeClock({ paused, waiting, minute, phase, speed }: ReplayStatus): string {
  if (paused) return waiting ? 'The clock is paused until a page is open.' : 'The clock is paused.';
  const pace = speed === 1 ? '' : ` The clock runs at ${speed}x speed.`;
  if (minute !== null) return `Matches are in play.${pace}`;
  return phase === 'checked' ? `The gameweek is final.${pace}` : `No match is in play.${pace}`;
}
