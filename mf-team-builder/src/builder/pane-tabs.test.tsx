import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBuilder } from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

beforeEach(() => {
  // A phone matches no minimum width.
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  const list = { matches: false, ...listeners } as unknown as MediaQueryList;
  vi.spyOn(window, 'matchMedia').mockReturnValue(list);
});
afterEach(() => vi.restoreAllMocks());

const getTab = (name: string) => screen.getByRole('tab', { name });
const isShown = (name: string) => {
  const panel = document.getElementById(getTab(name).getAttribute('aria-controls') ?? '');
  expect(panel?.getAttribute('aria-labelledby')).toBe(getTab(name).id);
  return panel?.hidden === false;
};
/** Returns for each tab whether its panel is shown, and checks that the tab says so. */
const shown = () =>
  ['Pitch', 'Players'].filter((name) => {
    const isSelected = getTab(name).getAttribute('aria-selected') === 'true';
    expect([isShown(name), getTab(name).tabIndex]).toEqual([isSelected, isSelected ? 0 : -1]);
    return isSelected;
  });

describe('tabs of the builder on a phone', () => {
  it('a pressed tab shows its panel and hides the other one', async () => {
    await openBuilder();
    expect(shown()).toEqual(['Pitch']);
    fireEvent.click(getTab('Players'));
    expect(shown()).toEqual(['Players']);
    fireEvent.click(getTab('Pitch'));
    expect(shown()).toEqual(['Pitch']);
  });

  it('arrow keys move between the tabs with the focus', async () => {
    await openBuilder();
    getTab('Pitch').focus();
    for (const [key, name] of [
      ['ArrowRight', 'Players'],
      ['ArrowRight', 'Pitch'],
      ['ArrowLeft', 'Players'],
    ] as const) {
      fireEvent.keyDown(document.activeElement!, { key });
      expect(shown()).toEqual([name]);
      expect(document.activeElement).toBe(getTab(name));
    }
  });
});
