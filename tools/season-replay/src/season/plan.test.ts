import { describe, expect, it } from 'vitest';
import type { SeasonArchive } from '../archive/archive.ts';
import { interpretArchive } from '../archive/archive-reader.ts';
import type { CsvRow } from '../archive/csv.ts';
import { loadTestSeasons } from '../testing/seasons.ts';
import { computePace, replayCalendar } from './calendar.ts';
import { computeDeadlines, planSeason, toRecordedTime } from './plan.ts';

const MINUTE = 60_000;

/** Builds a season with the kick-offs per gameweek, without players. */
function buildSeason(kickoffs: Record<number, string[]>): SeasonArchive {
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

describe.each(await loadTestSeasons())('plan of the $name', ({ archive }) => {
  const plan = planSeason(archive, 0, 0, () => computePace(30));

  it('every gameweek takes thirty minutes and fits its matches', () => {
    for (const gameweek of plan.gameweeks) {
      expect(gameweek.end - gameweek.deadline).toBe(30 * MINUTE);
      expect(gameweek.match).toBeGreaterThanOrEqual(2 * MINUTE);
      expect(gameweek.checked).toBeLessThan(gameweek.end);
    }
  });

  it('each distinct kick-off has an equal slot', () => {
    for (const { slots } of plan.gameweeks) {
      const gaps = slots.slice(1).map((slot, index) => slot.kickoff - (slots[index]?.kickoff ?? 0));
      expect(new Set(gaps).size).toBeLessThanOrEqual(1);
      expect(new Set(slots.map((slot) => slot.recorded)).size).toBe(slots.length);
    }
  });

  it('phases are listed in chronological order', () => {
    for (const { phases, slots } of plan.gameweeks) {
      const names = slots.flatMap((_, index) =>
        ['kickoff', 'half', 'whistle', 'bonus'].map((name) => `${name}-${index + 1}`),
      );
      expect(phases.map((phase) => phase.name)).toEqual(['deadline', ...names, 'checked']);
      expect(phases.map((phase) => phase.at)).toEqual(phases.map((phase) => phase.at).sort((a, b) => a - b));
    }
  });

  it('matches end within the tail that services use', () => {
    const tail = (replayCalendar(30).tail_minutes ?? 0) * MINUTE;
    for (const { slots } of plan.gameweeks)
      for (const slot of slots) expect(slot.bonus - slot.kickoff).toBeLessThanOrEqual(tail);
  });

  it('virtual times map back to recorded times', () => {
    let before = Number.NEGATIVE_INFINITY;
    for (let at = plan.start; at < plan.end; at += 97_000) {
      const recorded = toRecordedTime(plan, at);
      expect(recorded).toBeGreaterThanOrEqual(before);
      before = recorded;
    }
    for (const { slots } of plan.gameweeks)
      for (const slot of slots.slice(0, 1)) expect(toRecordedTime(plan, slot.kickoff)).toBe(slot.recorded);
  });
});

describe('gameweek without fixtures', () => {
  const archive = buildSeason({
    1: ['2022-08-05T19:00:00Z'],
    2: ['2022-08-12T19:00:00Z'],
    4: ['2022-08-26T19:00:00Z'],
  });

  it('deadline is midway between the adjacent deadlines', () => {
    const { gameweeks } = planSeason(archive, 0, 0, () => computePace(30));
    const [, second, blank, fourth] = gameweeks;
    expect(blank?.deadline).toBe(((second?.deadline ?? 0) + (fourth?.deadline ?? 0)) / 2);
    expect(new Date(computeDeadlines(archive)[2] ?? 0).toISOString()).toBe('2022-08-19T17:30:00.000Z');
  });

  it('gameweek has two phases, deadline and checked', () => {
    const { gameweeks } = planSeason(archive, 0, 0, () => computePace(30));
    expect(gameweeks[2]?.phases.map((phase) => phase.name)).toEqual(['deadline', 'checked']);
  });

  it('season has at least 38 gameweeks, and more if the files do', () => {
    expect(archive.gameweeks).toBe(38);
    expect(buildSeason({ 47: ['2020-07-26T15:00:00Z'] }).gameweeks).toBe(47);
  });
});

describe('many kick-offs in a short gameweek', () => {
  const times = Array.from(
    { length: 12 },
    (_, hour) => `2022-08-06T${String(hour + 10).padStart(2, '0')}:00:00Z`,
  );
  const archive = buildSeason({ 1: times });

  it('matches overlap instead of taking less than two minutes', () => {
    const [first] = planSeason(archive, 0, 0, () => computePace(10)).gameweeks;
    expect(first?.match).toBe(2 * MINUTE);
    expect((first?.end ?? 0) - (first?.deadline ?? 0)).toBe(10 * MINUTE);
    expect(first?.slots[1]?.kickoff).toBeLessThan(first?.slots[0]?.whistle ?? 0);
    expect(first?.checked).toBeLessThan(first?.end ?? 0);
  });

  it('gameweek too short for overlapping matches is extended', () => {
    const [first] = planSeason(archive, 0, 0, () => computePace(1)).gameweeks;
    expect((first?.end ?? 0) - (first?.deadline ?? 0)).toBeGreaterThan(2 * MINUTE);
  });
});
