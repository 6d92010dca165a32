import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { bootstrap } from '@touchline/api/http/fpl';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { buildBootstrap, playerId } from '../testing/fixtures.ts';
import {
  button,
  clubPlayerName,
  dialog,
  dialogGone,
  listed,
  openBuilder,
  pick,
  pickButton,
  press,
  searchInPicker,
  slot,
  slotText,
  tabs,
} from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('slot picker', () => {
  it('BUILD-19 a slot opens the picker for its position, with search and four sort tabs', async () => {
    await openBuilder();
    fireEvent.click(slot('mid-1'));
    const picker = await dialog();
    expect(within(picker).getByText('Choose a midfielder')).toBeTruthy();
    expect(tabs(picker).map((tab) => tab.textContent)).toEqual(['Points', 'Price', 'Form', 'Name']);
    expect(listed(picker)).toHaveLength(50);
    expect(
      listed(picker).every((item) => item.querySelector('[data-part="position"]')?.textContent === 'MID'),
    ).toBe(true);
    searchInPicker(picker, clubPlayerName(2, 8));
    await waitFor(() => expect(listed(picker)).toHaveLength(1));
    fireEvent.click(listed(picker)[0]?.querySelector('button') as HTMLElement);
    expect(slotText('mid-1')).toContain(clubPlayerName(2, 8));
    await dialogGone();
  });

  it('BUILD-19 each sort tab of the picker reorders the players', async () => {
    // Each of these midfielders leads exactly one order.
    const leaders = new Map([
      [playerId(2, 7), { web_name: 'Most points', total_points: 300 }],
      [playerId(3, 7), { web_name: 'Most expensive', price: 19.9 }],
      [playerId(4, 7), { web_name: 'Best form', form: 20 }],
      [playerId(5, 7), { web_name: 'Aardvark' }],
    ]);
    const players = fakeResponse(
      bootstrap,
      buildBootstrap(({ id }) => leaders.get(id) ?? {}),
    );
    await openBuilder({ responses: [players] });
    fireEvent.click(slot('mid-1'));
    const picker = await dialog();
    const names = () => listed(picker).map((row) => row.querySelector('[data-part="name"]')?.textContent);
    for (const [tab, leader] of [
      ['Name', 'Aardvark'],
      ['Form', 'Best form'],
      ['Price', 'Most expensive'],
      ['Points', 'Most points'],
    ] as const) {
      fireEvent.click(within(picker).getByRole('tab', { name: tab }));
      await waitFor(() => expect(names()[0]).toBe(leader));
      if (tab === 'Name') expect(names()).toEqual(names().toSorted((a, b) => a!.localeCompare(b!)));
    }
  });

  it('BUILD-30, BUILD-32 players over budget are rejected', async () => {
    const highPrices = fakeResponse(
      bootstrap,
      buildBootstrap(({ id }) =>
        id === playerId(2, 7) ? { price: 14.9 } : id === playerId(1, 7) ? { price: 90 } : {},
      ),
    );
    const { host } = await openBuilder({ responses: [highPrices] });
    fireEvent.click(slot('mid-1'));
    const first = await dialog();
    searchInPicker(first, clubPlayerName(1, 7));
    fireEvent.click(await within(first).findByText(clubPlayerName(1, 7)));
    await dialogGone();
    await pick(clubPlayerName(2, 7));
    expect(host.notices.at(-1)?.message).toBe('Not enough budget. Need £4.9M more');
    expect(pickButton(clubPlayerName(2, 7)).title).toBe('Over budget by £4.9M');
    fireEvent.click(slot('mid-2'));
    const picker = await dialog();
    searchInPicker(picker, clubPlayerName(2, 7));
    const entry = (await within(picker).findByText(clubPlayerName(2, 7))).closest(
      'button',
    ) as HTMLButtonElement;
    expect(entry.disabled).toBe(true);
    expect(entry.textContent).toContain('Exceeds budget');
  });

  it('BUILD-32 the picker disables players of a full club', async () => {
    await openBuilder();
    await pick(clubPlayerName(1, 7));
    await pick(clubPlayerName(1, 8));
    fireEvent.click(slot('mid-3'));
    const picker = await dialog();
    searchInPicker(picker, clubPlayerName(1, 9));
    await waitFor(() => expect(listed(picker)).toHaveLength(1));
    const entry = listed(picker)[0]?.querySelector('button') as HTMLButtonElement;
    expect(entry.disabled).toBe(true);
    expect(entry.textContent).toContain('Max players from club');
  });

  it('the picker follows a player who moves down the bench', async () => {
    await openBuilder();
    press('Random Pick');
    const name = slotText('bench-2').match(/Player\d+/)![0];
    fireEvent.click(slot('bench-2'));
    const picker = await dialog();
    fireEvent.click(button('Move down the bench', picker));
    fireEvent.click(button('Move down the bench', picker));
    expect(within(picker).getByText(`Change ${name}`)).toBeTruthy();
    expect(slotText('bench-4')).toContain(name);
  });

  it('closing the details that the picker opened focuses the slot', async () => {
    await openBuilder();
    press('Random Pick');
    const openFocused = (opener: HTMLElement) => {
      opener.focus();
      fireEvent.click(opener);
    };
    // The second time, the code of the details is loaded: they open while the picker closes.
    for (const id of ['mid-2', 'mid-3']) {
      openFocused(slot(id));
      openFocused(button('Details', await dialog()));
      const remove = await screen.findByRole('button', { name: 'Remove from team' });
      const details = remove.closest('[role="dialog"]')!;
      await waitFor(() => expect(details.contains(document.activeElement)).toBe(true));
      fireEvent.keyDown(remove, { key: 'Escape' });
      await dialogGone();
      await waitFor(() => expect(document.activeElement).toBe(slot(id)));
    }
  });
});
