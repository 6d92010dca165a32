import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { managerHistory } from '@touchline/api/http/history';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { nicknames } from '@touchline/api/http/nicknames';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import fixedColumn from '../fixed-column.module.css';
import { buildLeaderboard, buildRow, fakeWallet } from '../testing/build.ts';
import { buildHistoryTeam, buildWeek, HISTORY } from '../testing/history.ts';
import { getCurrentUrl, openPage } from '../testing/open-page.tsx';
import { buildHistoryCsv } from './history-csv.ts';

afterEach(cleanup);

const rival = fakeWallet(7);
const responses = [
  fakeResponse(managerHistory, ({ params }) => ({
    teams: params.wallet === rival ? [buildHistoryTeam(3, { earned_points: 20, rank: 5 })] : HISTORY,
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
      buildHistoryTeam(index + 1, {
        game: { ...buildHistoryTeam(index + 1).game, status },
        earned_points: index,
      }),
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

  it('rank and points of a running game follow the leaderboard', async () => {
    let rank = 9;
    const history = fakeResponse(managerHistory, () => ({
      teams: [
        buildHistoryTeam(4, {
          game: { ...buildHistoryTeam(4).game, status: 'ACTIVE' },
          rank,
          earned_points: 59 - rank,
        }),
      ],
    }));
    const host = createFakeHost({ user: fakeUser(), responses: [...responses, history] });
    openPage(host, '/results/mine');
    const list = within(await screen.findByRole('list', { name: 'My games' }));
    expect(list.getByText('9th of 40')).toBeTruthy();
    rank = 2;
    act(() => host.emit({ topic: 'leaderboard', game_id: fakeId(1, 4), gameweek: 4 }));
    expect(await list.findByText('2nd of 40')).toBeTruthy();
    expect(list.getByText('57 points, not finished')).toBeTruthy();
  });

  it('a game with provisional points links to its rankings, a final one to its result', async () => {
    const provisional = buildHistoryTeam(4, { gameweeks: [{ ...buildWeek(4, 88), settled: false }] });
    const history = fakeResponse(managerHistory, { teams: [provisional, buildHistoryTeam(3)] });
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
    expect(await files[0]!.text()).toContain(buildHistoryCsv(HISTORY, []));
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
      return { teams: HISTORY };
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
