import type { MatchEvent, MatchEventKind } from '@touchline/api/http/fpl';

/** Labels by kind of match event. */
export const KIND_LABELS: Readonly<Record<MatchEventKind, string>> = {
  KICK_OFF: 'Kick-off',
  GOAL: 'GOAL',
  OWN_GOAL: 'Own goal',
  ASSIST: 'Assist',
  YELLOW_CARD: 'Yellow card',
  RED_CARD: 'RED CARD',
  BONUS: 'Bonus',
  FULL_TIME: 'Full time',
};

/** 5 -> "+5", -1 -> "-1". */
export const formatSigned = (points: number) => (points > 0 ? `+${points}` : String(points));

/** "ARS 2-1 MCI", or "ARS v MCI" without a score. */
export const formatMatch = ({ home, away, score }: Pick<MatchEvent, 'home' | 'away' | 'score'>) =>
  score ? `${home} ${score[0]}-${score[1]} ${away}` : `${home} v ${away}`;

/** "67'", "FT" for events after the final whistle, or an empty string if the minute is unknown. */
export function formatMinute({ minute, kind }: Pick<MatchEvent, 'minute' | 'kind'>): string {
  if (minute !== null) return `${minute}'`;
  return kind === 'FULL_TIME' || kind === 'BONUS' ? 'FT' : '';
}
