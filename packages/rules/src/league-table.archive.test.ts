import { beforeAll, describe, expect, it } from 'vitest';
import { type MemberScore, pairRound } from './league-fixtures.ts';
import { pairGameweek } from './league-knock-out.ts';
import { computeLeagueTable } from './league-table.ts';
import { hasArchive, playArchive, readArchive, type Squad } from './testing/archive.ts';

const GAMEWEEKS = 38;

/** Scores a squad in every gameweek of the archive. */
function scoreSquad(squad: Squad, rows: ReturnType<typeof readArchive>['rows']): MemberScore[] {
  return Array.from({ length: GAMEWEEKS }, (_, index) => {
    const played = rows.get(index + 1) ?? [];
    const { points, final_eleven } = playArchive(squad, played);
    const goals = played
      .filter(({ player }) => final_eleven.includes(player))
      .reduce((sum, row) => sum + row.goals, 0);
    return { points: points * 1000, goals };
  });
}

/** Counts a table without the code of the product, in plain points. */
function recount(seasons: readonly (readonly MemberScore[])[]) {
  const points = seasons.map((season) => season.map((score) => score.points / 1000));
  const findMedian = (gameweek: number, own: number) => {
    const others = points.filter((_, member) => member !== own).map((season) => season[gameweek]!);
    others.sort((a, b) => a - b);
    return (others[others.length / 2 - 1]! + others[others.length / 2]!) / 2;
  };
  const rows = seasons.map((season, member) => {
    const results = points[member]!.map((own, gameweek) => {
      const match = pairRound(seasons.length, gameweek).find(
        ({ home, away }) => home === member || away === member,
      )!;
      const opponent = match.home === member ? match.away : match.home;
      const other = opponent === null ? findMedian(gameweek, member) : points[opponent]![gameweek]!;
      return own > other ? 'W' : own < other ? 'L' : 'D';
    }).join('');
    const [won, drawn] = [results.split('W').length - 1, results.split('D').length - 1];
    const total = points[member]!.reduce((sum, each) => sum + each, 0);
    const goals = season.reduce((sum, each) => sum + each.goals, 0);
    return { member, key: [won * 3 + drawn, total, won, goals], drawn };
  });
  const isBetter = (a: number[], b: number[]) => {
    const place = a.findIndex((value, index) => value !== b[index]);
    return place >= 0 && a[place]! > b[place]!;
  };
  return rows.map((row) => ({ ...row, rank: 1 + rows.filter(({ key }) => isBetter(key, row.key)).length }));
}

describe.runIf(hasArchive)('head-to-head leagues in season 2024-25', () => {
  let seasons: MemberScore[][];

  beforeAll(() => {
    const { rows, squads } = readArchive();
    seasons = squads.map((squad) => scoreSquad(squad, rows));
  });

  it.each([20, 19, 5, 4])('the table of %i squads after 38 gameweeks equals a plain recount', (members) => {
    const field = seasons.slice(0, members);
    const scores = new Map(
      Array.from({ length: GAMEWEEKS }, (_, index) => [index + 1, field.map((season) => season[index]!)]),
    );
    const plan = { members, first_gameweek: 1, last_gameweek: GAMEWEEKS, knock_out_rounds: 0 };
    const table = computeLeagueTable(plan, scores);
    expect(table).toHaveLength(members);
    for (const { member, rank, key, drawn } of recount(field)) {
      const row = table.find((each) => each.member === member)!;
      const { league_points, points_for, won, goal_difference, played } = row;
      expect([league_points, points_for / 1000, won, goal_difference]).toEqual(key);
      expect({ rank: row.rank, drawn: row.drawn, played }).toEqual({ rank, drawn, played: GAMEWEEKS });
    }
  });

  it('a knock-out of eight in the last three gameweeks ends with one winner', () => {
    const scores = new Map(
      Array.from({ length: GAMEWEEKS }, (_, index) => [index + 1, seasons.map((season) => season[index]!)]),
    );
    const plan = { members: 20, first_gameweek: 1, last_gameweek: GAMEWEEKS, knock_out_rounds: 3 };
    const best = computeLeagueTable(plan, scores)
      .slice(0, 8)
      .map(({ member }) => member);
    const rounds = [36, 37, 38].map((gameweek) => pairGameweek(plan, gameweek, scores).pairings);
    expect(rounds[0]!.map(({ home, away }) => [best.indexOf(home), best.indexOf(away!)])).toEqual([
      [0, 7],
      [3, 4],
      [1, 6],
      [2, 5],
    ]);
    let left = best;
    for (const [index, pairings] of rounds.entries()) {
      const playing = pairings.flatMap(({ home, away }) => [home, away!]);
      expect(playing.toSorted()).toEqual(left.toSorted());
      left = pairings.map(({ home, away }) => {
        const [own, other] = [home, away!].map((member) => seasons[member]![35 + index]!.points);
        return own! >= other! ? home : away!;
      });
    }
    expect(left).toHaveLength(1);
  });
});
