import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { DataAge, formatAge, LoadedAge } from './DataAge.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

describe('DataAge', () => {
  it('DataAge shows the age of stale data, and nothing for fresh data', () => {
    const at = '2026-08-14T10:00:00.000Z';
    const { rerender } = show(<DataAge updatedAt={at} stale={false} now={Date.parse(at)} />);
    expect(screen.queryByRole('status')).toBeNull();
    rerender(<DataAge updatedAt={at} stale now={Date.parse(at) + 15 * 60_000} />);
    expect(screen.getByRole('status').textContent).toBe('Live data is delayed. Last updated 15 minutes ago.');
  });

  it.each([
    ['could not be refreshed', true, true, 'Your teams could not be refreshed. Last updated 5 minutes ago.'],
    ['is shown without a connection', false, true, 'Updated 5 minutes ago, offline.'],
    [
      'of an earlier visit is shown while the server is slow',
      true,
      false,
      'Updated 5 minutes ago. Refreshing.',
    ],
  ])('LoadedAge shows the age of data that %s', (_, onLine, failed, text) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    show(<LoadedAge what="Your teams" at={0} failed={failed} now={5 * 60_000} />);
    expect(screen.getByRole('status').textContent).toBe(text);
  });

  it('LoadedAge shows nothing for data that this page has loaded', () => {
    show(<LoadedAge what="Your teams" at={Date.now()} failed={false} now={Date.now()} />);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it.each([
    [10_000, '1 minute'],
    [59 * 60_000, '59 minutes'],
    [60 * 60_000, '1 hour'],
    [3 * 86_400_000, '3 days'],
  ])('an age of %i ms reads %s', (ms, words) => {
    expect(formatAge(ms)).toBe(words);
  });
});
