import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { canJoin, type Game, type JoinReason, listGames } from '@touchline/api/http/games';
import { answer, type FakeAnswer } from '@touchline/host/testing/fake-answers';
import {
  createFakeHost,
  FAKE_CONFIG,
  type FakeHostOptions,
  fakeUser,
} from '@touchline/host/testing/fake-host';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gamesAnswer, noTeams } from '../testing/answers.ts';
import { buildGame, buildParticipation, inHours, NOW } from '../testing/build.ts';
import { openPage } from '../testing/open-page.tsx';

const season = (fields: Partial<Game> = {}) =>
  buildGame(90, 24, {
    game_type: 'SEASON',
    name: 'Season 2026/27',
    entry_fee: '500',
    end_time: inHours(24 * 270),
    ...fields,
  });
const tournament = (starts: number, fields: Partial<Game> = {}) =>
  buildGame(80, starts, { game_type: 'TOURNAMENT', name: 'Friday Night Cup', entry_fee: '1000', ...fields });

const mayJoin = answer(canJoin, { canJoin: true, reason: '', code: null });
const FREE_ONLY = { tournaments: false, paid_games: false };

function open(games: Game[], more: { answers?: FakeAnswer[]; host?: FakeHostOptions } = {}) {
  const asked = gamesAnswer(games);
  const host = createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    config: { ...FAKE_CONFIG, features: FREE_ONLY },
    ...more.host,
    answers: [asked.given, noTeams, ...(more.answers ?? [mayJoin])],
  });
  openPage(host, '/choose-game');
  return { host, calls: asked.calls };
}

const cards = async () => within(await screen.findByRole('list', { name: 'Games' })).getAllByRole('listitem');
const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('li') as HTMLElement);
};
const action = async (title: string) => {
  const buttons = (await card(title)).getAllByRole<HTMLButtonElement>('button');
  return buttons[1] as HTMLButtonElement;
};

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('ChooseGamePage', () => {
  it('CHOOSE-01 sends a guest to /', async () => {
    const { host } = open([], { host: { user: null } });
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('CHOOSE-01 waits while the session is being restored', async () => {
    const asked = gamesAnswer([buildGame(3)]);
    const host = createFakeHost({ now: () => NOW, answers: [asked.given, noTeams] });
    host.session.set({ status: 'loading', user: null });
    openPage(host, '/choose-game');
    expect(asked.calls).toEqual([]);
    act(() => host.session.set({ status: 'player', user: fakeUser() }));
    expect(await cards()).toHaveLength(2);
    expect(host.visits).toEqual([]);
  });

  it('CHOOSE-02 shows one card each for season, weekly and tournament', async () => {
    open([season(), buildGame(3), buildGame(4, 200), tournament(24)]);
    expect(await cards()).toHaveLength(3);
    for (const title of ['Season', 'Weekly', 'Tournament'])
      expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  });

  it('CHOOSE-03 tells how to boost the coefficient', async () => {
    open([buildGame(3)]);
    await cards();
    const panel = within(screen.getByRole('region', { name: 'Boost Your Coefficient' }));
    expect(panel.getByText('Lock tokens before the season for multipliers')).toBeTruthy();
    expect(panel.getByText('3% APY')).toBeTruthy();
    expect(panel.getByText('Unlock at season end')).toBeTruthy();
  });

  it('CHOOSE-04 has a disabled "Coming Soon" on the tournament card', async () => {
    open([buildGame(3), tournament(1)]);
    const button = await action('Tournament');
    expect(button.textContent).toBe('Coming Soon');
    expect(button.disabled).toBe(true);
  });

  it('CHOOSE-05 goes to the tournaments with the mode when they are switched on', async () => {
    const { host } = open([tournament(1)], {
      host: { config: { features: { tournaments: true, paid_games: true } } },
    });
    const button = await action('Tournament');
    expect(button.textContent).toBe('Select Tournament');
    fireEvent.click(button);
    expect(host.visits).toEqual([{ to: '/tournament-select', state: { gameMode: 'tournament' } }]);
  });

  it('CHOOSE-06 goes to the builder with mode, game and the flag of the chooser', async () => {
    const game = buildGame(3);
    const { host } = open([game]);
    fireEvent.click(await action('Weekly'));
    expect(host.visits).toEqual([
      { to: '/team-build', state: { gameMode: 'weekly', gameId: game.id, fromGameSelection: true } },
    ]);
  });

  it('CHOOSE-06 leads from a free season game to the builder', async () => {
    const { host } = open([season({ entry_fee: '0' })]);
    fireEvent.click(await action('Season'));
    expect(host.visits[0]).toMatchObject({ to: '/team-build', state: { gameMode: 'season' } });
  });

  it('CHOOSE-07 names the prizes and the length', async () => {
    open([season(), buildGame(3)]);
    expect((await card('Season')).getByText('200,000 FOOTBALL')).toBeTruthy();
    expect((await card('Season')).getByText('38 gameweeks')).toBeTruthy();
    expect((await card('Weekly')).getByText('200 WLD')).toBeTruthy();
  });

  it.each([
    [76, 'Join Window Closed', true],
    [74, 'Join', false],
  ])('CHOOSE-08 %s h before the start the button says "%s"', async (hours, text, disabled) => {
    open([buildGame(3, hours)]);
    const button = await action('Weekly');
    expect(button.textContent).toBe(text);
    expect(button.disabled).toBe(disabled);
  });

  it.each([
    [76, 'Join window opens in', '00d01h00m00s'],
    [74, 'Game starts in', '03d02h00m00s'],
    [-1, 'Game ends in', '01d23h00m00s'],
  ])('CHOOSE-09, CHOOSE-10 a game that starts in %s h counts down: %s', async (hours, label, figures) => {
    open([buildGame(3, hours)]);
    const timer = (await card('Weekly')).getByRole('timer', { name: label });
    expect(timer.textContent).toContain(figures);
  });

  it('CHOOSE-10 after the end there is "Game ended" and no figures', async () => {
    open([buildGame(3, -50)]);
    const weekly = await card('Weekly');
    expect(weekly.getByText('Game ended')).toBeTruthy();
    expect(weekly.queryByRole('timer')).toBeNull();
    expect((await action('Weekly')).textContent).toBe('Game Ended');
  });

  it('CHOOSE-11 ticks every second on the server clock', async () => {
    let now = NOW;
    open([buildGame(3, 1)], { host: { now: () => now } });
    const timer = (await card('Weekly')).getByRole('timer');
    expect(timer.textContent).toContain('01h00m00s');
    now += 1000;
    await waitFor(() => expect(timer.textContent).toContain('59m59s'), { timeout: 3000 });
  });

  it('CHOOSE-12 takes the status of the weekly game from its times', async () => {
    // The stored status lags behind the clock.
    open([buildGame(3, -1, { status: 'UPCOMING' })]);
    expect((await card('Weekly')).getByText('Active')).toBeTruthy();
  });

  it('CHOOSE-13 says "Joined" for a game one is in, and lets nobody join twice', async () => {
    const game = buildGame(3);
    const mine = answer(myParticipations, {
      participations: [buildParticipation(1, { game, game_id: game.id })],
    });
    const { host } = open([game], { answers: [mine] });
    await waitFor(async () => expect((await action('Weekly')).textContent).toBe('Joined'));
    expect((await action('Weekly')).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Weekly' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('CHOOSE-13 offers no "Join" before it is known what is joined', async () => {
    const game = buildGame(3);
    let tell = () => {};
    const slow = answer(myParticipations, async () => {
      await new Promise<void>((done) => {
        tell = done;
      });
      return { participations: [buildParticipation(1, { game, game_id: game.id })] };
    });
    const { calls } = open([game], { answers: [slow] });
    await waitFor(() => expect(calls).toHaveLength(5));
    expect(await screen.findByRole('status', { name: 'Loading games' })).toBeTruthy();
    expect(screen.queryByText('Join')).toBeNull();
    tell();
    expect((await action('Weekly')).textContent).toBe('Joined');
  });

  it('CHOOSE-14 a running game can be joined, with a note that only matches from now on count', async () => {
    open([buildGame(3, -1)]);
    expect((await action('Weekly')).textContent).toBe('Join');
    expect((await card('Weekly')).getByText(/only matches that kick off from now on count/)).toBeTruthy();
  });

  it('CHOOSE-14 a paid game shows its state and "Coming Soon" while payments are off', async () => {
    open([season()]);
    const button = await action('Season');
    expect(button.textContent).toBe('Coming Soon');
    expect(button.disabled).toBe(true);
    expect((await card('Season')).getByRole('timer', { name: 'Game starts in' })).toBeTruthy();
    expect((await card('Season')).getByText('500 FOOTBALL')).toBeTruthy();
  });

  const ALL = { host: { config: { ...FAKE_CONFIG, features: { tournaments: true, paid_games: true } } } };
  const eligibility = (code: JoinReason) => answer(canJoin, { canJoin: false, reason: '', code });

  it('CHOOSE-06, CHOOSE-14 a season with an entry fee leads to the builder', async () => {
    const game = season();
    const { host } = open([game], ALL);
    expect((await action('Season')).textContent).toBe('Join');
    fireEvent.click(await action('Season'));
    expect(host.visits).toEqual([
      { to: '/team-build', state: { gameMode: 'season', gameId: game.id, fromGameSelection: true } },
    ]);
  });

  it('API-21 a check that fails says no, with its reason, and is made again by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let reachable = false;
    const check = answer(canJoin, () => {
      if (!reachable) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is restarting.');
      return { canJoin: true, reason: '', code: null };
    });
    const { host } = open([season()], { ...ALL, answers: [check] });
    expect(await (await card('Season')).findByText('Error checking join eligibility')).toBeTruthy();
    expect((await action('Season')).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Season' }));
    expect(host.visits).toEqual([]);
    reachable = true;
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(async () => expect((await action('Season')).disabled).toBe(false));
    expect((await action('Season')).textContent).toBe('Join');
    expect((await card('Season')).queryByText('Error checking join eligibility')).toBeNull();
  });

  it.each([
    [76, {}, 'Join Window Closed'],
    [-24, {}, 'Join'],
    [-100, { end_time: inHours(-1) }, 'Game Ended'],
    [24, { status: 'CANCELLED' }, 'Cancelled'],
    [24, { max_participants: 3 }, 'No Seats Left'],
  ] as const)('CHOOSE-14 a season that starts in %s h says its state', async (hours, fields, text) => {
    const start_time = inHours(hours);
    open([season({ start_time, join_opens_at: inHours(hours - 75), ...fields })], ALL);
    expect((await action('Season')).textContent).toBe(text);
  });

  it('CHOOSE-13 the tournament card says "Already Joined" when one is in all that are left', async () => {
    const game = tournament(1);
    const mine = answer(myParticipations, {
      participations: [buildParticipation(1, { game, game_id: game.id })],
    });
    open([game, tournament(-90, { id: season().id })], { ...ALL, answers: [mine] });
    await waitFor(async () => expect((await action('Tournament')).textContent).toBe('Already Joined'));
  });

  it('PAYMENT_PENDING is shown, and leads to My Teams instead of to another payment', async () => {
    const { host } = open([season()], { ...ALL, answers: [eligibility('PAYMENT_PENDING')] });
    await waitFor(async () => expect((await action('Season')).textContent).toBe('Payment Pending'));
    expect((await action('Season')).disabled).toBe(true);
    expect(
      (await card('Season')).getByText('Your payment is being confirmed. You do not need to pay again.'),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Season' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('CHOOSE-15 says "Tournaments Ended" when none is left', async () => {
    open([tournament(-72)], { host: { config: { features: { tournaments: true, paid_games: true } } } });
    expect((await action('Tournament')).textContent).toBe('Tournaments Ended');
  });

  it.each([
    ['Weekly', [buildGame(3, 76)]],
    ['Weekly', [buildGame(3, -50)]],
    ['Season', [season({ max_participants: 3 })]],
    ['Tournament', []],
  ])('CHOOSE-14 a %s card that leads nowhere is no button', async (title, games) => {
    const { host } = open(games, ALL);
    const heading = (await screen.findByRole('heading', { name: title })).querySelector('button');
    expect(heading?.disabled).toBe(true);
    fireEvent.click(heading as HTMLElement);
    expect([host.visits, host.notices]).toEqual([[], []]);
  });

  it('TOURN-08 the list stays reachable when no tournament is left', async () => {
    const { host } = open([], ALL);
    fireEvent.click(await screen.findByRole('button', { name: 'See all tournaments' }));
    expect(host.visits).toEqual([{ to: '/tournament-select', state: { gameMode: 'tournament' } }]);
  });

  it('CHOOSE-16 only warns when the participations cannot be loaded', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const failing = answer(myParticipations, () => {
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
    });
    open([buildGame(3)], { answers: [failing] });
    await waitFor(() => expect(warn).toHaveBeenCalled());
    expect((await action('Weekly')).textContent).toBe('Join');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('CHOOSE-17 says "Failed to load games", and "Try Again" loads again', async () => {
    let broken = true;
    const shaky = answer(listGames, () => {
      if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
      return { games: [], total: 0 };
    });
    open([], { answers: [shaky] });
    expect(await screen.findByText('Failed to load games')).toBeTruthy();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await cards()).toHaveLength(1);
  });

  it('CHOOSE-18 says that an unavailable mode comes soon', async () => {
    const { host } = open([tournament(1)]);
    fireEvent.click(await screen.findByRole('button', { name: 'Tournament' }));
    expect(host.notices[0]?.message).toBe('Coming Soon! This feature will be available soon.');
    expect(host.visits).toEqual([]);
  });

  it('CHOOSE-18 asks for a wallet before joining', async () => {
    const { host } = open([buildGame(3)], {
      host: { wallet: { status: 'disconnected', address: null } },
    });
    fireEvent.click(await action('Weekly'));
    expect(host.notices[0]?.message).toBe('Please connect your wallet first to join games!');
    expect(host.visits).toEqual([]);
  });

  it('API-23 sends its five queries', async () => {
    const { calls } = open([buildGame(3)]);
    await cards();
    const by = { sort_by: 'start_time' };
    expect(calls.map((call) => call.query)).toEqual([
      { game_type: 'SEASON', limit: '1', ...by, sort_order: 'DESC' },
      { game_type: 'WEEKLY', status: 'ACTIVE', limit: '1', ...by, sort_order: 'DESC' },
      { game_type: 'WEEKLY', status: 'UPCOMING', limit: '1', ...by, sort_order: 'ASC' },
      { game_type: 'WEEKLY', limit: '20', ...by, sort_order: 'ASC' },
      { game_type: 'TOURNAMENT', limit: '5', ...by, sort_order: 'DESC' },
    ]);
  });

  it('asks again when a game changes', async () => {
    const { host, calls } = open([buildGame(3)]);
    await cards();
    act(() => host.emit({ topic: 'game', game_id: buildGame(3).id }));
    await waitFor(() => expect(calls).toHaveLength(10));
  });
});
