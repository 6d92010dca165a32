import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GameweekPicker, stepGameweek } from '../football/GameweekPicker.tsx';
import { PlayerRow } from '../football/PlayerRow.tsx';
import { NumberTick } from '../motion/NumberTick.tsx';
import { PageHeader } from '../page/PageHeader.tsx';
import { StatCard } from '../page/StatCard.tsx';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { ageInWords, DataAge, NotRefreshed } from './DataAge.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { RowsSkeleton } from './skeletons.tsx';

afterEach(cleanup);

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

describe('states', () => {
  it('announces an error and offers to try again', () => {
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

  it('names what is missing and what to do next, without an alarm', () => {
    show(
      <EmptyState title="No players found" action={<button type="button">Clear filters</button>}>
        Nobody matches.
      </EmptyState>,
    );
    expect(screen.getByRole('heading', { name: 'No players found' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has one h1 per page header', () => {
    show(<PageHeader title="Leaderboards" eyebrow="Gameweek 3" />);
    expect(screen.getByRole('heading', { level: 1, name: 'Leaderboards' })).toBeTruthy();
  });

  it('says that it loads, and the shapes themselves nothing', () => {
    show(<RowsSkeleton rows={3} label="Loading the leaderboard" />);
    expect(screen.getByRole('status', { name: 'Loading the leaderboard' }).textContent).toBe('');
  });

  it('keeps the place of a number that is on its way', () => {
    show(<StatCard label="Top score" value="96" loading />);
    expect(screen.queryByText('96')).toBeNull();
    expect(screen.getByText('Top score')).toBeTruthy();
  });
});

describe('DataAge', () => {
  it('tells the age of late data, and nothing about fresh data', () => {
    const at = '2026-08-14T10:00:00.000Z';
    const { rerender } = show(<DataAge updatedAt={at} stale={false} now={Date.parse(at)} />);
    expect(screen.queryByRole('status')).toBeNull();
    rerender(<DataAge updatedAt={at} stale now={Date.parse(at) + 15 * 60_000} />);
    expect(screen.getByRole('status').textContent).toContain('15 minutes old');
  });

  it('tells the age of what could not be loaded again', () => {
    show(<NotRefreshed what="Your teams" at={0} now={5 * 60_000} />);
    expect(screen.getByRole('status').textContent).toBe(
      'Your teams could not be refreshed. What you see is 5 minutes old.',
    );
  });

  it.each([
    [10_000, '1 minute'],
    [59 * 60_000, '59 minutes'],
    [60 * 60_000, '1 hour'],
    [3 * 86_400_000, '3 days'],
  ])('reads %i ms as %s', (ms, words) => {
    expect(ageInWords(ms)).toBe(words);
  });
});

describe('GameweekPicker', () => {
  const gameweeks = [1, 2, 3].map((id) => ({ id, name: `Gameweek ${id}` }));

  it('steps around both ends', () => {
    expect(stepGameweek([1, 2, 3], 3, 1)).toBe(1);
    expect(stepGameweek([1, 2, 3], 1, -1)).toBe(3);
    expect(stepGameweek([], 1, 1)).toBe(1);
  });

  it('chooses by list and by button, and marks the current one', () => {
    const onChange = vi.fn();
    show(<GameweekPicker gameweeks={gameweeks} value={3} current={2} onChange={onChange} />);
    expect(screen.getByRole('option', { name: 'Gameweek 2 •' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Gameweek' }), { target: { value: '2' } });
    expect(onChange.mock.calls).toEqual([[1], [2]]);
  });
});

describe('NumberTick', () => {
  it('shows the number at once and comes to rest on a new one', async () => {
    const { rerender } = show(<NumberTick value={12} />);
    expect(screen.getByText('12')).toBeTruthy();
    rerender(<NumberTick value={18} />);
    expect((await screen.findByText('18')).dataset.way).toBe('up');
    rerender(<NumberTick value={17} />);
    expect((await screen.findByText('17')).dataset.way).toBe('down');
  });
});

describe('PlayerRow', () => {
  it('reads name, position, club, figures and news', () => {
    show(
      <PlayerRow
        name="Saka"
        clubCode={3}
        clubShort="ARS"
        position={3}
        value="£10.5m"
        meta="form 6.2"
        flag={{ kind: 'doubt', text: 'Knock, 75% chance' }}
        action={<button type="button">Add</button>}
      />,
    );
    for (const text of ['Saka', 'MID', '£10.5m', 'form 6.2', 'Knock, 75% chance'])
      expect(screen.getByText(text)).toBeTruthy();
  });
});
