import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { canJoin } from '@touchline/api/http/games';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it, vi } from 'vitest';
import cards from '../game-card/game-card.module.css';
import { buildGame, buildParticipation, inHours, NOW } from '../testing/fixtures.ts';
import {
  ALL_FEATURES,
  findActionButton,
  findCard,
  openChooser,
  season,
  tournament,
} from '../testing/open-chooser.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('game card', () => {
  it("CHOOSE-06 the card opens the builder with mode, game and the chooser's flag", async () => {
    const game = buildGame(3);
    const { host } = openChooser([game]);
    fireEvent.click(await findActionButton('Weekly'));
    expect(host.visits).toEqual([
      { to: '/team-build', state: { gameMode: 'weekly', gameId: game.id, fromGameSelection: true } },
    ]);
  });

  it('CHOOSE-06 a free season game opens the builder', async () => {
    const { host } = openChooser([season({ entry_fee: '0' })]);
    fireEvent.click(await findActionButton('Season'));
    expect(host.visits[0]).toMatchObject({ to: '/team-build', state: { gameMode: 'season' } });
  });

  it('CHOOSE-07 the cards show prizes and length', async () => {
    openChooser([season({ first_gameweek: 1, last_gameweek: 38 }), buildGame(3)]);
    expect((await findCard('Season')).getByText('200,000 FOOTBALL')).toBeTruthy();
    expect((await findCard('Season')).getByText('38 gameweeks')).toBeTruthy();
    expect((await findCard('Weekly')).getByText('200 WLD')).toBeTruthy();
  });

  it('a season that starts mid-season shows its number of gameweeks', async () => {
    openChooser([season({ first_gameweek: 12, last_gameweek: 38 })]);
    expect((await findCard('Season')).getByText('27 of 38 gameweeks')).toBeTruthy();
  });

  it.each([
    [76, 'Join Window Closed', true],
    [74, 'Join', false],
  ])('CHOOSE-08 %s h before the start the button reads "%s"', async (hours, text, disabled) => {
    openChooser([buildGame(3, hours)]);
    const button = await findActionButton('Weekly');
    expect(button.textContent).toBe(text);
    expect(button.disabled).toBe(disabled);
  });

  it.each([
    [76, 'Join window opens in', '00d01h00m00s'],
    [74, 'Game starts in', '03d02h00m00s'],
    [-1, 'Game ends in', '01d23h00m00s'],
  ])('CHOOSE-09, CHOOSE-10 a game that starts in %s h counts down: %s', async (hours, label, figures) => {
    openChooser([buildGame(3, hours)]);
    const timer = (await findCard('Weekly')).getByRole('timer', { name: label });
    expect(timer.textContent).toContain(figures);
  });

  it('CHOOSE-10 an ended game shows "Game ended" and no countdown', async () => {
    openChooser([buildGame(3, -50)]);
    const weekly = await findCard('Weekly');
    expect(weekly.getByText('Game ended')).toBeTruthy();
    expect(weekly.queryByRole('timer')).toBeNull();
    expect((await findActionButton('Weekly')).textContent).toBe('Game Ended');
  });

  it('CHOOSE-11 the countdown ticks every second on the server clock', async () => {
    let now = NOW;
    openChooser([buildGame(3, 1)], { host: { now: () => now } });
    const timer = (await findCard('Weekly')).getByRole('timer');
    expect(timer.textContent).toContain('01h00m00s');
    now += 1000;
    await waitFor(() => expect(timer.textContent).toContain('59m59s'));
  });

  it('CHOOSE-12 the status of the weekly game is derived from its times', async () => {
    // The stored status lags behind the clock.
    openChooser([buildGame(3, -1, { status: 'UPCOMING' })]);
    expect((await findCard('Weekly')).getByText('Active')).toBeTruthy();
  });

  it('CHOOSE-13 a joined game shows "Joined" and cannot be joined twice', async () => {
    const game = buildGame(3);
    const mine = fakeResponse(myParticipations, {
      participations: [buildParticipation(1, { game, game_id: game.id })],
    });
    const { host } = openChooser([game], { responses: [mine] });
    await waitFor(async () => expect((await findActionButton('Weekly')).textContent).toBe('Joined'));
    expect((await findActionButton('Weekly')).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'See your team' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('CHOOSE-13 "Joined" is green, and "Join" does not look like it', async () => {
    const game = buildGame(3);
    const mine = fakeResponse(myParticipations, {
      participations: [buildParticipation(1, { game, game_id: game.id })],
    });
    openChooser([game], { responses: [mine] });
    await waitFor(async () => expect((await findActionButton('Weekly')).textContent).toBe('Joined'));
    expect((await findActionButton('Weekly')).classList).toContain(cards.joined);
    const css = readFileSync(join(import.meta.dirname, '../game-card/game-card.module.css'), 'utf8');
    expect(css).toMatch(/\.joined:disabled \{[^}]*color: var\(--tl-grass-ink\);/);
    cleanup();
    openChooser([game]);
    expect((await findActionButton('Weekly')).textContent).toBe('Join');
    expect((await findActionButton('Weekly')).classList).not.toContain(cards.joined);
  });

  it('all cards show the same facts in the same order, and an empty game invites to be the first', async () => {
    const cup = tournament(24, { current_participants: 3, max_participants: 20 });
    openChooser([season(), buildGame(3, 76, { current_participants: 0 }), cup], ALL_FEATURES);
    const listFacts = async (title: string) =>
      (await findCard(title))
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextSibling?.textContent]);
    const names = [
      'PrizeGuaranteed',
      'First prize',
      'Places paid',
      'Lowest prize',
      'Length',
      'Entry',
      'Teams',
    ];
    expect((await listFacts('Season')).map(([name]) => name)).toEqual(names);
    expect((await listFacts('Weekly')).map(([name]) => name)).toEqual(names);
    expect((await listFacts('Tournament')).map(([name]) => name)).toEqual(names);
    expect((await listFacts('Weekly')).at(-1)).toEqual(['Teams', 'Be the first']);
    expect((await listFacts('Tournament')).at(-1)).toEqual(['Teams', '3 of 20']);
  });

  it('CHOOSE-13 no "Join" is offered until the joined games are known', async () => {
    const game = buildGame(3);
    const { promise: held, resolve: respond } = deferred();
    const slow = fakeResponse(myParticipations, async () => {
      await held;
      return { participations: [buildParticipation(1, { game, game_id: game.id })] };
    });
    const { requests } = openChooser([game], { responses: [slow] });
    await waitFor(() => expect(requests).toHaveLength(5));
    expect(await screen.findByRole('status', { name: 'Loading games' })).toBeTruthy();
    expect(screen.queryByText('Join')).toBeNull();
    respond();
    expect((await findActionButton('Weekly')).textContent).toBe('Joined');
  });

  it('CHOOSE-14 an active game can be joined, with a note that only later matches count', async () => {
    openChooser([buildGame(3, -1)]);
    expect((await findActionButton('Weekly')).textContent).toBe('Join');
    expect((await findCard('Weekly')).getByText(/only matches that kick off from now on count/)).toBeTruthy();
  });

  it('CHOOSE-14 a paid game shows its state and "Coming Soon" while payments are off', async () => {
    openChooser([season()]);
    const button = await findActionButton('Season');
    expect(button.textContent).toBe('Coming Soon');
    expect(button.disabled).toBe(true);
    expect((await findCard('Season')).getByRole('timer', { name: 'Game starts in' })).toBeTruthy();
    expect((await findCard('Season')).getByText('500 FOOTBALL')).toBeTruthy();
  });

  it('CHOOSE-06, CHOOSE-14 a season with an entry fee opens the builder', async () => {
    const game = season();
    const { host } = openChooser([game], ALL_FEATURES);
    expect((await findActionButton('Season')).textContent).toBe('Join');
    fireEvent.click(await findActionButton('Season'));
    expect(host.visits).toEqual([
      { to: '/team-build', state: { gameMode: 'season', gameId: game.id, fromGameSelection: true } },
    ]);
  });

  it('API-21 a failing check disables joining, shows its reason and is repeated', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let checks = 0;
    const check = fakeResponse(canJoin, () => {
      checks += 1;
      if (checks < 3) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is restarting.');
      return { canJoin: true, reason: '', code: null };
    });
    const { host } = openChooser([season()], { ...ALL_FEATURES, responses: [check] });
    expect(await (await findCard('Season')).findByText('Error checking join eligibility')).toBeTruthy();
    expect((await findActionButton('Season')).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Season' }));
    expect(host.visits).toEqual([]);
    vi.setTimerTickMode('manual');
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    while (checks === 1) await pass(1);
    await pass(4_999);
    expect(checks).toBe(2);
    await pass(1);
    expect(checks).toBe(3);
    vi.setTimerTickMode('interval');
    await waitFor(async () => expect((await findActionButton('Season')).disabled).toBe(false));
    expect((await findActionButton('Season')).textContent).toBe('Join');
    expect((await findCard('Season')).queryByText('Error checking join eligibility')).toBeNull();
  });

  it.each([
    [76, {}, 'Join Window Closed'],
    [-24, {}, 'Join'],
    [-100, { end_time: inHours(-1) }, 'Game Ended'],
    [24, { status: 'CANCELLED' }, 'Cancelled'],
    [24, { max_participants: 3 }, 'No seats left'],
  ] as const)('CHOOSE-14 a season that starts in %s h shows its state', async (hours, fields, text) => {
    const start_time = inHours(hours);
    openChooser([season({ start_time, join_opens_at: inHours(hours - 75), ...fields })], ALL_FEATURES);
    expect((await findActionButton('Season')).textContent).toBe(text);
  });

  it('a pending payment is shown and leads to My Teams, not to a second payment', async () => {
    const { host } = openChooser([season()], {
      ...ALL_FEATURES,
      responses: [fakeResponse(canJoin, { canJoin: false, reason: '', code: 'PAYMENT_PENDING' })],
    });
    await waitFor(async () => expect((await findActionButton('Season')).textContent).toBe('Payment pending'));
    expect((await findActionButton('Season')).disabled).toBe(true);
    expect(
      (await findCard('Season')).getByText('Your payment is being confirmed. You do not need to pay again.'),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Season' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it.each([
    ['Weekly', [buildGame(3, 76)]],
    ['Weekly', [buildGame(3, -50)]],
    ['Season', [season({ max_participants: 3 })]],
    ['Tournament', []],
  ])('CHOOSE-14 a %s card that cannot be chosen is disabled', async (title, games) => {
    const { host } = openChooser(games, ALL_FEATURES);
    const heading = (await screen.findByRole('heading', { name: title })).querySelector('button');
    expect(heading?.disabled).toBe(true);
    fireEvent.click(heading as HTMLElement);
    expect([host.visits, host.notices]).toEqual([[], []]);
  });
});
