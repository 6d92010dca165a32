import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { Dialog } from './Dialog.tsx';
import { PageHeader } from './PageHeader.tsx';
import { ShareButton } from './ShareButton.tsx';
import { StatCard } from './StatCard.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

describe('page components', () => {
  it('the page header contains the only h1', () => {
    show(<PageHeader title="Leaderboards" eyebrow="Gameweek 3" />);
    expect(screen.getByRole('heading', { level: 1, name: 'Leaderboards' })).toBeTruthy();
  });

  it('the header of a dialog is not a banner of the page', async () => {
    show(
      <Dialog opened onClose={() => undefined} title="Stake">
        Amount
      </Dialog>,
    );
    const header = (await screen.findByText('Stake')).closest('header');
    expect(header?.getAttribute('role')).toBe('presentation');
  });

  it('a dialog keeps title and content until it has closed, and shows new ones when it opens again', async () => {
    const dialog = (player: string | null) => (
      <Dialog opened={player !== null} onClose={() => undefined} title={player}>
        {player === null ? null : <p>Details of {player}</p>}
      </Dialog>
    );
    const { rerender } = show(dialog('Saka'));
    expect(screen.getByText('Details of Saka').closest('[inert]')).toBeNull();
    rerender(dialog(null));
    rerender(dialog(null));
    expect(screen.getByRole('dialog', { name: 'Saka' })).toBeTruthy();
    expect(screen.getByText('Details of Saka').closest('[inert]')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    rerender(dialog('Rice'));
    expect(await screen.findByRole('dialog', { name: 'Rice' })).toBeTruthy();
    expect(screen.getByText('Details of Rice').closest('[inert]')).toBeNull();
  });

  it('a stat card hides its value while it loads', () => {
    show(<StatCard label="Top score" value="96" loading />);
    expect(screen.queryByText('96')).toBeNull();
    expect(screen.getByText('Top score')).toBeTruthy();
  });

  it.each([
    ['the device’s share menu', { share: true }, 'Share'],
    ['the clipboard if there is no share menu', { share: false }, 'Link copied'],
  ])('the share button shares a link with %s', async (_, { share }, label) => {
    const shared: unknown[] = [];
    const record = (value: unknown) => Promise.resolve(void shared.push(value));
    vi.stubGlobal('navigator', { ...(share ? { share: record } : {}), clipboard: { writeText: record } });
    show(<ShareButton title="Rovers" path="/rankings?game=1" />);
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('button', { name: label })).toBeTruthy();
    const url = `${window.location.origin}/rankings?game=1`;
    expect(shared).toEqual([share ? { title: 'Rovers', url } : url]);
  });

  it('the share button announces a copied link, offers to share again after two seconds, and announces the next copy', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
    show(<ShareButton title="Rovers" path="/x" />);
    const status = screen.getByRole('status');
    for (let presses = 1; presses <= 2; presses += 1) {
      await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Share' })));
      expect(screen.getByRole('button', { name: 'Link copied' })).toBeTruthy();
      expect(status.textContent).toBe('Link copied');
      act(() => void vi.advanceTimersByTime(2_000));
      expect(status.textContent).toBe('');
    }
  });

  it('the share button shows the link if sharing and copying fail, but not if the user closes the menu', async () => {
    const failSharing = (name: string) =>
      vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('', name)) });
    show(<ShareButton title="Rovers" path="/x" />);
    failSharing('AbortError');
    await act(async () => void fireEvent.click(screen.getByRole('button')));
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
    failSharing('NotAllowedError');
    fireEvent.click(screen.getByRole('button'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      `Copy this link: ${window.location.origin}/x`,
    );
  });
});
