import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { type Game, listGames } from '@touchline/api/http/games';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it, vi } from 'vitest';
import { buildGame, buildParticipation, NOW } from '../testing/fixtures.ts';
import { createLateTeams } from '../testing/late-teams.ts';
import {
  ALL_FEATURES,
  findActionButton,
  findCard,
  gameCards,
  openChooser,
  season,
  tournament,
} from '../testing/open-chooser.tsx';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { createGamesResponse, noTeams } from '../testing/responses.ts';

resetBetweenTests();

describe('ChooseGamePage', () => {
  it('CHOOSE-01 a guest is redirected to /', async () => {
    const { host } = openChooser([], { host: { user: null } });
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('CHOOSE-01 the page waits while the session is restored', async () => {
    const games = createGamesResponse([buildGame(3)]);
    const host = createFakeHost({ now: () => NOW, responses: [games.response, noTeams] });
    host.session.set({ status: 'loading', user: null });
    openPage(host, '/choose-game');
    expect(games.requests).toEqual([]);
    act(() => host.session.set({ status: 'player', user: fakeUser() }));
    expect(await gameCards()).toHaveLength(2);
    expect(host.visits).toEqual([]);
  });

  it('CHOOSE-02 the page shows one card each for season, weekly and tournament', async () => {
    openChooser([season(), buildGame(3), buildGame(4, 200), tournament(24)]);
    expect(await gameCards()).toHaveLength(3);
    for (const title of ['Season', 'Weekly', 'Tournament'])
      expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  });

  it('CHOOSE-03 a panel shows how to boost the coefficient', async () => {
    openChooser([buildGame(3)]);
    await gameCards();
    const panel = within(screen.getByRole('region', { name: 'Boost Your Coefficient' }));
    expect(panel.getByText('Lock tokens before the season for multipliers')).toBeTruthy();
    expect(panel.getByText('3% APY')).toBeTruthy();
    expect(panel.getByText('Unlock at season end')).toBeTruthy();
  });

  it('CHOOSE-10 a game that an administrator completed early shows "Game ended" and no countdown', async () => {
    openChooser([buildGame(3, -1, { status: 'COMPLETED' })]);
    const weekly = await findCard('Weekly');
    expect(weekly.getByText('Game ended')).toBeTruthy();
    expect(weekly.queryByRole('timer')).toBeNull();
    expect((await findActionButton('Weekly')).textContent).toBe('Game Ended');
  });

  it('API-18 the joined games are requested in real time', async () => {
    const queries: unknown[] = [];
    const mine = fakeResponse(myParticipations, ({ query }) => {
      queries.push(query);
      return { participations: [] };
    });
    openChooser([buildGame(3)], { responses: [mine] });
    await waitFor(() => expect(queries).toEqual([{ realtime: 'true' }]));
  });

  it('CHOOSE-16 a failure to load the participations only causes a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const failing = fakeResponse(myParticipations, () => {
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
    });
    openChooser([buildGame(3)], { responses: [failing] });
    await waitFor(() => expect(warn).toHaveBeenCalled());
    expect((await findActionButton('Weekly')).textContent).toBe('Join');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('CHOOSE-16 the games stay while the participations, which failed to load, are loaded again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const game = buildGame(3);
    const { response, returnToPage } = createLateTeams([buildParticipation(1, { game, game_id: game.id })]);
    openChooser([game], { responses: [response] });
    const list = await screen.findByRole('list', { name: 'Games' });
    await returnToPage();
    await waitFor(async () => expect((await findActionButton('Weekly')).textContent).toBe('Joined'));
    expect(list.isConnected).toBe(true);
  });

  it('CHOOSE-16 participations that do not arrive within 5 s only cause a warning', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    // Fake timers do not move AbortSignal.timeout.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms);
      return controller.signal;
    });
    const requests: unknown[] = [];
    const hanging = fakeResponse(myParticipations, (request) => {
      requests.push(request);
      return new Promise<never>(() => {});
    });
    vi.setTimerTickMode('manual');
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    openChooser([buildGame(3)], { responses: [hanging] });
    while (requests.length === 0) await pass(1);
    await pass(4_999);
    expect(screen.getByRole('status', { name: 'Loading games' })).toBeTruthy();
    expect(requests).toHaveLength(1);
    expect(warn).not.toHaveBeenCalled();
    // The query notifies its page a millisecond after it fails.
    await pass(2);
    expect(warn).toHaveBeenCalled();
    vi.setTimerTickMode('interval');
    expect((await findActionButton('Weekly')).textContent).toBe('Join');
    expect(requests).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the chooser requests the seats of tournaments every 30 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let taken = 3;
    const { response, requests } = createGamesResponse([tournament(24)]);
    const games = fakeResponse(listGames, (request) => {
      const list = response.reply(request) as { games: Game[]; total: number };
      return { ...list, games: list.games.map((game) => ({ ...game, current_participants: taken })) };
    });
    openChooser([], { ...ALL_FEATURES, responses: [games] });
    const readTeams = async () => (await findCard('Tournament')).getByText('Teams').nextSibling?.textContent;
    expect(await readTeams()).toBe('3');
    taken = 4;
    const before = requests.length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(requests).toHaveLength(before);
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    await waitFor(async () => expect(await readTeams()).toBe('4'));
    expect(requests.slice(before).map(({ query }) => query.game_type ?? query.status)).toEqual([
      'TOURNAMENT',
      'UPCOMING',
      'ACTIVE',
    ]);
  });

  it('without an active or upcoming weekly game, the card shows the latest one, even after 20 others', async () => {
    const past = Array.from({ length: 25 }, (_, at) =>
      buildGame(at + 1, -200 * (26 - at), { status: 'COMPLETED' }),
    );
    const { requests } = openChooser(past);
    await waitFor(async () =>
      expect((await findCard('Weekly')).getByText('Gameweek 25', { exact: true })).toBeTruthy(),
    );
    expect(requests.at(-1)?.query).toMatchObject({ status: 'COMPLETED', limit: '1', sort_order: 'DESC' });
  });

  it('CHOOSE-17 a failure shows "Failed to load games", and "Try Again" loads again', async () => {
    let broken = true;
    const shaky = fakeResponse(listGames, () => {
      if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
      return { games: [], total: 0 };
    });
    openChooser([], { responses: [shaky] });
    expect(await screen.findByText('Failed to load games')).toBeTruthy();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await gameCards()).toHaveLength(1);
  });

  it('the chooser keeps its games when a refresh fails, shows their age and retries', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let broken = false;
    const { response } = createGamesResponse([buildGame(3)]);
    const shaky = fakeResponse(listGames, (request) => {
      if (broken && request.query.game_type === 'WEEKLY')
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
      return response.reply(request) as { games: Game[]; total: number };
    });
    const { host } = openChooser([], { responses: [shaky] });
    const cards = await gameCards();
    expect(screen.queryByText(/could not be refreshed/)).toBeNull();
    broken = true;
    act(() => host.emit({ topic: 'game', game_id: buildGame(3).id }));
    expect(
      await screen.findByText('The games could not be refreshed. Last updated 1 minute ago.'),
    ).toBeTruthy();
    expect(await gameCards()).toHaveLength(cards.length);
    broken = false;
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.queryByText(/could not be refreshed/)).toBeNull();
  });

  it('CHOOSE-18 an unavailable mode shows that it is coming soon', async () => {
    const { host } = openChooser([tournament(1)]);
    fireEvent.click(await screen.findByRole('button', { name: 'Tournament' }));
    expect(host.notices[0]?.message).toBe('Coming Soon! This feature will be available soon.');
    expect(host.visits).toEqual([]);
  });

  it('CHOOSE-18 joining without a wallet shows a message', async () => {
    const { host } = openChooser([buildGame(3)], {
      host: { wallet: { status: 'disconnected', address: null } },
    });
    fireEvent.click(await findActionButton('Weekly'));
    expect(host.notices[0]?.message).toBe('Please connect your wallet first to join games!');
    expect(host.visits).toEqual([]);
  });

  it('API-23 the cards send their five queries', async () => {
    const { requests } = openChooser([buildGame(3)]);
    await gameCards();
    const by = { sort_by: 'start_time' };
    const ofCards = requests.filter(({ query }) => query.game_type !== undefined);
    expect(ofCards.map((request) => request.query)).toEqual([
      { game_type: 'SEASON', limit: '1', ...by, sort_order: 'DESC' },
      { game_type: 'WEEKLY', status: 'ACTIVE', limit: '1', ...by, sort_order: 'DESC' },
      { game_type: 'WEEKLY', status: 'UPCOMING', limit: '1', ...by, sort_order: 'ASC' },
      { game_type: 'WEEKLY', limit: '20', ...by, sort_order: 'ASC' },
      { game_type: 'TOURNAMENT', limit: '5', ...by, sort_order: 'DESC' },
    ]);
  });

  it('a changed game causes a refetch', async () => {
    const { host, requests } = openChooser([buildGame(3)]);
    await gameCards();
    act(() => host.emit({ topic: 'game', game_id: buildGame(3).id }));
    await waitFor(() => expect(requests).toHaveLength(14));
  });
});
