import { expect, it } from 'vitest';
import { pairRound } from './league-fixtures.ts';
import { countKnockOutRounds, findKnockOutWinner, pairGameweek } from './league-knock-out.ts';
import { computeLeagueTable, type FinalScores, type LeaguePlan } from './league-table.ts';

const PLAN: LeaguePlan = { members: 4, first_gameweek: 1, last_gameweek: 5, knock_out_rounds: 0 };
const KNOCK_OUT: LeaguePlan = { ...PLAN, knock_out_rounds: 2 };

/** Builds final scores from whole points and goals, by gameweek and place in the draw. */
function buildScores(...gameweeks: (number | [number, number])[][]): FinalScores {
  return new Map(
    gameweeks.map((scores, index) => [
      index + 1,
      scores.map((score) => {
        const [points, goals] = typeof score === 'number' ? [score, 0] : score;
        return { points: points * 1000, goals };
      }),
    ]),
  );
}

const order = (plan: LeaguePlan, scores: FinalScores) =>
  computeLeagueTable(plan, scores).map(({ member, rank }) => [member, rank]);

it('game rule 9.14: a win is three points and a draw one', () => {
  // 1-2 and 3-0.
  const table = computeLeagueTable(PLAN, buildScores([50, 60, 40, 50]));
  expect(
    table.map(({ member, league_points, won, drawn, lost }) => [member, league_points, won, drawn, lost]),
  ).toEqual([
    [1, 3, 1, 0, 0],
    [0, 1, 0, 1, 0],
    [3, 1, 0, 1, 0],
    [2, 0, 0, 0, 1],
  ]);
});

it('game rule 9.15: league points come before points in all matches', () => {
  // 1-2 and 3-0.
  expect(computeLeagueTable(PLAN, buildScores([50, 20, 10, 60]))).toMatchObject([
    { member: 3, rank: 1, league_points: 3, points_for: 60_000, played: 1 },
    { member: 1, rank: 2, league_points: 3, points_for: 20_000, played: 1 },
    { member: 0, rank: 3, league_points: 0, points_for: 50_000, played: 1 },
    { member: 2, rank: 4, league_points: 0, points_for: 10_000, played: 1 },
  ]);
});

it('game rule 9.15: equal league points are ordered by points for', () => {
  expect(order(PLAN, buildScores([50, 60, 40, 61]))).toEqual([
    [3, 1],
    [1, 2],
    [0, 3],
    [2, 4],
  ]);
});

it.each([0, 1])('game rule 9.15: equal points for are ordered by wins, not by the draw (%i)', (winner) => {
  // The winner wins two and loses four, the other one wins one and draws three.
  const results: [number, number][] = [
    [60, 50],
    [40, 50],
    [60, 40],
    [40, 50],
    [40, 40],
    [40, 50],
  ];
  const scores = buildScores(
    ...results.map(([own, other]) => (winner === 0 ? [own, other, 50, 50] : [other, own, 50, 50])),
  );
  const rows = computeLeagueTable({ ...PLAN, last_gameweek: 6 }, scores);
  expect(rows.filter(({ member }) => member < 2)).toMatchObject([
    { member: winner, rank: 3, league_points: 6, points_for: 280_000, won: 2, drawn: 0 },
    { member: 1 - winner, rank: 4, league_points: 6, points_for: 280_000, won: 1, drawn: 3 },
  ]);
});

it('game rule 9.15: goals of the eleven decide after wins, then the rank is shared', () => {
  const scores = buildScores([
    [50, 2],
    [50, -1],
    [50, 2],
    [50, 3],
  ]);
  expect(order(PLAN, scores)).toEqual([
    [3, 1],
    [0, 2],
    [2, 2],
    [1, 4],
  ]);
});

it.each([
  ['as wanted', 3, 8, 38, 3],
  ['two with fewer than eight members', 3, 7, 38, 2],
  ['none in a single gameweek', 3, 20, 1, 0],
  ['one of two gameweeks', 3, 20, 2, 1],
  ['none if none is wanted', 0, 20, 38, 0],
])('game rule 9.16: the knock-out has %s', (_, wanted, members, gameweeks, rounds) => {
  expect(countKnockOutRounds(wanted, members, gameweeks)).toBe(rounds);
});

it('game rule 9.16: the knock-out waits for the table, then the first plays the fourth', () => {
  const league = buildScores([50, 60, 40, 50], [50, 60, 40, 50], [50, 60, 40, 50]);
  const early = new Map([...league].slice(0, 2));
  expect(pairGameweek(KNOCK_OUT, 3, early)).toMatchObject({ knock_out_round: null });
  expect(pairGameweek(KNOCK_OUT, 4, early)).toEqual({ pairings: [], knock_out_round: 2 });
  const seeds = computeLeagueTable(KNOCK_OUT, league).map(({ member }) => member);
  expect(pairGameweek(KNOCK_OUT, 4, league)).toEqual({
    pairings: [
      { home: seeds[0], away: seeds[3] },
      { home: seeds[1], away: seeds[2] },
    ],
    knock_out_round: 2,
  });
  expect(pairGameweek(KNOCK_OUT, 5, league)).toEqual({ pairings: [], knock_out_round: 1 });
});

it('game rule 9.16: a league has no match outside of its gameweeks, and begins with the first round', () => {
  const plan = { ...KNOCK_OUT, members: 5, first_gameweek: 3, last_gameweek: 7 };
  const none = { pairings: [], knock_out_round: null };
  expect(pairGameweek(plan, 2, new Map())).toEqual(none);
  expect(pairGameweek(plan, 8, new Map())).toEqual(none);
  expect(pairGameweek(plan, 3, new Map()).pairings).toEqual(pairRound(5, 0));
  const tied = [50, 50, 50, 50, 50];
  const scores = new Map([...buildScores(tied, tied, tied)].map(([gameweek, each]) => [gameweek + 2, each]));
  expect(pairGameweek(plan, 6, scores)).toEqual({
    pairings: [
      { home: 0, away: 3 },
      { home: 1, away: 2 },
    ],
    knock_out_round: 2,
  });
});

it('game rule 9.16: the better place in the table wins a tie of the knock-out, also with a shared rank', () => {
  const tied = [50, 50, 50, 50];
  const scores = buildScores(tied, tied, tied, tied);
  expect(findKnockOutWinner({ home: 0, away: 3 }, scores, 4)).toBe(0);
  expect(pairGameweek(KNOCK_OUT, 5, scores)).toEqual({
    pairings: [{ home: 0, away: 1 }],
    knock_out_round: 1,
  });
});

it('game rule 9.16: the winner of a match of the knock-out plays on', () => {
  const tied = [50, 50, 50, 50];
  const scores = buildScores(tied, tied, tied, [40, 50, 60, 50]);
  expect(pairGameweek(KNOCK_OUT, 5, scores).pairings).toEqual([{ home: 2, away: 3 }]);
});
