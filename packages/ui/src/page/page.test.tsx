import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { PageHeader } from './PageHeader.tsx';
import { ShareButton } from './ShareButton.tsx';
import { StatCard } from './StatCard.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

describe('page', () => {
  it('has one h1 in the page header', () => {
    show(<PageHeader title="Leaderboards" eyebrow="Gameweek 3" />);
    expect(screen.getByRole('heading', { level: 1, name: 'Leaderboards' })).toBeTruthy();
  });

  it('hides a value while it loads', () => {
    show(<StatCard label="Top score" value="96" loading />);
    expect(screen.queryByText('96')).toBeNull();
    expect(screen.getByText('Top score')).toBeTruthy();
  });

  it.each([
    ['the menu of the device', { share: true }, 'Share'],
    ['the clipboard where there is no menu', { share: false }, 'Link copied'],
  ])('shares a link by %s', async (_, { share }, label) => {
    const shared: unknown[] = [];
    const take = (value: unknown) => Promise.resolve(void shared.push(value));
    vi.stubGlobal('navigator', { ...(share ? { share: take } : {}), clipboard: { writeText: take } });
    show(<ShareButton title="Rovers" path="/rankings?game=1" />);
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('button', { name: label })).toBeTruthy();
    const url = `${window.location.origin}/rankings?game=1`;
    expect(shared).toEqual([share ? { title: 'Rovers', url } : url]);
  });

  it('shows the link where it can be neither shared nor copied; closing the menu is no failure', async () => {
    const failSharing = (name: string) =>
      vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('', name)) });
    show(<ShareButton title="Rovers" path="/x" />);
    failSharing('AbortError');
    await act(async () => void fireEvent.click(screen.getByRole('button')));
    expect(screen.getByRole('status').textContent).toBe('');
    failSharing('NotAllowedError');
    fireEvent.click(screen.getByRole('button'));
    expect(await screen.findByText(`Copy this link: ${window.location.origin}/x`)).toBeTruthy();
  });
});
