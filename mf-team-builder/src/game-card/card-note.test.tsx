import { expect, it } from 'vitest';
import { buildGame } from '../testing/fixtures.ts';
import { findActionButton, findCard, openChooser } from '../testing/open-chooser.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

it.each([
  [-45, 'Already in progress: only matches that kick off from now on count for you.'],
  [-46, 'All matches have kicked off. A team that joins now scores nothing.'],
])(
  'CHOOSE-08 a game that starts in %s h and lasts 48 h can be joined with the note "%s"',
  async (hours, note) => {
    openChooser([buildGame(3, hours)]);
    expect((await findCard('Weekly')).getByText(note)).toBeTruthy();
    expect((await findActionButton('Weekly')).disabled).toBe(false);
  },
);
