import type { Gameweek } from '@touchline/api/http/fpl';
import { expect, test } from 'vitest';
import { buildDeadlinesCalendar } from './deadlines.ts';

test('buildDeadlinesCalendar creates an event with a reminder before each first kick-off, in valid RFC 5545 lines', () => {
  const deadlines = { deadline_time: '2026-11-20T18:30:00.000Z' } as Gameweek;
  const gameweeks = [
    { ...deadlines, id: 7, start_time: '2026-11-20T20:00:00.000Z' },
    { ...deadlines, id: 8, start_time: null },
  ];
  const lines = buildDeadlinesCalendar('2026', gameweeks, Date.parse('2026-08-01T10:00:00Z')).split('\r\n');
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
  for (const line of [
    'UID:deadline-2026-7@touchline',
    'DTSTAMP:20260801T100000Z',
    'DTSTART:20261120T194500Z',
    'DTEND:20261120T200000Z',
    'SUMMARY:Gameweek 7: deadline',
    'TRIGGER;RELATED=END:-PT2H',
    'UID:deadline-2026-8@touchline',
    'DTEND:20261120T183000Z',
  ])
    expect(lines).toContain(line);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(75);
});
