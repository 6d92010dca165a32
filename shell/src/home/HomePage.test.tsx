import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { bootstrap, currentGameweek } from '@touchline/api/http/fpl';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GAMEWEEK, makeToken, userOf } from '../testing/server.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';

const page = shellUnderTest();

function signIn() {
  page.server.signedInAs = ALICE_ADDRESS;
  localStorage.setItem('auth_token', makeToken(ALICE_ADDRESS));
  localStorage.setItem('user_data', JSON.stringify(userOf(ALICE_ADDRESS)));
}
const failWith503 = (call: string) =>
  page.server.fails.set(call, new TouchlineError('INTERNAL', 'No.', { status: 503 }));

describe('the home page', () => {
  test('HOME-01 pitches the game, with the fixed figures', () => {
    page.open();
    for (const point of ['Build a dream team', 'Stake tokens', 'Compete for prizes'])
      expect(screen.getByRole('heading', { name: point })).toBeTruthy();
    for (const figure of ['10M+ FOOTBALL', '50K+', '100K+']) expect(screen.getByText(figure)).toBeTruthy();
  });

  test('HOME-02 "Loading", then the gameweek', async () => {
    page.open();
    expect(screen.getByText('Loading')).toBeTruthy();
    expect(await screen.findByText('GW12')).toBeTruthy();
  });

  test('HOME-02 asks the feed if the games service does not answer', async () => {
    failWith503('GET /games/gameweeks/current');
    const gameweek = { ...GAMEWEEK, id: 13 };
    page.server.answers = [fakeResponse(currentGameweek, { gameweek })];
    page.open();
    expect(screen.getByText('Loading')).toBeTruthy();
    expect(await screen.findByText('GW13')).toBeTruthy();
    expect(page.server.count('GET /fpl/gameweek/current')).toBe(1);
  });

  test('API-09 HOME-02 takes the gameweek that the bootstrap flags if no call has the current one', async () => {
    const unknown = new TouchlineError('NOT_FOUND', 'No.', { status: 404 });
    for (const call of ['GET /games/gameweeks/current', 'GET /fpl/gameweek/current'])
      page.server.fails.set(call, unknown);
    const gameweeks = [GAMEWEEK, { ...GAMEWEEK, id: 14 }].map((each) => ({
      ...each,
      is_current: each.id === 14,
    }));
    const season = { season: '2026', updated_at: '2026-08-01T10:00:00.000Z', stale: false };
    page.server.answers = [fakeResponse(bootstrap, { players: [], teams: [], gameweeks, ...season })];
    page.open();
    expect(await screen.findByText('GW14')).toBeTruthy();
  });

  test('promises no gameweek while nobody can tell it', async () => {
    const unknown = new TouchlineError('NOT_FOUND', 'No.', { status: 404 });
    for (const call of ['GET /games/gameweeks/current', 'GET /fpl/gameweek/current', 'GET /fpl/bootstrap'])
      page.server.fails.set(call, unknown);
    page.open();
    expect(await screen.findByText('Not known')).toBeTruthy();
  });

  test('HOME-03 copies the token address and shows "Copied!" for two seconds', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    page.open();
    expect(screen.getByText(FAKE_CONFIG.token.address)).toBeTruthy();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'Copy address' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(writeText).toHaveBeenCalledWith(FAKE_CONFIG.token.address);
    expect(screen.getByText('Copied!')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText('Copied!')).toBeNull();
  });

  test('HOME-04 one social link and three cards', () => {
    page.open();
    const cards = within(screen.getByRole('list', { name: 'Links' })).getAllByRole('link');
    expect(cards.map((card) => card.getAttribute('href'))).toEqual([
      FAKE_CONFIG.links.analytics,
      FAKE_CONFIG.links.white_paper,
      FAKE_CONFIG.links.trading_tools,
    ]);
    expect(screen.getByRole('link', { name: /Follow Touchline/ }).getAttribute('href')).toBe(
      FAKE_CONFIG.links.social,
    );
  });
});

describe('a player', () => {
  beforeEach(signIn);

  test('HOME-05 is welcomed and can start', async () => {
    page.open();
    expect(await screen.findByText('Welcome back, Player!')).toBeTruthy();
    const start = await screen.findByRole('button', { name: 'Start Playing Now' });
    fireEvent.click(start);
    expect(window.location.pathname).toBe('/choose-game');
  });

  test('HOME-06 waits for the gameweek', async () => {
    failWith503('GET /games/gameweeks/current');
    failWith503('GET /fpl/gameweek/current');
    page.open();
    const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Loading FPL Data...' });
    expect(start.disabled).toBe(true);
  });

  test('HOME-08 who came to join is taken to the chooser', async () => {
    page.open({ state: { showGameModes: true } });
    await waitFor(() => expect(window.location.pathname).toBe('/choose-game'));
  });
});

test('who was sent home comes back after signing in', async () => {
  signIn();
  page.open({ state: { returnTo: '/rankings?section=season', ended: false } });
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe('/rankings?section=season'),
  );
});

describe('a guest', () => {
  test('HOME-07 is asked to connect a wallet', async () => {
    page.open();
    expect(await screen.findByText('Connect your wallet to get started')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Wallet control' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start Playing Now' })).toBeNull();
  });

  test('HOME-08 who came to join sees the connect panel', async () => {
    page.open({ state: { showGameModes: true } });
    expect(await screen.findByText('Connect your wallet to join games')).toBeTruthy();
    expect(window.location.pathname).toBe('/');
  });
});
