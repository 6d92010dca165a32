import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { fakePrizes } from '@touchline/host/testing/fake-objects';
import { describe, expect, it } from 'vitest';
import { inHours } from '../testing/fixtures.ts';
import { ALL_FEATURES, findActionButton, findCard, openChooser, season } from '../testing/open-chooser.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

/** A pool that only entry fees fill, before the first one. */
const EMPTY = fakePrizes({ guarantee: '0', pool: '0', first_prize: '0', places_paid: 0, table: [] });

const ASSUMES_FULL =
  'This table assumes that all 20 seats are taken. It is computed again when joining closes. ';
const FOLLOWS_TEAMS = 'The table changes with the number of teams until joining closes. ';

async function openSheet() {
  fireEvent.click((await findCard('Season')).getByRole('button', { name: 'Prizes of Season 2026/27' }));
  return within(await screen.findByRole('region', { name: 'Prizes of Season 2026/27' }));
}

describe('prizes on a game card', () => {
  it('the prizes of a game are listed before any payment', async () => {
    openChooser([season()], ALL_FEATURES);
    const sheet = await openSheet();
    expect(sheet.getByRole('table', { name: 'Prize table' })).toBeTruthy();
    expect(sheet.getByText('200,000 FOOTBALL, guaranteed: paid in full even if few teams join')).toBeTruthy();
    expect(sheet.getByText('Cancelled and refunded if fewer than 2 teams join')).toBeTruthy();
    expect(sheet.getByText('Every team')).toBeTruthy();
    expect(sheet.getByText('None')).toBeTruthy();
  });

  it('a free game without a guarantee pays no prizes; a paid one fills its pool from the entry fees', async () => {
    openChooser([season({ entry_fee: '0', prizes: EMPTY })], ALL_FEATURES);
    const free = await openSheet();
    expect(free.getByText('This game pays no prizes.')).toBeTruthy();
    expect(free.getByText('Cancelled if fewer than 2 teams join')).toBeTruthy();
    expect(free.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Minimum teams']);
    expect(free.queryByText(/^The table appears/)).toBeNull();
    cleanup();
    openChooser([season({ prizes: EMPTY })], ALL_FEATURES);
    const paid = await openSheet();
    expect(paid.getByText('Filled by the entry fees')).toBeTruthy();
    expect(paid.getByText('The table appears with the first paid entry.')).toBeTruthy();
    expect(paid.queryByText('This game pays no prizes.')).toBeNull();
  });

  it.each([
    ['names the seats as long as joining is open', 1, 'if all 20 seats are taken'],
    ['is what the entries have paid after joining has closed', -1, 'from the entry fees so far'],
  ])('the pool of a running game %s', async (_, closesIn, text) => {
    const prizes = fakePrizes({ state: 'PROVISIONAL', guarantee: '0' });
    openChooser([season({ max_participants: 20, join_deadline: inHours(closesIn), prizes })], ALL_FEATURES);
    expect((await openSheet()).getByText(text, { exact: false })).toBeTruthy();
  });

  it.each([
    ['names the seats while joining is open', 20, 1, ASSUMES_FULL],
    ['names the teams while joining is open', null, 1, FOLLOWS_TEAMS],
    ['names no seats after joining has closed', 20, -1, ''],
    ['names no teams after joining has closed', null, -1, ''],
  ])('the note below the prize table %s', async (_, seats, closesIn, text) => {
    openChooser([season({ max_participants: seats, join_deadline: inHours(closesIn) })], ALL_FEATURES);
    const note = (await openSheet()).getByText(/Teams with equal points share/);
    expect(note.textContent?.trim()).toBe(`${text}Teams with equal points share the prizes of their places.`);
  });

  it('the prizes name the players who can win a game for entrants', async () => {
    openChooser([season({ prizes: fakePrizes({ eligibility: 'ENTRANTS' }) })], ALL_FEATURES);
    expect(
      (await openSheet()).getByText(/^Players who joined a paid game of this season before/),
    ).toBeTruthy();
  });

  it.each([
    ['says "If full" while seats are free', 4, 1, 'PrizeIf full'],
    ['has no condition once every seat is taken', 20, 1, 'Prize'],
    ['has no condition after joining has closed', 4, -1, 'Prize'],
  ])('the prize of a card %s', async (_, taken, closesIn, text) => {
    const prizes = fakePrizes({ guarantee: '0' });
    const seats = { max_participants: 20, current_participants: taken };
    openChooser([season({ ...seats, join_deadline: inHours(closesIn), prizes })], ALL_FEATURES);
    expect((await findCard('Season')).getByText('Prize').textContent).toBe(text);
  });

  it('the prizes lead to the reserves without a promise that they suffice', async () => {
    openChooser([season({ prizes: fakePrizes({ covered: false }) })], ALL_FEATURES);
    const sheet = await openSheet();
    const link = sheet.getByRole('link', { name: 'See the reserves' });
    expect(link.getAttribute('href')).toBe('/reserves');
    expect(link.parentElement?.textContent).toBe('See the reserves behind all prizes, refunds and stakes.');
  });

  it('a game stays closed, with the reason, while the reserves do not cover its prizes', async () => {
    openChooser([season({ prizes: fakePrizes({ covered: false }) })], ALL_FEATURES);
    expect((await findActionButton('Season')).textContent).toBe('Join Window Closed');
    expect((await findCard('Season')).getByText(/^Joining opens as soon as the reserves cover/)).toBeTruthy();
  });
});
