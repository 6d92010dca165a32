import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { defineRemote, lazyPage } from '@touchline/host/remote';
import { use } from 'react';
import { describe, expect, test, vi } from 'vitest';
import {
  follow,
  mainNavigation,
  rankings,
  runtimeWith,
  shellWithTwoRemotes,
} from '../testing/two-remotes.tsx';

const page = shellWithTwoRemotes();

const fragile = { broken: false };
function Fragile() {
  if (fragile.broken) throw new Error('Oh');
  return <h1>The table</h1>;
}

const never = new Promise<never>(() => {});
const Suspended = () => use(never);

describe('SHELL-01 a page of a remote', () => {
  test('a page is loaded on the first visit and has a title', async () => {
    const load = vi.fn(rankings);
    page.open({ federation: runtimeWith({ mf_leaderboards: load }) });
    const link = await mainNavigation().findByRole('link', { name: 'Rankings' });
    expect(load).not.toHaveBeenCalled();
    await follow(link);
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
    expect(document.title).toBe('Rankings · Touchline');
  });

  test('once a page is complete, the code of notices is loaded, which may be about a lost connection', async () => {
    const { shell } = page.open({ federation: runtimeWith({ mf_leaderboards: rankings }) });
    const preload = vi.spyOn(shell.toasts, 'preload');
    const link = await mainNavigation().findByRole('link', { name: 'Rankings' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await follow(link);
    expect(screen.getByRole('heading', { name: 'The table' })).toBeTruthy();
    expect(preload).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(preload).toHaveBeenCalledTimes(1);
  });

  test('a remote is preloaded when the pointer enters its link', async () => {
    const load = vi.fn(rankings);
    page.open({ federation: runtimeWith({ mf_leaderboards: load }) });
    fireEvent.pointerEnter(await mainNavigation().findByRole('link', { name: 'Rankings' }));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  });

  test('a page that cannot be loaded shows the remote, an error code and a retry button, and recovers', async () => {
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
    expect(mainNavigation().getByRole('link', { name: 'Home' })).toBeTruthy();
    broken = false;
    const reads = page.server.count('GET /remotes');
    fireEvent.click(within(panel).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
    expect(page.server.count('GET /remotes')).toBe(reads + 1);
  });

  test('a page that could not be loaded is loaded when the connection returns', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('#RUNTIME-008')).mockImplementation(rankings);
    page.open({ at: '/rankings', federation: runtimeWith({ mf_leaderboards: load }) });
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('RUNTIME-008');
    expect(panel.textContent).toContain('Your teams are safe, and all other pages keep working.');
    const onLine = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(panel.textContent).toContain('You are offline: the page loads again when the connection returns.');
    expect(panel.textContent).not.toContain('other pages');
    onLine.mockRestore();
    fireEvent(window, new Event('online'));
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
  });

  test('a page that fails while rendering leaves the header intact', async () => {
    fragile.broken = true;
    page.open({
      at: '/rankings',
      federation: runtimeWith({ mf_leaderboards: () => defineRemote({ '/rankings': Fragile }) }),
    });
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('REMOTE_CRASHED');
    fireEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }));
    fireEvent.click(mainNavigation().getByRole('link', { name: 'Home' }));
    expect(await screen.findByText('Connect your wallet to get started')).toBeTruthy();
    fragile.broken = false;
    fireEvent.click(mainNavigation().getByRole('link', { name: 'Rankings' }));
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
  });

  test('a page with a missing file recovers after a retry', async () => {
    const missing = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
    const load = vi.fn().mockRejectedValueOnce(missing).mockResolvedValue(Fragile);
    const remote = () => defineRemote({ '/rankings': lazyPage(load) });
    fragile.broken = false;
    page.open({ at: '/rankings', federation: runtimeWith({ mf_leaderboards: remote }) });
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('mf-leaderboards could not be loaded');
    expect(panel.textContent).toContain('REMOTE_INCOMPLETE');
    fireEvent.click(within(panel).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
  });

  test('a page from before a deployment names both versions, and Try Again loads the page again', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const original = globalThis.fetch;
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) =>
        input === '/shared.json' ? Response.json({ '@touchline/host/host': '1.1.0' }) : original(input, init),
      );
    page.open({
      at: '/rankings',
      federation: runtimeWith({
        mf_leaderboards: () => {
          throw new Error(
            'Version 1.0.0 from shell of shared singleton module @touchline/host/host does not satisfy the requirement of mf_leaderboards which needs ^1.1.0)',
          );
        },
      }),
    });
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('The app was updated after you opened it.');
    expect(panel.textContent).toContain(
      'PAGE_OUTDATED (needs @touchline/host/host ^1.1.0, this page has 1.0.0)',
    );
    fireEvent.click(within(panel).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    reload.mockRestore();
    fetched.mockRestore();
  });

  test('a page that never renders shows a panel instead of a skeleton', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      page.open({
        at: '/rankings',
        federation: runtimeWith({ mf_leaderboards: () => defineRemote({ '/rankings': Suspended }) }),
      });
      await act(() => vi.advanceTimersByTimeAsync(13_000));
      expect((await screen.findByRole('alert')).textContent).toContain('REMOTE_BLANK');
    } finally {
      vi.useRealTimers();
    }
  });

  test('a page that is missing from the remote’s module shows an error code', async () => {
    page.open({ at: '/choose-game', federation: runtimeWith({ mf_team_builder: () => defineRemote({}) }) });
    expect((await screen.findByRole('alert')).textContent).toContain('REMOTE_PAGE_MISSING');
    expect(document.title).toBe('Choose game · Touchline');
  });
});
