import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { type HistoryTeam, managerHistory } from '@touchline/api/http/history';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { nicknames } from '@touchline/api/http/nicknames';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import fixedColumn from '../fixed-column.module.css';
import { buildLeaderboard, buildRow, fakeWallet } from '../testing/build.ts';
import { getCurrentUrl, openPage } from '../testing/open-page.tsx';
import { describeGameState } from './game-state.ts';
import { buildHistoryCsv } from './history-csv.ts';
import { compareManagers, computeRecords, findLatestWeek } from './records.ts';

afterEach(cleanup);

const week = (gameweek: number, points: number, average_points = 40) => ({
  gameweek,
  points,
  earned: points,
  rank: 2,
  average_points,
  settled: true,
});

const buildTeam = (n: number, fields: Partial<HistoryTeam> = {}): HistoryTeam => ({
  game: {
    id: fakeId(1, n),
    name: `Gameweek ${n}`,
    game_type: 'WEEKLY',
    season_id: '2026',
    status: 'COMPLETED',
    start_time: '2026-08-15T12:00:00.000Z',
    end_time: '2026-08-16T12:00:00.000Z',
  },
  participation_id: fakeId(2, n),
  team_name: `Team ${n}`,
  rank: n,
  teams: 40,
  earned_points: 50,
  gameweeks: [week(n, 40 + n)],
  ...fields,
});

const TEAMS = [
  buildTeam(3, { rank: 1, gameweeks: [week(3, 70)] }),
  buildTeam(2, { rank: 4, gameweeks: [week(2, 45)] }),
  buildTeam(1, { rank: 9, gameweeks: [week(1, 30)] }),
];

describe('records of a manager', () => {
  it('best week, highest finish, wins and the longest run are computed', () => {
    const records = computeRecords(TEAMS);
    expect(records.bestWeek?.week.points).toBe(70);
    expect(records.highestFinish?.game.name).toBe('Gameweek 3');
    expect(records).toMatchObject({ games: 3, wins: 1, longestRun: 2 });
  });

  it('running games count for weeks, but not for finishes', () => {
    const running = buildTeam(4, { game: { ...buildTeam(4).game, status: 'ACTIVE' }, rank: 1 });
    expect(computeRecords([running])).toMatchObject({ games: 0, wins: 0, highestFinish: null });
    expect(findLatestWeek([...TEAMS, running]).map(({ week: { gameweek } }) => gameweek)).toEqual([4]);
  });

  it('games whose points are provisional count for weeks, but not for finishes', () => {
    const provisional = buildTeam(4, { rank: 1, gameweeks: [{ ...week(4, 88), settled: false }] });
    const records = computeRecords([provisional]);
    expect(records).toMatchObject({ games: 0, wins: 0, highestFinish: null });
    expect(records.bestWeek?.week.points).toBe(88);
    expect(compareManagers([provisional], [buildTeam(4, { earned_points: 1 })])).toMatchObject({ won: 0 });
    expect(describeGameState(provisional)).toBe('provisional');
  });

  it('cancelled games do not count for weeks', () => {
    const game = { ...buildTeam(4).game, status: 'CANCELLED' as const };
    const cancelled = buildTeam(4, { game, gameweeks: [week(4, 88)] });
    const completed = buildTeam(2, { gameweeks: [week(2, 45, 50)] });
    const records = computeRecords([cancelled, completed]);
    expect(records.bestWeek?.week.points).toBe(45);
    expect(records.longestRun).toBe(0);
    expect(findLatestWeek([cancelled])).toEqual([]);
  });

  it('two managers are compared in the games of both', () => {
    const theirs = [buildTeam(3, { earned_points: 60 }), buildTeam(2), buildTeam(8)];
    expect(compareManagers(TEAMS, theirs)).toMatchObject({ won: 0, drawn: 1, lost: 1 });
  });
});

describe('CSV of a history', () => {
  it('the file has a line per gameweek, and no text becomes a formula', () => {
    const teams = [buildTeam(1, { team_name: '=1+1, "FC"', gameweeks: [week(1, 30), week(2, 50)] })];
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
    const team = buildTeam(1, { game: { ...buildTeam(1).game, status } });
    const [, line] = buildHistoryCsv([team], []).split('\r\n');
    expect(line).toBe(`2026,Gameweek 1,WEEKLY,${status},${result},Team 1,,40,50,1,41,41,,40,`);
  });

  it.each([
    ['ACTIVE', 'not finished'],
    ['COMPLETED', 'provisional'],
  ] as const)('the ranks of a game that is %s are marked as %s', (status, result) => {
    const team = buildTeam(1, {
      game: { ...buildTeam(1).game, status },
      gameweeks: [{ ...week(1, 41), settled: false }],
    });
    const [head, line] = buildHistoryCsv([team], []).split('\r\n');
    expect(head).toContain(',status,result,team,rank,');
    expect(line).toContain(`,${status},${result},Team 1,1,`);
  });
});

const rival = fakeWallet(7);
const responses = [
  fakeResponse(managerHistory, ({ params }) => ({
    teams: params.wallet === rival ? [buildTeam(3, { earned_points: 20, rank: 5 })] : TEAMS,
  })),
  fakeResponse(leaderboard, buildLeaderboard([buildRow(7)])),
  fakeResponse(nicknames, { nicknames: {} }),
];

describe('HistoryPage', () => {
  it('the page shows recap, records, games and the table against a manager', async () => {
    const share = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
    openPage(createFakeHost({ user: fakeUser(), responses }), '/results/mine');
    expect(await screen.findByText('70 points')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'My games' })).getAllByRole('listitem')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'Share my week' }));
    expect(share.mock.calls[0]?.[0]).toMatchObject({
      text: 'My Gameweek 3 on Touchline\nGameweek 3: 70 points (average 40), 2nd of 40',
    });
    vi.unstubAllGlobals();
    await screen.findByRole('option', { name: /^Team 7/ });
    fireEvent.change(screen.getByLabelText('Manager'), { target: { value: rival } });
    const table = await screen.findByRole('table', { name: /^All-time table against/ });
    expect(table.textContent).toContain('1 / 5');
    expect(screen.getByRole('region', { name: /^All-time table against/ }).tabIndex).toBe(0);
    expect(table.classList).toContain(fixedColumn.table);
    expect(getCurrentUrl()).toBe(`/results/mine?against=${rival}`);
  });

  it('games without a final result say why, and those not started or cancelled have no rank', async () => {
    const teams = (['UPCOMING', 'ACTIVE', 'CANCELLED', 'COMPLETED'] as const).map((status, index) =>
      buildTeam(index + 1, { game: { ...buildTeam(index + 1).game, status }, earned_points: index }),
    );
    const history = fakeResponse(managerHistory, { teams });
    openPage(createFakeHost({ user: fakeUser(), responses: [...responses, history] }), '/results/mine');
    const items = within(await screen.findByRole('list', { name: 'My games' })).getAllByRole('listitem');
    expect(items.map(({ lastChild }) => lastChild?.textContent)).toEqual([
      'Not started',
      '2nd of 401 point, not finished',
      'Cancelled',
      '4th of 403 points',
    ]);
    await screen.findByRole('option', { name: /^Team 7/ });
    fireEvent.change(screen.getByLabelText('Manager'), { target: { value: rival } });
    const table = await screen.findByRole('table', { name: /^All-time table against/ });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => [row.firstChild?.textContent, row.lastChild?.textContent])).toEqual([
      ['Gameweek 1 (not started)', '–'],
      ['Gameweek 2 (not finished)', '2 / 2'],
      ['Gameweek 3 (cancelled)', '–'],
      ['Gameweek 4', '4 / 4'],
    ]);
  });

  it('a game with provisional points links to its rankings, a final one to its result', async () => {
    const provisional = buildTeam(4, { gameweeks: [{ ...week(4, 88), settled: false }] });
    const history = fakeResponse(managerHistory, { teams: [provisional, buildTeam(3)] });
    openPage(createFakeHost({ user: fakeUser(), responses: [...responses, history] }), '/results/mine');
    const links = within(await screen.findByRole('list', { name: 'My games' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/rankings?game=${fakeId(1, 4)}`,
      `/results/${fakeId(1, 3)}`,
    ]);
  });

  it('the games are saved as a CSV file, and a failed download is reported', async () => {
    let isDown = true;
    const entries = fakeResponse(myParticipations, () => {
      if (isDown) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'down');
      return { participations: [] };
    });
    const files: Blob[] = [];
    const names: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(`${this.href} ${this.download}`);
    });
    openPage(createFakeHost({ user: fakeUser(), responses: [...responses, entries] }), '/results/mine');
    fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The file could not be created/);
    expect(files).toEqual([]);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(names).toEqual(['blob:1 touchline-results.csv']));
    // Spreadsheets recognise UTF-8 by the mark.
    expect([...new Uint8Array(await files[0]!.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(await files[0]!.text()).toContain(buildHistoryCsv(TEAMS, []));
    expect(screen.queryByRole('alert')).toBeNull();
    vi.restoreAllMocks();
  });

  it('a user without games is sent to the games', async () => {
    const history = fakeResponse(managerHistory, { teams: [] });
    openPage(createFakeHost({ user: fakeUser(), responses: [...responses, history] }), '/results/mine');
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a game' }));
    expect(getCurrentUrl()).toBe('/choose-game');
  });

  it('results that did not load can be loaded again', async () => {
    let isDown = true;
    const history = fakeResponse(managerHistory, () => {
      if (isDown) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'down');
      return { teams: TEAMS };
    });
    openPage(createFakeHost({ user: fakeUser(), responses: [...responses, history] }), '/results/mine');
    expect(await screen.findByText('Failed to load your results')).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('list', { name: 'My games' })).toBeTruthy();
  });

  it('a guest is asked to sign in', async () => {
    openPage(createFakeHost({ user: null, responses }), '/results/mine');
    expect(await screen.findByText('Sign in to see your results')).toBeTruthy();
  });
});
