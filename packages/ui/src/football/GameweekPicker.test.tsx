import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { GameweekPicker, stepGameweek } from './GameweekPicker.tsx';

afterEach(cleanup);

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

describe('GameweekPicker', () => {
  const gameweeks = [1, 2, 3].map((id) => ({ id, name: `Gameweek ${id}` }));

  it('stepGameweek wraps around at both ends', () => {
    expect(stepGameweek([1, 2, 3], 3, 1)).toBe(1);
    expect(stepGameweek([1, 2, 3], 1, -1)).toBe(3);
    expect(stepGameweek([], 1, 1)).toBe(1);
  });

  it('the picker selects by list and by button, and marks the current gameweek', () => {
    const onChange = vi.fn();
    show(<GameweekPicker gameweeks={gameweeks} value={3} current={2} onChange={onChange} />);
    expect(screen.getByRole('option', { name: 'Gameweek 2 •' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Gameweek' }), { target: { value: '2' } });
    expect(onChange.mock.calls).toEqual([[1], [2]]);
  });
});
