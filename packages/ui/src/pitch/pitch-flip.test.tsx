import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { Pitch, PitchBench, type PitchSlot } from './Pitch.tsx';
import { usePitchFlip } from './pitch-flip.ts';

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

/** Positions by slot or element id. */
const PLACES: Record<string, [number, number]> = {
  list: [900, 300],
  'gk-1': [200, 40],
  'def-1': [100, 140],
  'bench-1': [60, 500],
};

const slid = vi.fn();

function getRect(element: Element): DOMRect {
  const { slot } = element.closest<HTMLElement>('[data-slot]')?.dataset ?? {};
  const [x, y] = PLACES[slot ?? element.id] ?? [0, 0];
  return new DOMRect(x, y, PLACES[slot ?? element.id] ? 40 : 0, 40);
}

let reduced = false;

beforeEach(() => {
  reduced = false;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return getRect(this);
  });
  const query = (media: string) =>
    Object.assign(new EventTarget(), { media, matches: reduced }) as MediaQueryList;
  vi.spyOn(window, 'matchMedia').mockImplementation(query);
  Element.prototype.animate = function (this: Element, frames: Keyframe[]) {
    slid(this.closest<HTMLElement>('[data-slot]')?.dataset.slot, frames[0]?.transform);
    return {} as Animation;
  } as Element['animate'];
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  slid.mockReset();
});

const SAKA = { id: 7, name: 'Saka', clubCode: 3, clubShort: 'ARS' };
const RAYA = { id: 1, name: 'Raya', clubCode: 3, clubShort: 'ARS' };

/** A goalkeeper, a defender and a bench of one, filled with the given players. */
function buildSlots(
  players: Partial<Record<'gk-1' | 'def-1' | 'bench-1', PitchSlot['player']>>,
): PitchSlot[] {
  return (['gk-1', 'def-1', 'bench-1'] as const).map((id) => ({ id, position: 2, player: players[id] }));
}

function Team({ slots }: { slots: readonly PitchSlot[] }) {
  const container = usePitchFlip<HTMLDivElement>(slots);
  return (
    <>
      <button type="button" id="list">
        Pick
      </button>
      <div ref={container}>
        <Pitch formation="3-4-3" slots={slots.slice(0, 2)} onSlot={() => {}} />
        <PitchBench slots={slots.slice(2)} onSlot={() => {}} />
      </div>
    </>
  );
}

describe('sliding players', () => {
  it('a new player slides in from the clicked element', () => {
    const { rerender } = show(<Team slots={buildSlots({ 'gk-1': RAYA })} />);
    expect(slid).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('Pick'));
    rerender(<Team slots={buildSlots({ 'gk-1': RAYA, 'def-1': SAKA })} />);
    expect(slid.mock.calls).toEqual([['def-1', 'translate(800px, 160px)']]);
  });

  it('a moved player slides from the previous slot', () => {
    const { rerender } = show(<Team slots={buildSlots({ 'bench-1': SAKA, 'def-1': RAYA })} />);
    rerender(<Team slots={buildSlots({ 'bench-1': RAYA, 'def-1': SAKA })} />);
    expect(slid.mock.calls).toEqual([
      ['def-1', 'translate(-40px, 360px)'],
      ['bench-1', 'translate(40px, -360px)'],
    ]);
  });

  it('a player does not slide without a click or if the slot is not displayed', () => {
    const { rerender } = show(<Team slots={buildSlots({})} />);
    rerender(<Team slots={buildSlots({ 'def-1': SAKA })} />);
    delete PLACES['gk-1'];
    fireEvent.click(screen.getByText('Pick'));
    rerender(<Team slots={buildSlots({ 'def-1': SAKA, 'gk-1': RAYA })} />);
    expect(slid).not.toHaveBeenCalled();
    PLACES['gk-1'] = [200, 40];
  });

  it('players do not slide if the visitor prefers reduced motion', () => {
    reduced = true;
    const { rerender } = show(<Team slots={buildSlots({ 'bench-1': SAKA })} />);
    rerender(<Team slots={buildSlots({ 'def-1': SAKA })} />);
    expect(slid).not.toHaveBeenCalled();
  });
});
