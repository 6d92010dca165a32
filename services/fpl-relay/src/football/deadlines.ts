import type { Gameweek } from '@touchline/api/http/fpl';
import { toEpochMs } from './gameweeks.ts';

const MINUTE_MS = 60_000;
/** Trigger of the reminder, relative to the deadline. */
const REMINDER = '-PT2H';

/** Formats a time like "20261120T183000Z". */
const toIcalTime = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/**
 * Builds a calendar (RFC 5545) with the deadlines of a season: the first kick-off of each gameweek, or the feed's deadline before a
 * kick-off is known. Each event covers the 15 minutes before. Its UID does not change when the deadline moves, so subscribed
 * calendars update it.
 * @param changedAt epoch ms of the last change of the bootstrap, which contains the gameweeks
 */
export function buildDeadlinesCalendar(
  season: string,
  gameweeks: readonly Gameweek[],
  changedAt: number,
): string {
  const events = gameweeks.flatMap(({ id, start_time, deadline_time }) => [
    'BEGIN:VEVENT',
    `UID:deadline-${season}-${id}@touchline`,
    `DTSTAMP:${toIcalTime(changedAt)}`,
    `DTSTART:${toIcalTime(toEpochMs(start_time ?? deadline_time) - 15 * MINUTE_MS)}`,
    `DTEND:${toIcalTime(toEpochMs(start_time ?? deadline_time))}`,
    `SUMMARY:Gameweek ${id}: deadline`,
    'DESCRIPTION:Each player locks at their own kick-off.',
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
  // RFC 5545: lines end with CRLF and have at most 75 octets.
  return `${[...head, ...events, 'END:VCALENDAR'].join('\r\n')}\r\n`;
}
