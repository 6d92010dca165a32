import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { bootstrap } from '@touchline/api/http/fpl';
import { getGame } from '@touchline/api/http/games';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse, fakeRetry } from '@touchline/host/testing/fake-responses';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHOSEN_GAME_KEY } from '../game/chosen-game.ts';
import { buildBootstrap, buildGame, buildParticipation } from '../testing/fixtures.ts';
import { createLateTeams } from '../testing/late-teams.ts';
import {
  button,
  clubPlayerName,
  createBuilderHost,
  dialog,
  game,
  openBuilder,
  pick,
  press,
  slot,
  slotText,
} from '../testing/open-builder.tsx';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

const weekly = { gameMode: 'weekly', gameId: game.id };
const save = (choice: unknown) => sessionStorage.setItem(CHOSEN_GAME_KEY, JSON.stringify(choice));
const saved = () => sessionStorage.getItem(CHOSEN_GAME_KEY);
const setPath = (path: string) => window.history.replaceState(null, '', path);

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    'http://localhost/team-build',
  );
});

describe('TeamBuildPage', () => {
  it.each([
    ['gameMode', { gameMode: 'weekly', gameId: game.id }],
    ['selectedMode', { selectedMode: 'weekly', gameId: game.id }],
  ])('BUILD-01 the page opens the mode in %s and keeps it for a reload', async (_, state) => {
    await openBuilder({ state });
    expect(screen.getByText('Gameweek 3')).toBeTruthy();
    expect(JSON.parse(saved() ?? '')).toEqual({ mode: 'weekly', game_id: game.id });
    cleanup();
    await openBuilder({ state: null });
    expect(screen.getByText('Gameweek 3')).toBeTruthy();
  });

  it('BUILD-01 the page restores mode and tournament', async () => {
    const cup = buildGame(8, 1, { game_type: 'TOURNAMENT', name: 'Friday Night Cup', entry_fee: '1000' });
    save({ mode: 'tournament', tournament: { id: cup.id, name: 'Friday Night Cup' } });
    await openBuilder({ state: null, game: cup });
    expect(screen.getByText('Friday Night Cup')).toBeTruthy();
  });

  it('BUILD-02 a guest without a saved mode is redirected to /', async () => {
    const { host } = createBuilderHost({ host: { user: null } });
    openPage(host, '/team-build');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('BUILD-03 a guest with a saved mode has two seconds to sign in', () => {
    vi.useFakeTimers();
    save({ mode: 'weekly' });
    const { host } = createBuilderHost({ host: { user: null } });
    openPage(host, '/team-build');
    act(() => vi.advanceTimersByTime(1999));
    expect(host.visits).toEqual([]);
    act(() => vi.advanceTimersByTime(1));
    expect(host.visits).toEqual([{ to: '/', replace: true }]);
  });

  it('BUILD-03 signing in within that time prevents the redirect', () => {
    vi.useFakeTimers();
    save({ mode: 'weekly', game_id: game.id });
    const { host } = createBuilderHost({ host: { user: null } });
    openPage(host, '/team-build');
    act(() => vi.advanceTimersByTime(1500));
    act(() => host.session.set({ status: 'player', user: fakeUser() }));
    act(() => vi.advanceTimersByTime(5000));
    expect(host.visits).toEqual([]);
  });

  it('BUILD-04 a corrupt choice is cleared and redirects to /', async () => {
    sessionStorage.setItem(CHOSEN_GAME_KEY, '{nonsense');
    const { host } = createBuilderHost();
    openPage(host, '/team-build');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
    expect(saved()).toBeNull();
  });

  it('BUILD-05 leaving clears the mode, but opening a team keeps it', async () => {
    const first = await openBuilder();
    setPath('/team-view/1');
    first.view.unmount();
    expect(saved()).not.toBeNull();
    const second = await openBuilder();
    setPath('/fixtures');
    second.view.unmount();
    expect(saved()).toBeNull();
  });

  it('OPEN-31 a player without a mode is redirected to the chooser', async () => {
    const { host } = createBuilderHost();
    openPage(host, '/team-build');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/choose-game', replace: true }]));
  });

  it('BUILD-07 the page loads the data once and shows a spinner with a text', async () => {
    let loads = 0;
    const football = fakeResponse(bootstrap, () => {
      loads += 1;
      return buildBootstrap();
    });
    const { host } = createBuilderHost({ responses: [football] });
    openPage(host, '/team-build', weekly);
    const text = screen.getByText('Loading FPL data...');
    expect(text.closest('[role="status"]')?.querySelector('.mantine-Loader-root')).toBeTruthy();
    await screen.findByText('Team Builder');
    expect(screen.queryByText('Loading FPL data...')).toBeNull();
    expect(loads).toBe(1);
  });

  it('BUILD-08 a load failure is shown, and "Retry" reloads the page', async () => {
    const failing = fakeResponse(bootstrap, () => {
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The feed is late.');
    });
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const { host } = createBuilderHost({ responses: [failing] });
    openPage(host, '/team-build', weekly);
    expect(await screen.findByText('Failed to Load FPL Data')).toBeTruthy();
    expect(screen.getByText('The feed is late.')).toBeTruthy();
    press('Retry');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('BUILD-08 a failed load is repeated when the connection returns', async () => {
    let online = false;
    const shaky = fakeResponse(bootstrap, () => {
      if (!online) throw new TouchlineError('NETWORK_ERROR', 'No connection.', { status: 0 });
      return buildBootstrap();
    });
    const { host } = createBuilderHost({ responses: [shaky] });
    openPage(host, '/team-build', weekly);
    await screen.findByText('Failed to Load FPL Data');
    window.dispatchEvent(new Event('offline'));
    online = true;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Team Builder')).toBeTruthy();
  });

  it('BUILD-08 an error without a message shows the default text', async () => {
    const { host } = createBuilderHost();
    vi.spyOn(host.api, 'request').mockRejectedValue(new Error(''));
    openPage(host, '/team-build', weekly);
    expect(await screen.findByText('Failed to load FPL data')).toBeTruthy();
  });

  it('BUILD-09 a game that failed to load can be loaded again and is not shown as "No game selected"', async () => {
    let broken = true;
    const shaky = fakeResponse(getGame, () => {
      if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
      return { game };
    });
    const { host } = createBuilderHost({ responses: [shaky] });
    openPage(host, '/team-build', weekly);
    expect(await screen.findByText('Failed to load the game')).toBeTruthy();
    expect(screen.queryByText('No game selected')).toBeNull();
    broken = false;
    press('Try Again');
    expect(await screen.findByText('Gameweek 3')).toBeTruthy();
  });

  it('the builder and its dialog stay open while the list of teams, which failed to load, is loaded again', async () => {
    const { response, returnToPage } = createLateTeams([buildParticipation(1)]);
    await openBuilder({ responses: [response] });
    fireEvent.click(slot('gk-1'));
    const picker = await dialog();
    await returnToPage();
    expect(await screen.findByText('Copy last team')).toBeTruthy();
    expect(picker.isConnected).toBe(true);
  });

  it('the builder of an unknown game stays open while the game is requested again', async () => {
    const unknown = fakeRetry(getGame, new TouchlineError('NOT_FOUND', 'No such game.'));
    const { host } = await openBuilder({ responses: [unknown.response] });
    const goalkeeper = slot('gk-1');
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(unknown.count()).toBe(2));
    unknown.release();
    await waitFor(() => expect(host.queryClient.isFetching()).toBe(0));
    expect(goalkeeper.isConnected).toBe(true);
  });

  it('another wallet in the same tab does not see the draft', async () => {
    const { host } = await openBuilder();
    await pick(clubPlayerName(1, 0));
    expect(screen.getByText('1/15')).toBeTruthy();
    const wallet_address = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
    act(() => host.session.set({ status: 'player', user: fakeUser({ wallet_address }) }));
    expect(screen.queryByText('1/15')).toBeNull();
    expect(await screen.findByText('0/15')).toBeTruthy();
    cleanup();
    await openBuilder({ host: { user: fakeUser({ wallet_address }) } });
    expect(screen.getByText('0/15')).toBeTruthy();
    cleanup();
    await openBuilder();
    expect(screen.getByText('1/15')).toBeTruthy();
  });

  it('the draft survives a reload and the end of the tab, until its game is over', async () => {
    await openBuilder();
    await pick(clubPlayerName(3, 12));
    press('4-4-2');
    cleanup();
    await openBuilder({ state: null });
    expect(slotText('fwd-1')).toContain(clubPlayerName(3, 12));
    expect(button('4-4-2').getAttribute('aria-pressed')).toBe('true');
    cleanup();
    sessionStorage.clear();
    await openBuilder();
    expect(slotText('fwd-1')).toContain(clubPlayerName(3, 12));
    cleanup();
    await openBuilder({ host: { now: () => Date.parse(game.end_time) } });
    expect(screen.getByText('0/15')).toBeTruthy();
  });
});
