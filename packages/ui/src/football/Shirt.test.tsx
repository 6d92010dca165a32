import { cleanup, render } from '@testing-library/react';
import { CLUBS } from '@touchline/rules/clubs';
import { afterEach, describe, expect, it } from 'vitest';
import { contrast } from '../colour.ts';
import { Shirt } from './Shirt.tsx';

afterEach(cleanup);

const shirt = (props: Parameters<typeof Shirt>[0]) =>
  render(<Shirt {...props} />).container.querySelector('svg');

describe('Shirt', () => {
  it('has the colour and letters of the club', () => {
    const svg = shirt({ clubCode: 43 });
    expect(svg?.querySelector('path')?.getAttribute('fill')).toBe('#6CABDD');
    expect(svg?.textContent).toBe('MCI');
  });

  it('is outlined where the colour would blend in', () => {
    expect(shirt({ clubCode: 6 })?.dataset.outline).toBe('white');
    expect(shirt({ clubCode: 4 })?.dataset.outline).toBe('dark');
    expect(shirt({ clubCode: 3 })?.dataset.outline).toBe('none');
  });

  it('is grey with the given letters for an unknown club', () => {
    expect(shirt({ clubCode: 999, clubShort: 'NEW' })?.textContent).toBe('NEW');
  });

  it.each(CLUBS)('has letters that stand out from the shirt of $name', ({ code, colour }) => {
    const letters = shirt({ clubCode: code })?.querySelector('text')?.getAttribute('fill') ?? colour;
    // Large bold letters: 3 to 1.
    expect(contrast(letters, colour)).toBeGreaterThanOrEqual(3);
  });

  it('is hidden from screen readers', () => {
    expect(shirt({ clubCode: 3 })?.getAttribute('aria-hidden')).toBe('true');
  });
});
