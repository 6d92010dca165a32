import type { ReplayStatus } from './replay.ts';

/** What the clock is doing, as a sentence. */
export function clockSentence({ paused, waiting, minute, phase, speed }: ReplayStatus): string {
  if (paused) return waiting ? 'The clock waits until somebody watches.' : 'The clock stands still.';
  const pace = speed === 1 ? '' : `, ${speed} times as fast`;
  if (minute !== null) return `Matches are on${pace}.`;
  return phase === 'checked' ? `The gameweek is final${pace}.` : `Between matches${pace}.`;
}
