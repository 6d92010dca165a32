import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, dialog, dialogGone, openBuilder, press, slot, slotText } from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('announcements to screen readers', () => {
  const status = () => document.querySelector('[role="status"]') as HTMLElement;
  const nameIn = (place: string) => slotText(place).match(/Player\d+/)?.[0];
  const pressInPicker = async (place: string, action: string | RegExp) => {
    fireEvent.click(slot(place));
    fireEvent.click(button(action, await dialog()));
  };

  it('a text that is the same as the previous one is announced again', async () => {
    await openBuilder();
    press('Random Pick');
    const first = status().firstChild;
    press('Random Pick');
    expect(status().textContent).toBe('Random Pick: 15 of 15 players');
    expect(status().firstChild).not.toBe(first);
  });

  it('Undo is announced and moves the focus to Random Pick', async () => {
    await openBuilder();
    press('Random Pick');
    press('Clear All');
    press('Undo');
    expect(status().textContent).toBe('Undone, 15 of 15 players');
    expect(document.activeElement).toBe(button('Random Pick'));
  });

  it('moves between pitch and bench are announced', async () => {
    await openBuilder();
    press('Random Pick');
    const [defender, substitute] = [nameIn('def-1'), nameIn('bench-2')];
    await pressInPicker('def-1', 'To the bench');
    expect(status().textContent).toBe(`${defender} moved to the bench`);
    await dialogGone();
    await pressInPicker('bench-5', 'To the pitch');
    expect(status().textContent).toBe(`${defender} moved to the pitch`);
    await dialogGone();
    await pressInPicker('bench-2', 'Move down the bench');
    expect(status().textContent).toBe(`${substitute} moved down the bench`);
    await pressInPicker('bench-3', 'Move up the bench');
    expect(status().textContent).toBe(`${substitute} moved up the bench`);
  });

  it('substitutes, armbands and formations are announced', async () => {
    await openBuilder();
    press('Random Pick');
    const [first, second] = [nameIn('gk-1'), nameIn('bench-1')];
    await pressInPicker('gk-1', `Bring on ${second}`);
    expect(status().textContent).toBe(`${second} moved to the pitch, ${first} to the bench`);
    await dialogGone();
    await pressInPicker('gk-1', 'Captain');
    expect(status().textContent).toBe(`${second} is captain`);
    await dialogGone();
    await pressInPicker('gk-1', 'Captain');
    expect(status().textContent).toBe(`${second} is no longer captain`);
    await dialogGone();
    await pressInPicker('gk-1', 'Vice-captain');
    expect(status().textContent).toBe(`${second} is vice-captain`);
    press('5-4-1');
    expect(status().textContent).toBe('Formation 5-4-1, 11 of 11 on the pitch');
  });
});
