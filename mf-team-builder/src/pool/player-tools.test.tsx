import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { bootstrap } from '@touchline/api/http/fpl';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { toBuilderPlayers } from '../football/builder-players.ts';
import { recordVisit } from '../football/player-changes.ts';
import { buildBootstrap, NOW, playerId, playerName } from '../testing/fixtures.ts';
import { button, dialog, dialogGone, openBuilder, press, rows, section } from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

const firstRow = async () => {
  await waitFor(() => expect(rows().length).toBeGreaterThan(0));
  return rows()[0]!;
};
const nameOf = (row: HTMLElement) => row.querySelector('[data-part="name"]')?.textContent ?? '';

describe('watchlist in the builder', () => {
  it('the list shows only watched players on request', async () => {
    await openBuilder();
    const name = nameOf(await firstRow());
    fireEvent.click(button(`Watch ${name}`));
    expect(button(`Watch ${name}`).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByLabelText('Watched only'));
    await waitFor(() => expect(rows().map(nameOf)).toEqual([name]));
  });
});

describe('comparison of players', () => {
  it('up to four players of a position are compared, and can be removed', async () => {
    await openBuilder();
    fireEvent.click(button(`Details of ${nameOf(await firstRow())}`));
    const open = within(await dialog());
    fireEvent.click(open.getByRole('button', { name: 'Compare' }));
    const list = () => within(open.getByRole('list', { name: 'Compared players' })).getAllByText('Price');
    expect(list()).toHaveLength(1);
    for (const count of [2, 3, 4]) {
      const select = open.getByLabelText<HTMLSelectElement>('Compare with');
      const [, option] = [...select.options];
      fireEvent.change(select, { target: { value: option!.value } });
      await waitFor(() => expect(list()).toHaveLength(count));
    }
    expect(open.queryByLabelText('Compare with')).toBeNull();
    // The select and the pressed button are gone, and with them their focus.
    const comparison = open.getByRole('region', { name: 'Comparison' });
    expect(document.activeElement).toBe(comparison);
    open.getByRole('button', { name: 'Compare' }).focus();
    fireEvent.click(open.getAllByRole('button', { name: /from the comparison$/ })[0]!);
    expect(list()).toHaveLength(3);
    expect(document.activeElement).toBe(comparison);
  });
});

describe('details of a player', () => {
  it('BUILD-32 in a full team, the details offer to replace a player', async () => {
    await openBuilder();
    press('Random Pick');
    const row = rows().find((each) => !each.dataset.picked && !each.querySelector('[aria-disabled]'))!;
    const name = nameOf(row);
    press(`Details of ${name}`);
    const open = within(await dialog());
    const replace = open.getByRole('button', { name: 'Replace a player' });
    fireEvent.click(replace);
    expect(replace.getAttribute('aria-expanded')).toBe('true');
    expect(open.getByRole('heading', { name: `Who makes way for ${name}?` })).toBeTruthy();
    const [leaver] = within(open.getByRole('list', { name: 'Players who can make way' })).getAllByRole(
      'listitem',
    );
    const leaving = nameOf(leaver!);
    fireEvent.click(within(leaver!).getByRole('button'));
    await dialogGone();
    const chosen = section('Selected Players');
    expect(chosen.getByText(name)).toBeTruthy();
    expect(chosen.queryByText(leaving)).toBeNull();
    expect(screen.getByText('15/15')).toBeTruthy();
  });

  it('BUILD-32 the details give the reason if no replacement is possible', async () => {
    await openBuilder({
      responses: [
        fakeResponse(
          bootstrap,
          buildBootstrap(({ id }) => (id === playerId(2, 7) ? { price: 99.5, total_points: 300 } : {})),
        ),
      ],
    });
    press('Random Pick');
    press(`Details of ${playerName(playerId(2, 7))}`);
    const open = within(await dialog());
    const add = open.getByRole<HTMLButtonElement>('button', { name: 'Team full (15/15)' });
    expect(add.disabled).toBe(true);
    expect(open.queryByRole('button', { name: 'Replace a player' })).toBeNull();
  });
});

const HOUR = 3_600_000;
const players = toBuilderPlayers(buildBootstrap());
const changed = toBuilderPlayers(
  buildBootstrap(({ id, price }) =>
    id === 1 ? { price: price + 0.1 } : id === 2 ? { status: 'i', news: 'Ankle injury' } : {},
  ),
);

describe('changes since the last visit', () => {
  it('the first visit and a reload show no changes', () => {
    expect(recordVisit(players, NOW)).toBeNull();
    expect(recordVisit(changed, NOW + 60_000)).toBeNull();
  });

  it('a later visit lists price and status changes, also after a reload', () => {
    recordVisit(players, NOW);
    for (const at of [NOW + HOUR, NOW + HOUR + 1]) {
      const visit = recordVisit(changed, at);
      expect(visit?.since).toBe(NOW);
      expect(visit?.changes.map(({ player }) => player.id)).toEqual([1, 2]);
    }
    expect(recordVisit(changed, NOW + 3 * HOUR)?.changes).toEqual([]);
  });

  it.each([
    '{"latest":7}',
    '{"previous":null,"latest":{"at":1,"players":null}}',
    '{"previous":{"at":1},"latest":{"at":1,"players":{}}}',
    '{"previous":null,"latest":{"at":1,"players":{"1":7}}}',
  ])('a damaged record counts as a first visit: %s', (record) => {
    localStorage.setItem('touchline.seen-players', record);
    expect(recordVisit(players, NOW)).toBeNull();
  });

  it('the builder lists the changes above the players', async () => {
    const before = players.map((player) =>
      player.id === 9 ? { ...player, price: player.price - 1 } : player,
    );
    recordVisit(before, NOW - HOUR);
    await openBuilder();
    expect(await screen.findByText(/^1 change since your last visit/)).toBeTruthy();
  });
});
