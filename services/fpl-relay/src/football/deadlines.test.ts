import type { Gameweek } from '@touchline/api/http/fpl';
import { expect, test } from 'vitest';
import { buildDeadlinesCalendar } from './deadlines.ts';

test('buildDeadlinesCalendar creates an event with a reminder per deadline, in valid RFC 5545 lines', () => {
  const gameweek = { id: 7, deadline_time: '2026-11-20T18:30:00.000Z' } as Gameweek;
  const lines = buildDeadlinesCalendar('2026', [gameweek], Date.parse('2026-08-01T10:00:00Z')).split('\r\n');
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
  for (const line of [
    'UID:deadline-2026-7@touchline',
    'DTSTAMP:20260801T100000Z',
    'DTSTART:20261120T181500Z',
    'DTEND:20261120T183000Z',
    'SUMMARY:Gameweek 7: deadline',
    'TRIGGER;RELATED=END:-PT2H',
  ])
    expect(lines).toContain(line);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(75);
});
