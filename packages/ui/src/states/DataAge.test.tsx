import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { DataAge, formatAge, RefreshFailed } from './DataAge.tsx';

afterEach(cleanup);

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

describe('DataAge', () => {
  it('DataAge shows the age of stale data, and nothing for fresh data', () => {
    const at = '2026-08-14T10:00:00.000Z';
    const { rerender } = show(<DataAge updatedAt={at} stale={false} now={Date.parse(at)} />);
    expect(screen.queryByRole('status')).toBeNull();
    rerender(<DataAge updatedAt={at} stale now={Date.parse(at) + 15 * 60_000} />);
    expect(screen.getByRole('status').textContent).toBe('Live data is delayed. Last updated 15 minutes ago.');
  });

  it('RefreshFailed shows the age of data that could not be refreshed', () => {
    show(<RefreshFailed what="Your teams" at={0} now={5 * 60_000} />);
    expect(screen.getByRole('status').textContent).toBe(
      'Your teams could not be refreshed. Last updated 5 minutes ago.',
    );
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
