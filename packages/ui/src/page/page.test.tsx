import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { PageHeader } from './PageHeader.tsx';
import { StatCard } from './StatCard.tsx';

afterEach(cleanup);

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
});
