import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { OnChain } from './OnChain.tsx';
import { RowsSkeleton } from './skeletons.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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

  it('a copied address is announced', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
    show(<OnChain kind="address" value={`0x${'1'.repeat(40)}`} explorer="" />);
    expect(screen.getByRole('status').textContent).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Copy address' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'));
  });
});
