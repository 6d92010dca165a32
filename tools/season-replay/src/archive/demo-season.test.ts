import { CLUBS } from '@touchline/rules/clubs';
import { describe, expect, it } from 'vitest';
import { type ArchivePlayer, getClub } from './archive.ts';
import { DEMO_SEASON, readArchive } from './archive-reader.ts';

const season = await readArchive(DEMO_SEASON);

/** Counts the matches per club in a gameweek. */
function countMatches(gameweek: number): Map<number, number> {
  const counts = new Map(season.teams.map((team) => [team.id, 0]));
  for (const fixture of season.fixtures.filter((one) => one.gameweek === gameweek))
    for (const club of [fixture.home, fixture.away]) counts.set(club, (counts.get(club) ?? 0) + 1);
  return counts;
}

function findGameweeks(count: (matches: number) => boolean): number[] {
  return Array.from({ length: 38 }, (_, index) => index + 1).filter((gameweek) =>
    [...countMatches(gameweek).values()].some(count),
  );
}

describe('demo season', () => {
  it('season has 20 real clubs with their stable codes', () => {
    expect(season.teams).toHaveLength(20);
    const names = new Map(CLUBS.map((club) => [club.code, club.name]));
    for (const team of season.teams) expect(team.csv.name).toBe(names.get(team.code));
  });

  it('every pair of clubs meets home and away', () => {
    const pairs = new Set(season.fixtures.map((fixture) => `${fixture.home}-${fixture.away}`));
    expect(pairs.size).toBe(380);
    expect(season.gameweeks).toBe(38);
  });

  it('no club plays twice on one day', () => {
    const days = season.fixtures.flatMap((fixture) =>
      [fixture.home, fixture.away].map(
        (club) => `${club} ${new Date(fixture.kickoff ?? 0).toISOString().slice(0, 10)}`,
      ),
    );
    expect(new Set(days).size).toBe(days.length);
  });

  it('every club has enough players in every position, all with unique names', () => {
    for (const team of season.teams) {
      const squad = season.players.filter((player) => player.rows[0] && getClub(player.rows[0]) === team.id);
      expect(squad.length).toBeGreaterThanOrEqual(25);
      expect(squad.length).toBeLessThanOrEqual(30);
      expect(new Set(squad.map((player) => player.position)).size).toBe(4);
    }
    expect(new Set(season.players.map((player) => player.csv.web_name)).size).toBe(season.players.length);
  });

  it('clubs of postponed matches have a blank gameweek and a double gameweek later', () => {
    expect(findGameweeks((count) => count === 0)).toEqual([12, 29]);
    expect(findGameweeks((count) => count === 2)).toEqual([22, 33]);
    const clubs = (gameweek: number, count: number) =>
      [...countMatches(gameweek)].filter(([, number]) => number === count).map(([club]) => club);
    expect(clubs(22, 2)).toEqual(clubs(12, 0));
    expect(clubs(33, 2)).toEqual(clubs(29, 0));
  });

  it('one player changes clubs, one leaves and one arrives in winter', () => {
    const clubs = (player: ArchivePlayer) => new Set(player.rows.map(getClub)).size;
    const moved = season.players.filter((player) => clubs(player) > 1);
    expect(moved).toHaveLength(1);
    expect(moved[0]?.rows.some((row) => row.gameweek > 24 && (row.stats.minutes ?? 0) > 0)).toBe(true);
    const [departed, ...others] = season.players.filter((player) => player.leftAt !== null);
    expect(others).toEqual([]);
    const after = departed?.rows.filter((row) => (row.fixture.kickoff ?? 0) > (departed.leftAt ?? 0)) ?? [];
    expect(after.length).toBeGreaterThan(5);
    expect(after.every((row) => row.stats.minutes === 0)).toBe(true);
    expect(season.players.filter((player) => player.rows[0]?.gameweek === 24)).toHaveLength(1);
  });

  it('goals match the score, and each side has eleven starters', () => {
    for (const fixture of season.fixtures) {
      const sum = (home: boolean, name: string) =>
        fixture.rows.filter((row) => row.home === home).reduce((all, row) => all + (row.stats[name] ?? 0), 0);
      expect(sum(true, 'goals_scored') + sum(false, 'own_goals')).toBe(fixture.homeScore);
      expect(sum(false, 'goals_scored') + sum(true, 'own_goals')).toBe(fixture.awayScore);
      expect([sum(true, 'starts'), sum(false, 'starts')]).toEqual([11, 11]);
    }
  });

  it('goals, top scores and prices are plausible', () => {
    const goals = season.fixtures.reduce((sum, one) => sum + one.homeScore + one.awayScore, 0) / 380;
    expect(goals).toBeGreaterThan(2.3);
    expect(goals).toBeLessThan(3.3);
    const totals = season.players.map((player) =>
      player.rows.reduce((sum, row) => sum + row.total_points, 0),
    );
    expect(Math.max(...totals)).toBeGreaterThan(170);
    expect(Math.max(...totals)).toBeLessThan(320);
    const buildPriceFields = season.players.map((player) => player.rows[0]?.value ?? 0).sort((a, b) => a - b);
    expect(buildPriceFields[0]).toBeGreaterThanOrEqual(38);
    expect(buildPriceFields.at(-1)).toBeLessThanOrEqual(150);
  });
});
