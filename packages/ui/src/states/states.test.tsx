import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { RowsSkeleton } from './skeletons.tsx';

afterEach(cleanup);

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

describe('state components', () => {
  it('an error state is announced and offers a retry', () => {
    const onRetry = vi.fn();
    show(
      <ErrorState title="Failed to load leaderboard" onRetry={onRetry}>
        Your team is safe.
      </ErrorState>,
    );
    expect(screen.getByRole('alert').textContent).toContain('Failed to load leaderboard');
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('an empty state explains the empty list without an alert', () => {
    show(
      <EmptyState title="No players found" action={<button type="button">Clear filters</button>}>
        No player matches.
      </EmptyState>,
    );
    expect(screen.getByRole('heading', { name: 'No players found' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a skeleton announces loading, but not its shapes', () => {
    show(<RowsSkeleton rows={3} label="Loading the leaderboard" />);
    expect(screen.getByRole('status', { name: 'Loading the leaderboard' }).textContent).toBe('');
  });
});
