import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { notifications } from '@touchline/ui/notifications';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { describe, expect, test, vi } from 'vitest';
import { TestStream } from '../testing/shell-under-test.tsx';
import {
  follow,
  mainNavigation,
  rankings,
  runtimeWith,
  shellWithTwoRemotes,
} from '../testing/two-remotes.tsx';
import { createToasts } from '../toasts.ts';
import { App } from './App.tsx';

const page = shellWithTwoRemotes();

describe('header', () => {
  test('SHELL-04 the header has logo, name, badge, navigation, theme, wallet and menu', async () => {
    page.open();
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: /^Touchline/ }).querySelector('svg')).toBeTruthy();
    expect(header.getByText('Touchline')).toBeTruthy();
    expect(header.getByText('Fantasy Football')).toBeTruthy();
    expect(await mainNavigation().findByRole('link', { name: 'Rankings' })).toBeTruthy();
    for (const name of ['Switch to the light theme', 'Connect wallet', 'Open menu'])
      expect(header.getByRole('button', { name })).toBeTruthy();
  });

  test('SHELL-05 the navigation highlights the current page', async () => {
    page.open({ at: '/rankings', federation: runtimeWith({ mf_leaderboards: rankings }) });
    const link = await mainNavigation().findByRole('link', { name: 'Rankings' });
    expect(link.getAttribute('aria-current')).toBe('page');
    expect(mainNavigation().getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull();
  });

  test('SHELL-06 the theme toggle changes the page and is stored', () => {
    page.open();
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
    fireEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('light');
    expect(localStorage.getItem('fantasy-football-theme')).toBe('light');
  });

  test('SHELL-07 the menu opens, and closes by button, Escape or a click on an item', async () => {
    page.open({ federation: runtimeWith({ mf_leaderboards: rankings }) });
    await mainNavigation().findByRole('link', { name: 'Rankings' });
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close menu' }));
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }));
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const findItem = (name: string) =>
      within(screen.getByRole('navigation', { name: 'Menu' })).getByRole('link', { name });
    fireEvent.click(findItem('Home'));
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    await follow(findItem('Rankings'));
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
  });

  test('the header shows a strip while live updates are down', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.open();
    // The first connection over a slow network.
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(screen.queryByText(/Live updates are off/)).toBeNull();
    act(() => TestStream.last?.open());
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect(screen.queryByText(/Live updates are off/)).toBeNull();
    act(() => TestStream.last?.fail());
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText(/Live updates are off/)).toBeTruthy();
    act(() => TestStream.last?.open());
    expect(screen.queryByText(/Live updates are off/)).toBeNull();
  });
});

test('a crash of the shell shows what is safe and offers to reload', async () => {
  const shell = page.make();
  // Simulates a failure in a component of the shell.
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

test('notices of a remote appear as toasts', async () => {
  const { shell } = page.open();
  shell.host.notify({ kind: 'success', title: 'Saved', message: 'Your lineup is saved.' });
  expect(await screen.findByText('Your lineup is saved.')).toBeTruthy();
  act(() => notifications.clean());
});

test('a notice whose toast cannot be loaded is one line, until it closes or a later notice loads the toasts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOnline = false;
  const toasts = createToasts(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return import('@touchline/ui/notifications');
  });
  render(
    <TouchlineTheme>
      <App shell={{ ...page.make(), toasts }} />
    </TouchlineTheme>,
  );
  const notice = { kind: 'error', title: 'Not saved', message: 'Check your connection.' } as const;
  await act(async () => toasts.notify(notice));
  expect(screen.getByRole('alert').textContent).toBe('Not saved. Check your connection.');
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => toasts.notify(notice));
  expect(screen.getByRole('alert')).toBeTruthy();
  vi.useRealTimers();
  isOnline = true;
  act(() => toasts.notify({ kind: 'success', message: 'Your lineup is saved.' }));
  expect(await screen.findByText('Your lineup is saved.')).toBeTruthy();
  expect(screen.queryByText('Check your connection.')).toBeNull();
  act(() => notifications.clean());
});

describe('SHELL-02 an unknown path', () => {
  test('an unknown path shows the 404 page with a link to the home page, and is logged', async () => {
    page.open({ at: '/no-such-page' });
    expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy();
    expect(screen.getByText('Oops! Page not found')).toBeTruthy();
    expect(vi.mocked(console.error).mock.calls.flat().join()).toContain('/no-such-page');
    expect(document.title).toBe('Page not found · Touchline');
    fireEvent.click(screen.getByRole('link', { name: 'Return to Home' }));
    expect(window.location.pathname).toBe('/');
  });

  test('no 404 page appears before the list of remotes is known', async () => {
    page.server.fails.set('GET /remotes', new TouchlineError('INTERNAL', 'No.', { status: 500 }));
    page.open({ at: '/rankings', federation: runtimeWith({ mf_leaderboards: rankings }) });
    expect(screen.queryByText('404')).toBeNull();
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    page.server.fails.clear();
    fireEvent.click(retry);
    expect(await screen.findByRole('heading', { name: 'The table' })).toBeTruthy();
  });
});
