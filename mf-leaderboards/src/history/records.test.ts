import { fakeId } from '@touchline/host/testing/fake-objects';
import { describe, expect, it } from 'vitest';
import { buildHistoryTeam, buildWeek, HISTORY } from '../testing/history.ts';
import { describeGameState } from './game-state.ts';
import { buildHistoryCsv } from './history-csv.ts';
import { compareManagers, computeRecords, findLatestWeek } from './records.ts';

describe('records of a manager', () => {
  it('best week, highest finish, wins and the longest run are computed', () => {
    const records = computeRecords(HISTORY);
    expect(records.bestWeek?.week.points).toBe(70);
    expect(records.highestFinish?.game.name).toBe('Gameweek 3');
    expect(records).toMatchObject({ games: 3, wins: 1, longestRun: 2 });
  });

  it('running games count for weeks, but not for finishes', () => {
    const running = buildHistoryTeam(4, { game: { ...buildHistoryTeam(4).game, status: 'ACTIVE' }, rank: 1 });
    expect(computeRecords([running])).toMatchObject({ games: 0, wins: 0, highestFinish: null });
    expect(findLatestWeek([...HISTORY, running]).map(({ week: { gameweek } }) => gameweek)).toEqual([4]);
  });

  it('games whose points are provisional count for weeks, but not for finishes', () => {
    const provisional = buildHistoryTeam(4, {
      rank: 1,
      gameweeks: [{ ...buildWeek(4, 88), settled: false }],
    });
    const records = computeRecords([provisional]);
    expect(records).toMatchObject({ games: 0, wins: 0, highestFinish: null });
    expect(records.bestWeek?.week.points).toBe(88);
    expect(compareManagers([provisional], [buildHistoryTeam(4, { earned_points: 1 })])).toMatchObject({
      won: 0,
    });
    expect(describeGameState(provisional)).toBe('provisional');
  });

  it('cancelled games do not count for weeks', () => {
    const game = { ...buildHistoryTeam(4).game, status: 'CANCELLED' as const };
    const cancelled = buildHistoryTeam(4, { game, gameweeks: [buildWeek(4, 88)] });
    const completed = buildHistoryTeam(2, { gameweeks: [buildWeek(2, 45, 50)] });
    const records = computeRecords([cancelled, completed]);
    expect(records.bestWeek?.week.points).toBe(45);
    expect(records.longestRun).toBe(0);
    expect(findLatestWeek([cancelled])).toEqual([]);
  });

  it('two managers are compared in the games of both', () => {
    const theirs = [buildHistoryTeam(3, { earned_points: 60 }), buildHistoryTeam(2), buildHistoryTeam(8)];
    expect(compareManagers(HISTORY, theirs)).toMatchObject({ won: 0, drawn: 1, lost: 1 });
  });
});

describe('CSV of a history', () => {
  it('the file has a line per gameweek, and no text becomes a formula', () => {
    const teams = [
      buildHistoryTeam(1, { team_name: '=1+1, "FC"', gameweeks: [buildWeek(1, 30), buildWeek(2, 50)] }),
    ];
    const [head, first, second, ...rest] = buildHistoryCsv(teams, [
      { id: fakeId(2, 1), roster_snapshot: [{ web_name: 'Saka' }, { web_name: 'Rice' }] as never },
    ]).split('\r\n');
    expect(head?.split(',')).toHaveLength(15);
    expect(first).toBe(
      `2026,Gameweek 1,WEEKLY,COMPLETED,final,"'=1+1, ""FC""",1,40,50,1,30,30,2,40,Saka / Rice`,
    );
    expect(second).toContain(',2,50,50,2,40,');
    expect(rest).toEqual([]);
  });

  it.each([
    ['UPCOMING', 'not started'],
    ['CANCELLED', 'cancelled'],
  ] as const)('a game that is %s has no ranks', (status, result) => {
    const team = buildHistoryTeam(1, { game: { ...buildHistoryTeam(1).game, status } });
    const [, line] = buildHistoryCsv([team], []).split('\r\n');
    expect(line).toBe(`2026,Gameweek 1,WEEKLY,${status},${result},Team 1,,40,50,1,41,41,,40,`);
  });

  it.each([
    ['ACTIVE', 'not finished'],
    ['COMPLETED', 'provisional'],
  ] as const)('the ranks of a game that is %s are marked as %s', (status, result) => {
    const team = buildHistoryTeam(1, {
      game: { ...buildHistoryTeam(1).game, status },
      gameweeks: [{ ...buildWeek(1, 41), settled: false }],
    });
    const [head, line] = buildHistoryCsv([team], []).split('\r\n');
    expect(head).toContain(',status,result,team,rank,');
    expect(line).toContain(`,${status},${result},Team 1,1,`);
  });
});
