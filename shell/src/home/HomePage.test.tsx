import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { bootstrap, currentGameweek } from '@touchline/api/http/fpl';
import { HostProvider } from '@touchline/host/host';
import { createFakeHost, FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildUser, GAMEWEEK, makeToken } from '../testing/server.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { ALICE_ADDRESS, BOB_ADDRESS } from '../testing/test-wallet.ts';
import { Links } from './Links.tsx';

const page = shellUnderTest();

function signIn() {
  page.server.signedInAs = ALICE_ADDRESS;
  localStorage.setItem('auth_token', makeToken(ALICE_ADDRESS));
  localStorage.setItem('user_data', JSON.stringify(buildUser(ALICE_ADDRESS)));
}
const failWith503 = (call: string) =>
  page.server.fails.set(call, new TouchlineError('INTERNAL', 'No.', { status: 503 }));

const SOURCES = ['GET /games/gameweeks/current', 'GET /fpl/gameweek/current', 'GET /fpl/bootstrap'];
function failEverySource() {
  for (const call of SOURCES)
    page.server.fails.set(call, new TouchlineError('NOT_FOUND', 'No.', { status: 404 }));
}

describe('home page', () => {
  test('HOME-01 the home page presents the game with the fixed figures', async () => {
    page.open();
    for (const point of ['Build a dream team', 'Stake tokens', 'Compete for prizes'])
      expect(await screen.findByRole('heading', { name: point })).toBeTruthy();
    const figures = screen.getAllByRole('term').map((caption) => [caption, caption.nextElementSibling]);
    expect(figures.slice(0, 3).map((pair) => pair.map((each) => each?.textContent))).toEqual([
      ['Prize pool', '10M+ FOOTBALL'],
      ['Active players', '50K+'],
      ['Games played', '100K+'],
    ]);
  });

  test('HOME-02 the home page shows "Loading", then the gameweek', async () => {
    page.open();
    expect(await screen.findByText('Loading')).toBeTruthy();
    expect(await screen.findByText('GW12')).toBeTruthy();
  });

  test('HOME-02 the gameweek is fetched from the feed if the games service is unavailable', async () => {
    failWith503('GET /games/gameweeks/current');
    const gameweek = { ...GAMEWEEK, id: 13 };
    page.server.responses = [fakeResponse(currentGameweek, { gameweek })];
    page.open();
    expect(await screen.findByText('Loading')).toBeTruthy();
    expect(await screen.findByText('GW13')).toBeTruthy();
    expect(page.server.count('GET /fpl/gameweek/current')).toBe(1);
  });

  test('API-09 HOME-02 the gameweek flagged in the bootstrap is used if no endpoint has the current one', async () => {
    const unknown = new TouchlineError('NOT_FOUND', 'No.', { status: 404 });
    for (const call of ['GET /games/gameweeks/current', 'GET /fpl/gameweek/current'])
      page.server.fails.set(call, unknown);
    const gameweeks = [GAMEWEEK, { ...GAMEWEEK, id: 14 }].map((each) => ({
      ...each,
      is_current: each.id === 14,
    }));
    const season = { season: '2026', updated_at: '2026-08-01T10:00:00.000Z', stale: false };
    page.server.responses = [fakeResponse(bootstrap, { players: [], teams: [], gameweeks, ...season })];
    page.open();
    expect(await screen.findByText('GW14')).toBeTruthy();
  });

  test('the gameweek is shown as unknown if no source has it', async () => {
    failEverySource();
    page.open();
    expect(await screen.findByText('Unknown')).toBeTruthy();
  });

  test('HOME-03 the button copies the token address and shows "Copied!" for two seconds', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    page.open();
    expect(await screen.findByText(FAKE_CONFIG.token.address)).toBeTruthy();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'Copy address' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(writeText).toHaveBeenCalledWith(FAKE_CONFIG.token.address);
    expect(screen.getByText('Copied!')).toBeTruthy();
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Copied');
    await act(() => vi.advanceTimersByTimeAsync(1_900));
    expect(screen.getByText('Copied!')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.queryByText('Copied!')).toBeNull();
  });

  test('HOME-04 the home page has one social link and three cards', async () => {
    page.open();
    const cards = within(await screen.findByRole('list', { name: 'Links' })).getAllByRole('link');
    expect(cards.map((card) => card.getAttribute('href'))).toEqual([
      FAKE_CONFIG.links.analytics,
      FAKE_CONFIG.links.white_paper,
      FAKE_CONFIG.links.trading_tools,
    ]);
    expect(screen.getByRole('link', { name: /Follow Touchline/ }).getAttribute('href')).toBe(
      FAKE_CONFIG.links.social,
    );
  });

  test('HOME-04 a link without an address is disabled and says that it is not published yet', () => {
    const links = { analytics: '', white_paper: '', trading_tools: '', social: '' };
    render(<Links />, {
      wrapper: ({ children }) => (
        <HostProvider host={createFakeHost({ config: { links } })}>{children}</HostProvider>
      ),
    });
    const shown = screen.getAllByRole('link');
    expect(shown).toHaveLength(4);
    for (const link of shown) {
      expect([link.getAttribute('href'), link.getAttribute('aria-disabled')]).toEqual([null, 'true']);
      expect(link.textContent).toMatch(/Not published yet\.$/);
    }
  });
});

describe('home page of a player', () => {
  beforeEach(signIn);

  test('HOME-05 the home page welcomes the player, who can start', async () => {
    page.open();
    expect(await screen.findByText('Welcome back, Player!')).toBeTruthy();
    const start = await screen.findByRole('button', { name: 'Start Playing Now' });
    fireEvent.click(start);
    expect(window.location.pathname).toBe('/choose-game');
  });

  test('HOME-06 the player can start only after the gameweek has loaded', async () => {
    const respond = page.server.hold('GET /games/gameweeks/current');
    page.open();
    const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Loading FPL Data...' });
    expect(start.disabled).toBe(true);
    expect(screen.getByText('Loading')).toBeTruthy();
    respond();
    expect(await screen.findByRole('button', { name: 'Start Playing Now' })).toBeTruthy();
  });

  test('HOME-06 if no source knows the gameweek, the button offers to try again until one does, as the figure says', async () => {
    failEverySource();
    page.open();
    // The matches, which need the gameweek, have another one below.
    const [retry] = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Try Again' });
    expect(screen.getByText('Unknown')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Loading FPL Data...' })).toBeNull();
    page.server.fails.clear();
    const respond = page.server.hold('GET /games/gameweeks/current');
    fireEvent.click(retry!);
    await waitFor(() => expect(retry?.hasAttribute('data-loading')).toBe(true));
    expect(screen.getByText('Unknown')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Loading FPL Data...' })).toBeNull();
    respond();
    expect(await screen.findByRole('button', { name: 'Start Playing Now' })).toBeTruthy();
    expect(screen.getByText('GW12')).toBeTruthy();
  });

  test('HOME-08 the home page redirects a player who came to join to the chooser', async () => {
    page.open({ state: { showGameModes: true } });
    await waitFor(() => expect(window.location.pathname).toBe('/choose-game'));
  });
});

test('a visitor who was redirected to the home page returns after signing in', async () => {
  signIn();
  page.open({ state: { returnTo: '/rankings?section=season', ended: false, wallet: null } });
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe('/rankings?section=season'),
  );
});

test('a player who was redirected from a page of another wallet stays on the home page', async () => {
  signIn();
  page.open({ state: { returnTo: '/team-view/1', ended: false, wallet: BOB_ADDRESS } });
  await screen.findByText('Welcome back, Player!');
  expect(window.location.pathname).toBe('/');
});

describe('home page of a guest', () => {
  test('HOME-07 the home page prompts the guest to connect a wallet', async () => {
    page.open();
    expect(await screen.findByText('Connect your wallet to get started')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Wallet control' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start Playing Now' })).toBeNull();
  });

  test('HOME-08 the home page shows the connect panel to a guest who came to join', async () => {
    page.open({ state: { showGameModes: true } });
    expect(await screen.findByText('Connect your wallet to join games')).toBeTruthy();
    expect(window.location.pathname).toBe('/');
  });
});
