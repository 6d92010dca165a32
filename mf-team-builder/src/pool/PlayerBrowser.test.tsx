import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { bootstrap } from '@touchline/api/http/fpl';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { buildBootstrap, playerId } from '../testing/fixtures.ts';
import {
  button,
  clubPlayerName,
  dialog,
  dialogGone,
  onField,
  openBuilder,
  pick,
  pickButton,
  press,
  rows,
  search,
  section,
  slotText,
  tabs,
} from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('player list', () => {
  it('BUILD-13 search and position tabs narrow the list', async () => {
    await openBuilder();
    expect(tabs().map((tab) => tab.textContent)).toEqual(['All', 'GK', 'DEF', 'MID', 'FWD']);
    press('GK');
    expect(rows()).toHaveLength(40);
    expect(rows().every((row) => row.querySelector('[data-part="position"]')?.textContent === 'GK')).toBe(
      true,
    );
    search('arsenal');
    expect(rows()).toHaveLength(2);
  });

  it('BUILD-14 the list is sorted by the chosen key, and the toggle reverses it', async () => {
    await openBuilder();
    const sort = screen.getByLabelText<HTMLSelectElement>('Sort by');
    expect([...sort.options].map((option) => option.text)).toEqual(['Points', 'Price', 'Form', 'Ownership']);
    fireEvent.change(sort, { target: { value: 'price' } });
    const prices = () =>
      rows().map((row) => Number(row.querySelector('[data-part="price"]')?.textContent?.slice(1, -1)));
    expect(prices()).toEqual([...prices()].sort((a, b) => b - a));
    press('Descending');
    expect(prices()).toEqual([...prices()].sort((a, b) => a - b));
    expect(prices()[0]).toBe(4.5);
  });

  it('BUILD-14 each sort key reorders the list', async () => {
    // Each of these players leads exactly one order.
    const leaders = new Map([
      [playerId(2, 7), { web_name: 'Most points', total_points: 300 }],
      [playerId(3, 7), { web_name: 'Most expensive', price: 19.9 }],
      [playerId(4, 7), { web_name: 'Best form', form: 20 }],
      [playerId(5, 7), { web_name: 'Most owned', selected_by_percent: 90 }],
    ]);
    const players = fakeResponse(
      bootstrap,
      buildBootstrap(({ id }) => leaders.get(id) ?? {}),
    );
    await openBuilder({ responses: [players] });
    const sort = screen.getByLabelText<HTMLSelectElement>('Sort by');
    for (const [key, leader] of [
      ['Ownership', 'Most owned'],
      ['Form', 'Best form'],
      ['Price', 'Most expensive'],
      ['Points', 'Most points'],
    ]) {
      const option = [...sort.options].find(({ text }) => text === key);
      fireEvent.change(sort, { target: { value: option?.value } });
      expect(rows()[0]?.querySelector('[data-part="name"]')?.textContent).toBe(leader);
    }
  });

  it('BUILD-15 the list shows fifty players with a note, and a text when no player is found', async () => {
    await openBuilder();
    expect(rows()).toHaveLength(50);
    expect(
      screen.getByText('Showing 50 of 300 players - Use search or filters to find specific players'),
    ).toBeTruthy();
    search('no such player');
    expect(await screen.findByText('No players found')).toBeTruthy();
    expect(screen.getByText('Try adjusting your search or filters')).toBeTruthy();
  });

  it('BUILD-17 the price filter reads 4 to 15', async () => {
    await openBuilder();
    expect(screen.getByText('4 to 15')).toBeTruthy();
  });

  it('BUILD-17 each thumb of the price filter moves an end of the range, which hides players', async () => {
    const prices = new Map([
      [playerId(1, 0), 4.4],
      [playerId(2, 0), 14.6],
    ]);
    const players = fakeResponse(
      bootstrap,
      buildBootstrap(({ id, price }) => ({ price: prices.get(id) ?? price })),
    );
    await openBuilder({ responses: [players] });
    press('GK');
    const shown = () => rows().map((row) => row.querySelector('[data-part="price"]')?.textContent);
    expect(shown()).toHaveLength(40);
    expect(shown()).toEqual(expect.arrayContaining(['£4.4m', '£14.6m']));
    const move = (thumb: string, key: string) => {
      const focused = screen.getByLabelText(thumb);
      act(() => focused.focus());
      fireEvent.keyDown(focused, { key });
    };
    move('Lowest price', 'ArrowRight');
    expect(screen.getByText('4.5 to 15')).toBeTruthy();
    expect(shown()).toHaveLength(39);
    expect(shown()).not.toContain('£4.4m');
    move('Highest price', 'ArrowLeft');
    expect(screen.getByText('4.5 to 14.5')).toBeTruthy();
    expect(shown()).toHaveLength(38);
    expect(shown()).not.toContain('£14.6m');
  });

  it('the list is one tab stop, and arrows, Home and End move the focus even after the stop was removed', async () => {
    await openBuilder();
    const list = () => rows().map((row) => [...row.querySelectorAll('button')]);
    const stops = () =>
      list().flatMap((row, at) => row.flatMap((one, to) => (one.tabIndex === 0 ? [[at, to]] : [])));
    const walk = (...keys: string[]) =>
      keys.map((key) => {
        fireEvent.keyDown(document.activeElement as Element, { key });
        return stops().flat();
      });
    expect(stops()).toEqual([[0, 0]]);
    list()[0]?.[0]?.focus();
    const keys = ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'End', 'ArrowDown', 'Home', 'ArrowUp'];
    const seen = [
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 0],
      [49, 0],
      [49, 0],
      [0, 0],
      [0, 0],
    ];
    expect(walk(...keys)).toEqual(seen);
    expect(document.activeElement).toBe(list()[0]?.[0]);
    walk('End');
    search('arsenal');
    await waitFor(() => expect(rows().length).toBeLessThan(50));
    expect(stops()).toEqual([[0, 0]]);
  });

  it('the details show price and fixtures and can add the player', async () => {
    await openBuilder();
    search(clubPlayerName(1, 7));
    await waitFor(() => expect(rows()).toHaveLength(1));
    press(`Details of ${clubPlayerName(1, 7)}`);
    const details = await dialog();
    expect(within(details).getByText('Chance of playing')).toBeTruthy();
    const ownership = within(details).getByText('Ownership').nextElementSibling as HTMLElement;
    const percent = (playerId(1, 7) % 31) + 0.5;
    expect(ownership.textContent).toBe(`${percent}%`);
    expect(ownership.querySelector<HTMLElement>('[aria-valuenow]')?.getAttribute('aria-valuenow')).toBe(
      String(percent),
    );
    expect(await within(details).findByText('Man City (A)')).toBeTruthy();
    fireEvent.click(button('Add to team', details));
    expect(slotText('mid-1')).toContain(clubPlayerName(1, 7));
  });
});

describe('adding players', () => {
  it('BUILD-29, BUILD-31, BUILD-32 a rejected player shows a text, also on the greyed-out row', async () => {
    const { host } = await openBuilder();
    await pick(clubPlayerName(1, 7));
    await pick(clubPlayerName(1, 7));
    expect(host.notices.at(-1)?.message).toBe('Player already selected');
    await pick(clubPlayerName(1, 8));
    await pick(clubPlayerName(1, 9));
    expect(host.notices.at(-1)?.message).toBe('Maximum 2 players per team allowed');
    const grey = pickButton(clubPlayerName(1, 9));
    expect(grey.getAttribute('aria-disabled')).toBe('true');
    expect(grey.title).toBe('Max 2 from Arsenal');
  });

  it('BUILD-29, BUILD-32 a full team accepts another player only as a replacement', async () => {
    await openBuilder();
    press('Random Pick');
    const open = rows().find(
      (row) => !row.dataset.picked && !row.querySelector('[aria-disabled]'),
    ) as HTMLElement;
    const row = open.querySelector('button') as HTMLButtonElement;
    const name = open.querySelector('[data-part="name"]')?.textContent ?? '';
    expect(row.title).toBe('Team full (15/15)');
    fireEvent.click(row);
    const replaceDialog = await dialog();
    expect(replaceDialog.textContent).toContain(`Who makes way for ${name}?`);
    expect(within(replaceDialog).getByText('Maximum 15 players allowed.')).toBeTruthy();
    const leaver = within(replaceDialog).getAllByRole('listitem')[0] as HTMLElement;
    const leaving = leaver.querySelector('[data-part="name"]')?.textContent ?? '';
    fireEvent.click(leaver.querySelector('button') as HTMLElement);
    await dialogGone();
    expect(screen.getByText('15/15')).toBeTruthy();
    expect(onField()).toBe('11/11 on field');
    const chosen = section('Selected Players');
    expect(chosen.getByText(name)).toBeTruthy();
    expect(chosen.queryByText(leaving)).toBeNull();
  });

  it('the list shows the next match with its difficulty and filters by club and affordable price', async () => {
    const highPrice = fakeResponse(
      bootstrap,
      buildBootstrap(({ id }) => (id === playerId(2, 7) ? { price: 99.5 } : {})),
    );
    await openBuilder({ responses: [highPrice] });
    const note = document.querySelector('header h1')?.parentElement?.querySelector('p')?.textContent;
    expect(note).toMatch(/^Your team plays from gameweek 3: first kick-off Sun \d\d:00\./);
    const club = [...document.querySelectorAll('select')].find(
      (select) => select.options[0]?.text === 'All clubs',
    );
    fireEvent.change(club as HTMLElement, { target: { value: '2' } });
    const next = () => rows()[0]?.querySelector('[data-part="next"]')?.textContent;
    await waitFor(() => expect(next()).toBe('ARS (A), difficulty 4 of 5'));
    expect(rows()).toHaveLength(15);
    fireEvent.click(pickButton(clubPlayerName(2, 7)));
    expect(slotText('mid-1')).toContain('next ARS (A), difficulty 4 of 5');
    fireEvent.click(document.querySelector('[role="switch"]') as HTMLElement);
    await waitFor(() => expect(rows()).toHaveLength(0));
  });
});
