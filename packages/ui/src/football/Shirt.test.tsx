import { cleanup, render } from '@testing-library/react';
import { CLUBS } from '@touchline/rules/clubs';
import { afterEach, describe, expect, it } from 'vitest';
import { contrast } from '../colour.ts';
import { Shirt } from './Shirt.tsx';

afterEach(cleanup);

const shirt = (props: Parameters<typeof Shirt>[0]) =>
  render(<Shirt {...props} />).container.querySelector('svg');

describe('Shirt', () => {
  it('a shirt has the colour and letters of its club', () => {
    const svg = shirt({ clubCode: 43 });
    expect(svg?.querySelector('path')?.getAttribute('fill')).toBe('#6CABDD');
    expect(svg?.textContent).toBe('MCI');
  });

  it('a shirt is outlined if its colour would blend into the background', () => {
    expect(shirt({ clubCode: 6 })?.dataset.outline).toBe('white');
    expect(shirt({ clubCode: 4 })?.dataset.outline).toBe('dark');
    expect(shirt({ clubCode: 3 })?.dataset.outline).toBe('none');
  });

  it('a shirt of an unknown club shows the given letters', () => {
    expect(shirt({ clubCode: 999, clubShort: 'NEW' })?.textContent).toBe('NEW');
  });

  it.each(CLUBS)('the letters on the shirt of $name have enough contrast', ({ code, colour }) => {
    const letters = shirt({ clubCode: code })?.querySelector('text')?.getAttribute('fill') ?? colour;
    // WCAG requires 3:1 for large bold text.
    expect(contrast(letters, colour)).toBeGreaterThanOrEqual(3);
  });

  it('a shirt is hidden from screen readers', () => {
    expect(shirt({ clubCode: 3 })?.getAttribute('aria-hidden')).toBe('true');
  });
});
