import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { NumberTick } from './NumberTick.tsx';

afterEach(cleanup);

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

describe('NumberTick', () => {
  it('NumberTick shows the first number immediately and ends on the new one', async () => {
    const { rerender } = show(<NumberTick value={12} />);
    expect(screen.getByText('12')).toBeTruthy();
    rerender(<NumberTick value={18} />);
    expect((await screen.findByText('18')).dataset.direction).toBe('up');
    rerender(<NumberTick value={17} />);
    expect((await screen.findByText('17')).dataset.direction).toBe('down');
  });
});
