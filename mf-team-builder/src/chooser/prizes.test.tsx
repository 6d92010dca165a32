import { fireEvent, screen, within } from '@testing-library/react';
import { fakePrizes } from '@touchline/host/testing/fake-objects';
import { describe, expect, it } from 'vitest';
import { ALL_FEATURES, findActionButton, findCard, openChooser, season } from '../testing/open-chooser.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('prizes on a game card', () => {
  it('the prizes of a game are listed before any payment', async () => {
    openChooser([season()], ALL_FEATURES);
    fireEvent.click((await findCard('Season')).getByRole('button', { name: 'Prizes of Season 2026/27' }));
    const sheet = within(await screen.findByRole('region', { name: 'Prizes of Season 2026/27' }));
    expect(sheet.getByRole('table', { name: 'Prize table' })).toBeTruthy();
    expect(sheet.getByText('200,000 FOOTBALL, guaranteed: paid in full even if few teams join')).toBeTruthy();
    expect(sheet.getByText('Cancelled and refunded if fewer than 2 teams join')).toBeTruthy();
    expect(sheet.getByText('Every team')).toBeTruthy();
    expect(sheet.getByText('None')).toBeTruthy();
  });

  it('a game stays closed, with the reason, while the reserves do not cover its prizes', async () => {
    openChooser([season({ prizes: fakePrizes({ covered: false }) })], ALL_FEATURES);
    expect((await findActionButton('Season')).textContent).toBe('Join Window Closed');
    expect((await findCard('Season')).getByText(/^Joining opens as soon as the reserves cover/)).toBeTruthy();
  });
});
