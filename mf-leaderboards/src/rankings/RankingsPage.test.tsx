import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { answer, type FakeAnswer, type FakeCall } from '@touchline/host/testing/fake-answers';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildGame, buildLeaderboard, buildRow, gameId, walletOf } from '../testing/build.ts';
import { openPage } from '../testing/open-page.tsx';

const running = buildGame(3);
const next = buildGame(4, { status: 'UPCOMING' });
const season = buildGame(1, { game_type: 'SEASON', name: 'Season 2026', entry_fee: '500' });

/** Weekly games 3 (running) and 4, a season game, no tournaments. */
const games = answer(listGames, ({ query }) => {
  const found = { WEEKLY: [next, running], SEASON: [season] }[query.game_type ?? ''] ?? [];
  return { games: found, total: found.length };
});

const rows = [1, 2, 3, 4].map((n) => buildRow(n));
const three = answer(leaderboard, buildLeaderboard(rows));

function open(answers: FakeAnswer[], at = '/rankings', state?: unknown) {
  const host = createFakeHost({ answers: [games, ...answers] });
  openPage(host, at, state);
  return host;
}

/** Answers standings and remembers what was asked. */
function recorded(
  reply: (call: FakeCall) => ReturnType<typeof buildLeaderboard> = () => buildLeaderboard(rows),
) {
  const calls: FakeCall[] = [];
  const given = answer(leaderboard, (call) => {
    calls.push(call);
    return reply(call);
  });
  return { calls, given };
}

const address = () => screen.getByTestId('address').textContent;
const bodyRows = async () => {
  const table = await screen.findByRole('table');
  return within(table).getAllByRole('row').slice(1);
};

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('RankingsPage', () => {
  it('SHELL-11 opens for a guest', async () => {
    const host = open([three]);
    expect(await bodyRows()).toHaveLength(4);
    expect(host.visits).toEqual([]);
  });

  it('RANK-01 has a section each for season, weekly and tournaments, with its own leaderboard', async () => {
    const { calls, given } = recorded();
    open([given]);
    await bodyRows();
    expect(calls.at(-1)?.params.id).toBe(running.id);
    fireEvent.click(screen.getByRole('radio', { name: 'Season' }));
    await waitFor(() => expect(calls.at(-1)?.params.id).toBe(season.id));
    expect(address()).toBe('/rankings?section=season');
    fireEvent.click(screen.getByRole('radio', { name: 'Tournaments' }));
    expect(await screen.findByText('No Tournaments Available')).toBeTruthy();
  });

  it('RANK-02 says a message of the navigation state once, titled "Success!"', async () => {
    const host = open([three], '/rankings?section=season', { message: 'You are in.' });
    await waitFor(() =>
      expect(host.notices).toEqual([{ kind: 'success', title: 'Success!', message: 'You are in.' }]),
    );
    expect(host.visits).toEqual([{ to: '/rankings?section=season', replace: true, state: null }]);
    await bodyRows();
    expect(host.notices).toHaveLength(1);
  });

  it('RANK-03 offers 10, 25, 50, 75 and 100 per page and asks for 50', async () => {
    const { calls, given } = recorded();
    open([given]);
    await bodyRows();
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Per page' });
    expect([...choice.options].map((option) => option.value)).toEqual(['10', '25', '50', '75', '100']);
    expect(choice.value).toBe('50');
    expect(calls[0]?.query.limit).toBe('50');
    fireEvent.change(choice, { target: { value: '10' } });
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ limit: '10', page: '1' }));
    expect(address()).toBe('/rankings?per_page=10');
  });

  it('RANK-03 pages on the server, and the address keeps the page', async () => {
    const { calls, given } = recorded(() => buildLeaderboard(rows, { total: 120 }));
    open([given]);
    await bodyRows();
    fireEvent.click(screen.getByRole('button', { name: 'next page' }));
    await waitFor(() => expect(calls.at(-1)?.query.page).toBe('2'));
    expect(address()).toBe('/rankings?page=2');
  });

  it('RANK-03 claims no count and no time before the next page is there', async () => {
    let respond = () => {};
    const { given } = recorded(() => buildLeaderboard(rows, { total: 120 }));
    const slow = answer(leaderboard, async (call) => {
      if (call.query.page === '2')
        await new Promise<void>((done) => {
          respond = done;
        });
      return given.reply(call) as ReturnType<typeof buildLeaderboard>;
    });
    open([slow]);
    await bodyRows();
    expect(screen.getByText('120 teams')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'next page' }));
    await waitFor(() => expect(address()).toBe('/rankings?page=2'));
    expect(screen.queryByText('120 teams')).toBeNull();
    expect(screen.queryByText(/^Updated/)).toBeNull();
    expect(screen.getByText('Loading')).toBeTruthy();
    respond();
    expect(await screen.findByText(/^Updated \d\d:\d\d:\d\d$/)).toBeTruthy();
  });

  it('RANK-03 goes back to the last page when there are fewer', async () => {
    const { given } = recorded(({ query }) => buildLeaderboard(query.page === '1' ? rows : [], { total: 4 }));
    open([given], '/rankings?page=9');
    expect(await bodyRows()).toHaveLength(4);
    expect(address()).toBe('/rankings');
  });

  it('RANK-04 searches team name or wallet on the server, from the first page', async () => {
    const { calls, given } = recorded();
    open([given], '/rankings?page=1&per_page=10');
    await bodyRows();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: ' Team 2 ' } });
    await waitFor(() =>
      expect(calls.at(-1)?.query).toMatchObject({ search: 'Team 2', page: '1', limit: '10' }),
    );
    expect(address()).toBe('/rankings?per_page=10&search=Team+2');
  });

  it('RANK-04 leaves the field alone while one types on: the search has no space at its end', async () => {
    open([three]);
    await bodyRows();
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
    fireEvent.change(field, { target: { value: 'Team ' } });
    await waitFor(() => expect(address()).toBe('/rankings?search=Team'));
    expect(field.value).toBe('Team ');
    fireEvent.change(field, { target: { value: 'Team 2' } });
    await waitFor(() => expect(address()).toBe('/rankings?search=Team+2'));
  });

  it('RANK-05 asks for stakers only', async () => {
    const { calls, given } = recorded();
    open([given]);
    await bodyRows();
    expect(calls[0]?.query.staked_only).toBeUndefined();
    fireEvent.click(screen.getByRole('switch', { name: 'Staked Only' }));
    await waitFor(() => expect(calls.at(-1)?.query.staked_only).toBe('true'));
  });

  it('RANK-06 sorts by each of the four values, and the other way round', async () => {
    const { calls, given } = recorded();
    open([given]);
    await bodyRows();
    for (const [label, sort_by] of [
      ['Gameweek Points', 'gameweek_points'],
      ['Coefficient', 'coefficient'],
      ['Team Value', 'team_value'],
    ]) {
      fireEvent.click(screen.getByRole('button', { name: label as string }));
      await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ sort_by, sort_order: 'desc' }));
    }
    fireEvent.click(screen.getByRole('button', { name: 'Team Value' }));
    await waitFor(() =>
      expect(calls.at(-1)?.query).toMatchObject({ sort_by: 'team_value', sort_order: 'asc' }),
    );
    const head = screen.getByRole('columnheader', { name: 'Team Value' });
    expect(head.getAttribute('aria-sort')).toBe('ascending');
  });

  it('RANK-07 marks the first three ranks with an icon, and coefficients above 1.2', async () => {
    const coefficients = [1.25, 1.2, 1.05, 1];
    const list = rows.map((row, at) => ({ ...row, coefficient_applied: coefficients[at] ?? 1 }));
    open([answer(leaderboard, buildLeaderboard(list))]);
    const cells = (await bodyRows()).map((row) => within(row));
    expect(cells.map((row) => row.queryByRole('img')?.getAttribute('aria-label') ?? null)).toEqual([
      'First place',
      'Second place',
      'Third place',
      null,
    ]);
    const strong = cells.map((row) => row.getByText(/x$/).closest('[data-emphasised]'));
    expect(strong.map((badge) => badge?.getAttribute('data-emphasised'))).toEqual([
      'true',
      'false',
      'false',
      'false',
    ]);
  });

  it('RANK-08 shows earned points to one decimal and the fee without', async () => {
    open(
      [answer(leaderboard, buildLeaderboard([buildRow(1, { earned_points: 12.34 })]))],
      '/rankings?section=season',
    );
    const [row] = await bodyRows();
    expect(within(row as HTMLElement).getByText('12.3')).toBeTruthy();
    expect(screen.getByText('Entry fee: 500 FOOTBALL')).toBeTruthy();
  });

  it('RANK-09 keeps the game of the address, and the default one otherwise', async () => {
    const { calls, given } = recorded();
    open([given], `/rankings?game=${next.id}`);
    await bodyRows();
    expect(calls.map((call) => call.params.id)).toEqual([next.id]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Game' }), { target: { value: running.id } });
    await waitFor(() => expect(calls.at(-1)?.params.id).toBe(running.id));
  });

  it('RANK-11 shows a failed load, and loads again on demand', async () => {
    let down = true;
    const { given } = recorded(() => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Down for a moment');
      return buildLeaderboard(rows);
    });
    open([given]);
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await bodyRows()).toHaveLength(4);
  });

  it('RANK-11 shows the same when the games do not load', async () => {
    const host = createFakeHost();
    openPage(host, '/rankings');
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
  });

  it('RANK-11 keeps the standings it has when a refresh fails, and says so', async () => {
    let down = false;
    const { given } = recorded(() => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Down for a moment');
      return buildLeaderboard(rows);
    });
    const host = open([given]);
    await bodyRows();
    down = true;
    act(() => host.emit({ topic: 'leaderboard', game_id: running.id, gameweek: 3 }));
    expect(
      (await screen.findByText(/Failed to load leaderboard\. These are the standings/)).textContent,
    ).toMatch(/of \d\d:\d\d:\d\d; trying again/);
    expect(await bodyRows()).toHaveLength(4);
  });

  it.each([
    ['season', 'No Season Games Available'],
    ['weekly', 'No Weekly Games Available'],
    ['tournaments', 'No Tournaments Available'],
  ])('RANK-12 says that there are no games in %s', async (section, title) => {
    open([answer(listGames, { games: [], total: 0 })], `/rankings?section=${section}`);
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('RANK-12 says that nobody is there, and what to do', async () => {
    const host = open([answer(leaderboard, buildLeaderboard([]))]);
    expect(await screen.findByText('No players found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Choose a game' }));
    expect(host.visits.at(-1)?.to).toBe('/choose-game');
  });

  it('RANK-12 offers to clear the filters when they hide everybody', async () => {
    const { given } = recorded(({ query }) => buildLeaderboard(query.search ? [] : rows));
    open([given], '/rankings?search=nobody');
    expect(await screen.findByText('No players found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await bodyRows()).toHaveLength(4);
  });

  it.each([
    ['an object where the list should be', { ...buildLeaderboard([]), leaderboard: { row: 1 } }],
    ['an empty object', {}],
    ['nothing', null],
  ])('RANK-13 takes %s as an empty leaderboard', async (_, data) => {
    open([{ endpoint: leaderboard, reply: () => data }]);
    expect(await screen.findByText('No players found')).toBeTruthy();
  });

  it('RANK-13 does not take another broken answer as an empty one', async () => {
    open([{ endpoint: leaderboard, reply: () => ({ ...buildLeaderboard(rows), summary: 'none' }) }]);
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
  });

  it.each([
    ['up', true],
    ['down', false],
  ])('RANK-10 loads again every 30 seconds while the stream is %s', async (_, connected) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls, given } = recorded();
    const host = open([given]);
    act(() => host.live.set({ connected }));
    await bodyRows();
    expect(calls).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(calls).toHaveLength(2);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(calls).toHaveLength(3);
  });

  it('loads again at once when these standings changed, and not when others did', async () => {
    const { calls, given } = recorded();
    const host = open([given]);
    await bodyRows();
    act(() => host.emit({ topic: 'leaderboard', game_id: gameId(8), gameweek: 3 }));
    act(() => host.emit({ topic: 'leaderboard', game_id: running.id, gameweek: 3 }));
    await waitFor(() => expect(calls).toHaveLength(2));
    act(() => host.emit({ topic: 'reset' }));
    await waitFor(() => expect(calls).toHaveLength(3));
  });

  it('shows the new order and points when they arrive', async () => {
    let goal = false;
    const { given } = recorded(() =>
      buildLeaderboard(
        goal
          ? [buildRow(2, { rank: 1, earned_points: 120 }), buildRow(1, { rank: 2 }), buildRow(3), buildRow(4)]
          : rows,
      ),
    );
    const host = open([given]);
    await bodyRows();
    goal = true;
    act(() => host.emit({ topic: 'leaderboard', game_id: running.id, gameweek: 3 }));
    expect((await screen.findAllByText('120.0')).length).toBeGreaterThan(0);
    const names = (await bodyRows()).map((row) => within(row).getByText(/^Team/).textContent);
    expect(names.slice(0, 2)).toEqual(['Team 2', 'Team 1']);
  });

  it('API-28 asks for the latest season, a hundred weekly games and all tournaments, the latest first', async () => {
    const asked: FakeCall['query'][] = [];
    const tournaments = Array.from({ length: 130 }, (_, n) =>
      buildGame(3, { id: gameId(n + 1), game_type: 'TOURNAMENT', name: `Cup ${n + 1}` }),
    );
    open([
      three,
      answer(listGames, ({ query }) => {
        asked.push(query);
        const all = query.game_type === 'TOURNAMENT' ? tournaments : [running];
        const from = (Number(query.page) - 1) * Number(query.limit);
        return { games: all.slice(from, from + Number(query.limit)), total: all.length };
      }),
    ]);
    await bodyRows();
    for (const section of ['Season', 'Tournaments']) {
      fireEvent.click(screen.getByRole('radio', { name: section }));
      await bodyRows();
    }
    const sort = { sort_by: 'start_time', sort_order: 'DESC' };
    expect(asked).toEqual([
      { game_type: 'WEEKLY', limit: '100', page: '1', ...sort },
      { game_type: 'SEASON', limit: '1', page: '1', ...sort },
      { game_type: 'TOURNAMENT', limit: '100', page: '1', ...sort },
      { game_type: 'TOURNAMENT', limit: '100', page: '2', ...sort },
    ]);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Game' }).options).toHaveLength(130);
  });

  it('API-41 asks games and standings once in 5 minutes, however often one comes back to them', async () => {
    const asked: string[] = [];
    const { calls, given } = recorded();
    open([
      given,
      answer(listGames, ({ query }) => {
        asked.push(query.game_type ?? '');
        return { games: query.game_type === 'SEASON' ? [season] : [running], total: 1 };
      }),
    ]);
    await bodyRows();
    for (const section of ['Season', 'Weekly', 'Season', 'Weekly']) {
      fireEvent.click(screen.getByRole('radio', { name: section }));
      await bodyRows();
    }
    expect(asked).toEqual(['WEEKLY', 'SEASON']);
    expect(calls.map((call) => call.params.id)).toEqual([running.id, season.id]);
  });

  it('DATA-13 shows the summary', async () => {
    open([three]);
    await bodyRows();
    for (const [label, value] of [
      ['Players', '4'],
      ['Top score', '99.0'],
      ['Average score', '97.5'],
      ['Gameweek', '3'],
    ])
      expect(screen.getByText(label as string, { selector: 'span' }).parentElement?.textContent).toBe(
        `${label}${value}`,
      );
  });

  it('DATA-11 shows team name with the short wallet under it', async () => {
    open([three]);
    const [first] = await bodyRows();
    expect(first?.textContent).toContain('Team 1');
    expect(first?.textContent).toContain('0x0000...0001');
  });
});

describe('the own row', () => {
  const signedIn = (me: ReturnType<typeof buildRow>) => {
    const host = createFakeHost({
      user: fakeUser({ wallet_address: me.wallet_address }),
      answers: [games, answer(leaderboard, buildLeaderboard(rows, { me, total: 300 }))],
    });
    openPage(host, '/rankings');
    return host;
  };

  it('DATA-12 is marked where it stands', async () => {
    signedIn(buildRow(2));
    const mine = (await bodyRows()).filter((row) => row.dataset.me);
    expect(mine.map((row) => within(row).getByText(/^Team/).textContent)).toEqual(['Team 2']);
    expect(within(mine[0] as HTMLElement).getByText('You')).toBeTruthy();
  });

  it('is shown with its rank when it is on another page', async () => {
    signedIn(buildRow(231));
    const own = await screen.findByRole('rowgroup', { name: 'Your rank' });
    expect(own.textContent).toContain('231');
    expect(own.textContent).toContain('Team 231');
    expect(screen.getByText('You are ranked 231 with -131.0 points').getAttribute('aria-live')).toBe(
      'polite',
    );
  });

  it('is loaded again for whoever signs in', async () => {
    const { calls, given } = recorded();
    const host = open([given]);
    await bodyRows();
    act(() => host.session.set({ status: 'player', user: fakeUser({ wallet_address: walletOf(1) }) }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect((await bodyRows())[0]?.dataset.me).toBe('true');
  });
});

describe('on a phone', () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
  beforeEach(() => happyDOM.setViewport({ width: 360 }));
  afterEach(() => happyDOM.setViewport({ width: 1024 }));

  it('shows a card per team', async () => {
    open([three]);
    const list = await screen.findByRole('list', { name: 'Standings' });
    expect(within(list).getAllByText(/^Team \d/)).toHaveLength(4);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
