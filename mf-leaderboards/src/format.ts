import { formatCount, formatPointsShort } from '@touchline/ui/format';

/** Points in a sentence: 1 -> "1 point", 12.34 -> "12.3 points". */
export function pluralPoints(points: number): string {
  const text = formatPointsShort(points);
  return `${text} ${text === '1' || text === '-1' ? 'point' : 'points'}`;
}

/** Entries in a sentence: 1 -> "1 entry", 1200 -> "1,200 entries". */
export const pluralEntries = (entries: number) =>
  `${formatCount(entries)} ${entries === 1 ? 'entry' : 'entries'}`;
