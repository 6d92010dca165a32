import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TouchlineTheme } from '../theme/TouchlineTheme.tsx';
import { PlayerRow } from './PlayerRow.tsx';

afterEach(cleanup);

const show = (node: React.ReactNode) => render(node, { wrapper: TouchlineTheme });

describe('PlayerRow', () => {
  it('a player row shows name, position, club, figures and news', () => {
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
