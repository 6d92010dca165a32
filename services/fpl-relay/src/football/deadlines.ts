import type { Gameweek } from '@touchline/api/http/fpl';
import { epochMs } from './gameweeks.ts';

const MINUTE_MS = 60_000;
/** How long before a deadline a calendar reminds of it. */
const REMINDER = '-PT2H';

/** "20261120T183000Z" */
const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/**
 * The deadlines of a season as a calendar (RFC 5545). Each takes the quarter of an hour before its deadline, and keeps its
 * UID when it moves, so that a subscribed calendar moves it too.
 * @param changedAt epoch ms of the last change of the season's gameweeks
 */
export function deadlinesCalendar(season: string, gameweeks: readonly Gameweek[], changedAt: number): string {
  const events = gameweeks.flatMap(({ id, deadline_time }) => [
    'BEGIN:VEVENT',
    `UID:deadline-${season}-${id}@touchline`,
    `DTSTAMP:${stamp(changedAt)}`,
    `DTSTART:${stamp(epochMs(deadline_time) - 15 * MINUTE_MS)}`,
    `DTEND:${stamp(epochMs(deadline_time))}`,
    `SUMMARY:Gameweek ${id}: deadline`,
    'DESCRIPTION:Each player locks at his own kick-off.',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:Gameweek ${id}: deadline`,
    `TRIGGER;RELATED=END:${REMINDER}`,
    'END:VALARM',
    'END:VEVENT',
  ]);
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Touchline//Deadlines//EN',
    'X-WR-CALNAME:Touchline',
  ];
  // A line ends with CRLF, and has at most 75 octets.
  return `${[...head, ...events, 'END:VCALENDAR'].join('\r\n')}\r\n`;
}
