import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { bootstrap } from '@touchline/api/http/fpl';
import { fakeGameweek } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { buildBootstrap, buildGame, HOUR, inHours, NOW, playerId } from '../testing/fixtures.ts';
import {
  clubPlayerName,
  dialog,
  dialogGone,
  listed,
  openBuilder,
  pick,
  press,
  searchInPicker,
  section,
  slot,
} from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('header and bar of the builder', () => {
  it('BUILD-09 the header shows "Back", title, game and badge', async () => {
    const { host } = await openBuilder();
    expect(screen.getByText('Gameweek 3')).toBeTruthy();
    expect(screen.getByText('Free Entry')).toBeTruthy();
    press('Back');
    expect(host.visits).toEqual([{ to: '/choose-game' }]);
  });

  it('BUILD-09 a game with a fee shows "Payment Required"', async () => {
    await openBuilder({
      game: buildGame(9, 24, { game_type: 'SEASON', entry_fee: '500' }),
      state: { gameMode: 'season', gameId: buildGame(9).id },
    });
    expect(screen.getByText('Payment Required')).toBeTruthy();
  });

  it('the header shows the date of a first kick-off that is more than six days ahead', async () => {
    await openBuilder({ game: buildGame(3, 8 * 24) });
    expect(
      screen.getByText(/^Your team plays from gameweek 3: first kick-off Sun 23 Aug, \d\d:00\.$/),
    ).toBeTruthy();
  });

  it('the header names the next gameweek from the last kick-off of one', async () => {
    let now = NOW;
    const gameweeks = [
      fakeGameweek(3, inHours(-24), { end_time: inHours(3) }),
      fakeGameweek(4, inHours(72), { end_time: inHours(120) }),
    ];
    await openBuilder({
      game: buildGame(3, -24, { last_gameweek: 38, end_time: inHours(240) }),
      responses: [fakeResponse(bootstrap, { ...buildBootstrap(), gameweeks })],
      host: { now: () => now },
    });
    expect(screen.getByText(/^Gameweek 3 is in progress/)).toBeTruthy();
    now += HOUR / 2;
    expect(await screen.findByText(/^Your team plays from gameweek 4: first kick-off /)).toBeTruthy();
  });

  it('the header warns about a join after the last kick-off', async () => {
    await openBuilder({ game: buildGame(3, -46) });
    expect(
      screen.getByText('All matches have kicked off. A team that joins now scores nothing.'),
    ).toBeTruthy();
    expect(screen.queryByText(/in progress/)).toBeNull();
  });

  it.each([
    ['has ended', buildGame(3, -100), 'The join window is closed.'],
    ['is cancelled', buildGame(3, 8 * 24, { status: 'CANCELLED' }), 'This game is cancelled.'],
  ])('the header of a game that %s says why it cannot be joined', async (_, game, reason) => {
    await openBuilder({ game });
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.queryByText(/in progress|Your team plays from/)).toBeNull();
  });

  it('BUILD-10 the header shows the remaining budget and the number of players', async () => {
    await openBuilder();
    expect(screen.getByTestId('budget').textContent).toBe('£100.0m');
    expect(screen.getByText('0/15')).toBeTruthy();
    await pick(clubPlayerName(1, 7));
    const price = 4.5 + (playerId(1, 7) % 29) / 10;
    expect(screen.getByTestId('budget').textContent).toBe(`£${(100 - price).toFixed(1)}m`);
    expect(screen.getByText('1/15')).toBeTruthy();
  });

  it('BUILD-10 the budget turns orange below 5 and red below 0', async () => {
    const css = readFileSync(join(import.meta.dirname, 'BuilderHeader.module.css'), 'utf8');
    /** Colour that the style sheet gives to the tone of the budget. */
    const readColour = () => {
      const { tone } = screen.getByTestId('budget').dataset;
      return new RegExp(`\\.counts \\[data-tone="${tone}"\\] \\{\\s*color: var\\(--tl-(\\w+)-ink\\);`).exec(
        css,
      )?.[1];
    };
    const highPrices = fakeResponse(
      bootstrap,
      buildBootstrap(({ id }) =>
        id === playerId(1, 7) ? { price: 95 } : id === playerId(2, 7) ? { price: 0.1 } : {},
      ),
    );
    await openBuilder({ responses: [highPrices] });
    const choose = async (place: string, name: string) => {
      fireEvent.click(slot(place));
      const picker = await dialog();
      searchInPicker(picker, name);
      await waitFor(() => expect(listed(picker)).toHaveLength(1));
      fireEvent.click(within(picker).getByText(name));
      await dialogGone();
    };
    expect(readColour()).toBe('grass');
    await choose('mid-1', clubPlayerName(1, 7));
    expect(screen.getByTestId('budget').textContent).toBe('£5.0m');
    expect(readColour()).toBe('grass');
    await choose('mid-2', clubPlayerName(2, 7));
    expect(screen.getByTestId('budget').textContent).toBe('£4.9m');
    expect(readColour()).toBe('warn');

    // Prices rise while the draft is kept.
    cleanup();
    const raisedPrices = fakeResponse(
      bootstrap,
      buildBootstrap(({ id }) =>
        id === playerId(1, 7) ? { price: 100 } : id === playerId(2, 7) ? { price: 0.1 } : {},
      ),
    );
    await openBuilder({ responses: [raisedPrices] });
    expect(screen.getByTestId('budget').textContent).toBe('-£0.1m');
    expect(readColour()).toBe('danger');
  });

  it('BUILD-23 the bar shows the budget used and whether the team is complete', async () => {
    await openBuilder();
    const bar = section('Create your team');
    expect(bar.getByText('Budget Used')).toBeTruthy();
    expect(bar.getByText('£0.0m')).toBeTruthy();
    expect(bar.getByText('Incomplete')).toBeTruthy();
    press('Random Pick');
    expect(bar.getByText('Ready')).toBeTruthy();
    const prices = section('Selected Players').getAllByText(/^£\d+\.\dm$/);
    expect(prices).toHaveLength(15);
    const tenths = prices.reduce((sum, { textContent }) => sum + Number(textContent?.replace(/\D/g, '')), 0);
    expect(bar.getByText('Budget Used').nextElementSibling?.textContent).toBe(
      `£${(tenths / 10).toFixed(1)}m`,
    );
  });
});
