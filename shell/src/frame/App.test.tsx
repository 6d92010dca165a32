import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import type { Remote, RemoteRoute } from '@touchline/api/http/remotes';
import { defineRemote, type RemoteModule } from '@touchline/host/remote';
import { notifications } from '@touchline/ui/notifications';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { use } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FederationRuntime } from '../remotes/loader.ts';
import { shellUnderTest, TestStream } from '../testing/shell-under-test.tsx';
import { App } from './App.tsx';

const page = shellUnderTest();
const remote = (name: string, ...routes: RemoteRoute[]): Remote => ({
  name,
  version: '1.0.0',
  manifest: `/remotes/${name}/1.0.0/mf-manifest.json`,
  routes,
  integrity: null,
  assets: [{ url: `/remotes/${name}/1.0.0/remoteEntry.js`, integrity: 'sha384-x' }],
});
const RANKINGS = remote('mf-leaderboards', {
  path: '/rankings',
  label: 'Rankings',
  order: 20,
  audience: 'everyone',
});
const TEAMS = remote(
  'mf-team-builder',
  { path: '/choose-game', audience: 'everyone' },
  { path: '/my-team', label: 'My Team', order: 10, audience: 'players' },
);

/** A runtime with these remotes, by scope; a function may fail. */
function runtimeWith(modules: Record<string, () => RemoteModule | Promise<RemoteModule>>): FederationRuntime {
  return {
    registerRemotes: () => {},
    registerPlugins: () => {},
    shareScopeMap: {},
    loadRemote: async (id) => ({ remote: await modules[id.split('/')[0] ?? '']?.() }) as never,
  };
}
const rankings = () => defineRemote({ '/rankings': () => <h1>The table</h1> });

let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  page.server.remotes = [RANKINGS, TEAMS];
});
afterEach(() => errors.mockRestore());

const main = () => within(screen.getByRole('navigation', { name: 'Main' }));

const fragile = { broken: false };
function Fragile() {
  if (fragile.broken) throw new Error('Oh');
  return <h1>The table</h1>;
}

const never = new Promise<never>(() => {});
const Waits = () => use(never);

/** Follows a link to a page whose code must be loaded first. */
const follow = (link: HTMLElement) => act(async () => void fireEvent.click(link));

describe('the header', () => {
  test('SHELL-04 has name, badge, navigation, theme, wallet and menu', async () => {
    page.open();
    const header = within(screen.getByRole('banner'));
    expect(header.getByText('Touchline')).toBeTruthy();
    expect(header.getByText('Fantasy Football')).toBeTruthy();
    expect(await main().findByRole('link', { name: 'Rankings' })).toBeTruthy();
    for (const name of ['Switch to the light theme', 'Connect wallet', 'Open menu'])
      expect(header.getByRole('button', { name })).toBeTruthy();
  });

  test('SHELL-05 highlights the current page', async () => {
    page.open({ at: '/rankings', federation: runtimeWith({ mf_leaderboards: rankings }) });
    const link = await main().findByRole('link', { name: 'Rankings' });
    expect(link.getAttribute('aria-current')).toBe('page');
    expect(main().getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull();
  });

  test('SHELL-06 the theme toggle changes the page and is stored', () => {
    page.open();
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
    fireEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('light');
    expect(localStorage.getItem('fantasy-football-theme')).toBe('light');
  });

  test('SHELL-07 the menu opens, closes, and closes when an item is clicked', async () => {
    page.open({ federation: runtimeWith({ mf_leaderboards: rankings }) });
    await main().findByRole('link', { name: 'Rankings' });
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close menu' }));
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }));
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
    await follow(menu.getByRole('link', { name: 'Rankings' }));
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
  });

  test('shows a strip while live updates are down', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.open();
    act(() => TestStream.last?.open());
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByText(/Live updates are off/)).toBeNull();
    act(() => TestStream.last?.fail());
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.getByText(/Live updates are off/)).toBeTruthy();
    act(() => TestStream.last?.open());
    expect(screen.queryByText(/Live updates are off/)).toBeNull();
  });
});

test('a failure of the shell itself says what is safe and offers to reload', async () => {
  const shell = page.make();
  // Stands for any failure in a component of the shell.
  shell.registry.get = () => {
    throw new Error('Oh');
  };
  render(
    <TouchlineTheme>
      <App shell={shell} />
    </TouchlineTheme>,
  );
  expect(await screen.findByText('Touchline has stopped working')).toBeTruthy();
  expect(screen.getByText('Your teams and payments are safe on the server.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

test('shows a remote’s notices as toasts', async () => {
  const { shell } = page.open();
  shell.host.notify({ kind: 'success', title: 'Saved', message: 'Your lineup is saved.' });
  expect(await screen.findByText('Your lineup is saved.')).toBeTruthy();
  act(() => notifications.clean());
});

describe('SHELL-02 an unknown path', () => {
  test('shows the texts, is logged, and links to the home page', async () => {
    page.open({ at: '/no-such-page' });
    expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy();
    expect(screen.getByText('Oops! Page not found')).toBeTruthy();
    expect(errors.mock.calls.flat().join()).toContain('/no-such-page');
    expect(document.title).toBe('Page not found · Touchline');
    fireEvent.click(screen.getByRole('link', { name: 'Return to Home' }));
    expect(window.location.pathname).toBe('/');
  });

  test('is not reported before the list of remotes is known', async () => {
    page.server.fails.set('GET /remotes', new TouchlineError('INTERNAL', 'No.', { status: 500 }));
    page.open({ at: '/rankings', federation: runtimeWith({ mf_leaderboards: rankings }) });
    expect(screen.queryByText('404')).toBeNull();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    page.server.fails.clear();
    fireEvent.click(retry);
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
  });
});

describe('SHELL-01 a remote’s page', () => {
  test('is loaded by the first visit, with a title', async () => {
    const load = vi.fn(rankings);
    page.open({ federation: runtimeWith({ mf_leaderboards: load }) });
    const link = await main().findByRole('link', { name: 'Rankings' });
    expect(load).not.toHaveBeenCalled();
    await follow(link);
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
    expect(document.title).toBe('Rankings · Touchline');
  });

  test('is preloaded when the user points at its link', async () => {
    const load = vi.fn(rankings);
    page.open({ federation: runtimeWith({ mf_leaderboards: load }) });
    fireEvent.pointerEnter(await main().findByRole('link', { name: 'Rankings' }));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  });

  test('that cannot be loaded shows the remote, an error code and Retry, and recovers', async () => {
    let broken = true;
    page.open({
      at: '/rankings',
      federation: runtimeWith({
        mf_leaderboards: () => {
          if (broken) throw new Error('[ Federation Runtime ]: Failed to get manifest. #RUNTIME-003');
          return rankings();
        },
      }),
    });
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('mf-leaderboards');
    expect(panel.textContent).toContain('RUNTIME-003');
    expect(main().getByRole('link', { name: 'Home' })).toBeTruthy();
    broken = false;
    const read = page.server.count('GET /remotes');
    fireEvent.click(within(panel).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
    expect(page.server.count('GET /remotes')).toBe(read + 1);
  });

  test('that fails while rendering leaves the rest of the page intact', async () => {
    fragile.broken = true;
    page.open({
      at: '/rankings',
      federation: runtimeWith({ mf_leaderboards: () => defineRemote({ '/rankings': Fragile }) }),
    });
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('REMOTE_CRASHED');
    fireEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }));
    fireEvent.click(main().getByRole('link', { name: 'Home' }));
    expect(await screen.findByText('Connect your wallet to get started')).toBeTruthy();
    fragile.broken = false;
    fireEvent.click(main().getByRole('link', { name: 'Rankings' }));
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
  });

  test('that waits forever leaves a panel instead of a skeleton', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      page.open({
        at: '/rankings',
        federation: runtimeWith({ mf_leaderboards: () => defineRemote({ '/rankings': Waits }) }),
      });
      await act(() => vi.advanceTimersByTimeAsync(13_000));
      expect((await screen.findByRole('alert')).textContent).toContain('REMOTE_BLANK');
    } finally {
      vi.useRealTimers();
    }
  });

  test('that is missing from the remote’s module shows an error code', async () => {
    page.open({ at: '/choose-game', federation: runtimeWith({ mf_team_builder: () => defineRemote({}) }) });
    expect((await screen.findByRole('alert')).textContent).toContain('REMOTE_PAGE_MISSING');
    expect(document.title).toBe('Choose game · Touchline');
  });
});
