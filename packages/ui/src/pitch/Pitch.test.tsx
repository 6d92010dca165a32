import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { Pitch, PitchBench, type PitchPlayer, type PitchSlot } from './Pitch.tsx';
import { findAdjacentSlot, getPosition } from './pitch-geometry.ts';

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

afterEach(cleanup);

const player = (id: number, name: string, more: Partial<PitchPlayer> = {}): PitchPlayer => ({
  id,
  name,
  clubCode: 3,
  clubShort: 'ARS',
  ...more,
});

const SLOTS: PitchSlot[] = [
  { id: 'gk-1', position: 1, player: player(1, 'Raya', { locked: true, pill: '6' }) },
  { id: 'def-1', position: 2, player: player(2, 'Gabriel') },
  { id: 'def-2', position: 2, player: player(3, 'Saliba', { band: 'V' }) },
  { id: 'def-3', position: 2 },
  {
    id: 'mid-1',
    position: 3,
    player: player(5, 'Saka', { band: 'C', pill: '12', provisional: true, live: true }),
  },
  { id: 'fwd-1', position: 4, player: player(9, 'Havertz', { didNotPlay: true, note: 'Sub off' }) },
];

/** Screen reader text of a slot. */
const spoken = (button: HTMLElement) => button.firstElementChild?.textContent;

describe('Pitch', () => {
  it('the pitch is a list with one item per slot', () => {
    show(<Pitch formation="3-1-1" slots={SLOTS} onSlot={() => {}} />);
    const list = screen.getByRole('list', { name: 'Pitch, 3-1-1' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(6);
    expect(within(list).getAllByRole('button')).toHaveLength(6);
  });

  it('screen readers get everything that is visible', () => {
    show(<Pitch formation="3-1-1" slots={SLOTS} onSlot={() => {}} />);
    const names = screen.getAllByRole('button').map(spoken);
    expect(names).toEqual([
      'Raya, goalkeeper, ARS, 6, locked',
      'Gabriel, defender, ARS',
      'Saliba, defender, ARS, vice-captain',
      'Empty place for a defender',
      'Saka, midfielder, ARS, captain, 12 provisional, match on now',
      'Havertz, forward, ARS, did not play, Sub off',
    ]);
  });

  it('hidden players are announced without their names', () => {
    const hidden = { id: 'def-1', position: 2, hidden: true } as const;
    show(<Pitch formation="3-4-3" slots={[hidden]} />);
    show(<PitchBench slots={[{ ...hidden, id: 'bench-1' }]} />);
    const words = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(words).toEqual(['Hidden defenderHidden', '1Bench 1, Hidden playerHidden']);
  });

  it('a click passes its slot to onSlot', () => {
    const onSlot = vi.fn();
    show(<Pitch formation="3-1-1" slots={SLOTS} onSlot={onSlot} />);
    fireEvent.click(screen.getByRole('button', { name: /Empty place/ }));
    expect(onSlot).toHaveBeenCalledExactlyOnceWith(SLOTS[3]);
  });

  it('arrow keys move the focus within a row and to the nearest slot of the next row', () => {
    show(<Pitch formation="3-1-1" slots={SLOTS} onSlot={() => {}} />);
    const focused = () => (document.activeElement as HTMLElement).dataset.slot;
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    screen.getByRole('button', { name: /Raya/ }).focus();
    const walk = ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'];
    const seen = walk.map((key) => {
      press(key);
      return focused();
    });
    expect(seen).toEqual(['def-2', 'def-3', 'def-3', 'mid-1', 'fwd-1', 'mid-1', 'def-2']);
    press('End');
    expect(focused()).toBe('fwd-1');
    press('Home');
    expect(focused()).toBe('gk-1');
    // Keys with a modifier belong to the browser: Alt+Left is Back.
    expect(fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown', altKey: true })).toBe(
      true,
    );
    expect(focused()).toBe('gk-1');
  });

  it('the pitch has one tab stop: the slot that was focused last', () => {
    const { rerender } = show(<Pitch formation="3-1-1" slots={SLOTS} onSlot={() => {}} />);
    const stops = () =>
      screen.getAllByRole('button').flatMap((one) => (one.tabIndex === 0 ? (one.dataset.slot ?? '') : []));
    expect(stops()).toEqual(['gk-1']);
    screen.getByRole('button', { name: /Saka/ }).focus();
    expect(stops()).toEqual(['mid-1']);
    rerender(
      <Pitch formation="3-0-1" slots={SLOTS.filter(({ position }) => position !== 3)} onSlot={() => {}} />,
    );
    expect(stops()).toEqual(['gk-1']);
  });

  it('the pitch has no buttons without onSlot', () => {
    show(<Pitch formation="3-1-1" slots={SLOTS} size="preview" />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Raya, goalkeeper, ARS');
  });

  it('every slot is within the pitch', () => {
    for (const row of [0, 1, 2, 3])
      for (let count = 1; count <= 5; count++)
        for (let index = 0; index < count; index++) {
          const { x } = getPosition(row, index, count);
          // Half a slot's width is 9.3 %.
          expect(x).toBeGreaterThan(9.3);
          expect(x).toBeLessThan(90.7);
        }
  });

  it('vertical movement skips empty rows', () => {
    expect(findAdjacentSlot([['gk'], [], ['m1', 'm2']], 'gk', 'ArrowDown')).toBe('m1');
    expect(findAdjacentSlot([['gk'], [], ['m1', 'm2']], 'm2', 'ArrowRight')).toBeNull();
    expect(findAdjacentSlot([['gk']], 'unknown', 'ArrowDown')).toBeNull();
  });
});

describe('PitchBench', () => {
  const bench: PitchSlot[] = [
    { id: 'bench-1', position: 1, player: player(20, 'Neto') },
    { id: 'bench-2', position: 2, player: player(21, 'Kiwior') },
    { id: 'bench-3', position: 3 },
  ];

  it('the bench is a numbered list in order of substitution', () => {
    show(<PitchBench slots={bench} onSlot={() => {}} />);
    const list = screen.getByRole('list', { name: 'Bench' });
    expect(list.tagName).toBe('OL');
    expect(within(list).getAllByRole('button').map(spoken)).toEqual([
      'Bench 1, Neto, goalkeeper, ARS',
      'Bench 2, Kiwior, defender, ARS',
      'Bench 3, Empty place for a midfielder',
    ]);
    expect(within(list).getByText('3')).toBeTruthy();
  });

  it('arrow keys move the focus left and right on the bench', () => {
    show(<PitchBench slots={bench} onSlot={() => {}} />);
    screen.getByRole('button', { name: /Neto/ }).focus();
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
    expect((document.activeElement as HTMLElement).dataset.slot).toBe('bench-2');
  });
});
