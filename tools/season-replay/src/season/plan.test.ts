import { describe, expect, it } from 'vitest';
import type { SeasonArchive } from '../archive/archive.ts';
import { interpretArchive } from '../archive/archive-reader.ts';
import type { CsvRow } from '../archive/csv.ts';
import { testSeasons } from '../testing/seasons.ts';
import { paceOf, replayCalendar } from './calendar.ts';
import { planSeason, recordedDeadlines, recordedTime } from './plan.ts';

const MINUTE = 60_000;

/** A season with given kick-offs per gameweek, without players. */
function seasonOf(kickoffs: Record<number, string[]>): SeasonArchive {
  let id = 0;
  const fixtures: CsvRow[] = Object.entries(kickoffs).flatMap(([event, times]) =>
    times.map((kickoff_time) => ({
      id: String(++id),
      code: String(id),
      event,
      kickoff_time,
      team_h: '1',
      team_a: '2',
      team_h_score: '0',
      team_a_score: '0',
    })),
  );
  return interpretArchive({ teams: [], players: [], fixtures, rows: [] });
}

describe.each(await testSeasons())('the $name on the clock', ({ archive }) => {
  const plan = planSeason(archive, 0, 0, () => paceOf(30));

  it('takes thirty minutes for every gameweek, with room for its matches', () => {
    for (const gameweek of plan.gameweeks) {
      expect(gameweek.end - gameweek.deadline).toBe(30 * MINUTE);
      expect(gameweek.match).toBeGreaterThanOrEqual(2 * MINUTE);
      expect(gameweek.checked).toBeLessThan(gameweek.end);
    }
  });

  it('gives each distinct kick-off an equal slot', () => {
    for (const { slots } of plan.gameweeks) {
      const gaps = slots.slice(1).map((slot, index) => slot.kickoff - (slots[index]?.kickoff ?? 0));
      expect(new Set(gaps).size).toBeLessThanOrEqual(1);
      expect(new Set(slots.map((slot) => slot.recorded)).size).toBe(slots.length);
    }
  });

  it('names its phases in the order of time', () => {
    for (const { phases, slots } of plan.gameweeks) {
      const names = slots.flatMap((_, index) =>
        ['kickoff', 'half', 'whistle', 'bonus'].map((name) => `${name}-${index + 1}`),
      );
      expect(phases.map((phase) => phase.name)).toEqual(['deadline', ...names, 'checked']);
      expect(phases.map((phase) => phase.at)).toEqual(phases.map((phase) => phase.at).sort((a, b) => a - b));
    }
  });

  it('ends matches within the tail that services use', () => {
    const tail = (replayCalendar(30).tail_minutes ?? 0) * MINUTE;
    for (const { slots } of plan.gameweeks)
      for (const slot of slots) expect(slot.bonus - slot.kickoff).toBeLessThanOrEqual(tail);
  });

  it('maps back to recorded times', () => {
    let before = Number.NEGATIVE_INFINITY;
    for (let at = plan.start; at < plan.end; at += 97_000) {
      const recorded = recordedTime(plan, at);
      expect(recorded).toBeGreaterThanOrEqual(before);
      before = recorded;
    }
    for (const { slots } of plan.gameweeks)
      for (const slot of slots.slice(0, 1)) expect(recordedTime(plan, slot.kickoff)).toBe(slot.recorded);
  });
});

describe('a gameweek without fixtures', () => {
  const archive = seasonOf({
    1: ['2022-08-05T19:00:00Z'],
    2: ['2022-08-12T19:00:00Z'],
    4: ['2022-08-26T19:00:00Z'],
  });

  it('has its deadline midway between its neighbours', () => {
    const { gameweeks } = planSeason(archive, 0, 0, () => paceOf(30));
    const [, second, blank, fourth] = gameweeks;
    expect(blank?.deadline).toBe(((second?.deadline ?? 0) + (fourth?.deadline ?? 0)) / 2);
    expect(new Date(recordedDeadlines(archive)[2] ?? 0).toISOString()).toBe('2022-08-19T17:30:00.000Z');
  });

  it('has two phases, deadline and checked', () => {
    const { gameweeks } = planSeason(archive, 0, 0, () => paceOf(30));
    expect(gameweeks[2]?.phases.map((phase) => phase.name)).toEqual(['deadline', 'checked']);
  });

  it('has at least 38 gameweeks, more if the files do', () => {
    expect(archive.gameweeks).toBe(38);
    expect(seasonOf({ 47: ['2020-07-26T15:00:00Z'] }).gameweeks).toBe(47);
  });
});

describe('many kick-offs in a short gameweek', () => {
  const times = Array.from(
    { length: 12 },
    (_, hour) => `2022-08-06T${String(hour + 10).padStart(2, '0')}:00:00Z`,
  );
  const archive = seasonOf({ 1: times });

  it('never shortens a match below two minutes: matches overlap', () => {
    const [first] = planSeason(archive, 0, 0, () => paceOf(10)).gameweeks;
    expect(first?.match).toBe(2 * MINUTE);
    expect((first?.end ?? 0) - (first?.deadline ?? 0)).toBe(10 * MINUTE);
    expect(first?.slots[1]?.kickoff).toBeLessThan(first?.slots[0]?.whistle ?? 0);
    expect(first?.checked).toBeLessThan(first?.end ?? 0);
  });

  it('lengthens gameweeks that are too short for overlapping matches', () => {
    const [first] = planSeason(archive, 0, 0, () => paceOf(1)).gameweeks;
    expect((first?.end ?? 0) - (first?.deadline ?? 0)).toBeGreaterThan(2 * MINUTE);
  });
});
