import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { type Game, getGame, listGames } from '@touchline/api/http/games';
import { deferred } from '@touchline/host/testing/deferred';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it, vi } from 'vitest';
import { buildParticipation } from '../testing/fixtures.ts';
import { createLateTeams } from '../testing/late-teams.ts';
import { press } from '../testing/open-builder.tsx';
import { buildSent, createPaymentServer, storePayment } from '../testing/open-payment.tsx';
import {
  buildTournament,
  joinButton,
  openTournaments,
  tournamentCard,
  tournamentCards,
} from '../testing/open-tournaments.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

async function openDetails(name: string): Promise<HTMLElement> {
  fireEvent.click(within(await tournamentCard(name)).getByRole('button', { name: /Details/ }));
  return screen.findByRole('dialog', { name });
}

describe('TournamentSelectPage', () => {
  it('TOURN-01 a guest is redirected to /', async () => {
    const { host } = openTournaments([], { host: { user: null } });
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('an earlier invitation opens the page of its tournament, also for a guest', async () => {
    const game = buildTournament(2, 1);
    const at = `/tournament-select?game=${game.id}`;
    const responses = [fakeResponse(getGame, { game })];
    const { host } = openTournaments([game], { host: { user: null }, state: null, at, responses });
    expect(await screen.findByRole('heading', { name: 'Cup 2' })).toBeTruthy();
    expect(host.visits).toEqual([]);
  });

  it('the invitation of a tournament links to its page', async () => {
    const game = buildTournament(2, 1);
    const shared: { url: string }[] = [];
    openTournaments([game]);
    const dialog = await openDetails('Cup 2');
    vi.stubGlobal('navigator', { share: async (value: { url: string }) => void shared.push(value) });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Invite' }));
    vi.unstubAllGlobals();
    expect(shared.map(({ url }) => new URL(url).pathname)).toEqual([`/games/${game.id}`]);
  });

  it('TOURN-05 the open details follow the list: a tournament that was cancelled cannot be joined', async () => {
    const game = buildTournament(2, 1);
    const games = [buildTournament(1, 1), game];
    const { host } = openTournaments(games);
    const dialog = await openDetails('Cup 2');
    expect(await within(dialog).findByRole('button', { name: 'Join Cup 2' })).toBeTruthy();
    games[1] = { ...game, status: 'CANCELLED' };
    act(() => host.emit({ topic: 'game', game_id: game.id }));
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Join Cup 2' })).toBeNull());
    expect(within(dialog).getByRole('button', { name: 'Invite' })).toBeTruthy();
  });

  it('TOURN-01 the page redirects to the chooser without a mode in navigation state', async () => {
    const { requests } = openTournaments([buildTournament(1, 1)], { state: null });
    await screen.findByText('Choose your game');
    expect(requests.every(({ query }) => query.limit !== '100')).toBe(true);
  });

  it('OPEN-06 the page redirects to the chooser if tournaments are disabled', async () => {
    openTournaments([buildTournament(1, 1)], {
      host: { config: { ...FAKE_CONFIG, features: { tournaments: false, paid_games: true, staking: true } } },
    });
    await screen.findByText('Choose your game');
  });

  it('the list shows upcoming tournaments by start, past ones last', async () => {
    openTournaments([
      buildTournament(1, -40, { status: 'COMPLETED' }),
      buildTournament(2, 50),
      buildTournament(3, 1),
      buildTournament(4, -90, { status: 'COMPLETED' }),
    ]);
    const names = (await tournamentCards()).map((each) => each.querySelector('h2')?.textContent);
    expect(names).toEqual(['Cup 3', 'Cup 2', 'Cup 1', 'Cup 4']);
  });

  it('TOURN-06 "Back to Game Modes" opens the chooser', async () => {
    const { host } = openTournaments([buildTournament(1, 1)]);
    await tournamentCards();
    press('Back to Game Modes');
    expect(host.visits).toEqual([{ to: '/choose-game' }]);
  });

  it('TOURN-09, DATA-09, BUILD-01 "Join" opens the builder with mode and tournament', async () => {
    const game = buildTournament(1, 1);
    const { host } = openTournaments([game]);
    fireEvent.click(await joinButton('Cup 1'));
    const selectedTournament = {
      id: game.id,
      name: 'Cup 1',
      entry_fee: '1000',
      start_date: game.start_time,
      end_date: game.end_time,
      status: 'UPCOMING',
      game_type: 'TOURNAMENT',
      season_id: '2026',
    };
    expect(host.visits).toEqual([
      { to: '/team-build', state: { gameMode: 'tournament', selectedTournament } },
    ]);
  });

  it('TOURN-10, CHOOSE-13 a joined tournament shows "Already Joined" and does not open the builder', async () => {
    const game = buildTournament(1, 1);
    const mine = fakeResponse(myParticipations, {
      participations: [buildParticipation(1, { game, game_id: game.id })],
    });
    const { host } = openTournaments([game], { responses: [mine] });
    await waitFor(async () => expect((await joinButton('Cup 1')).textContent).toBe('Already Joined'));
    fireEvent.click(await joinButton('Cup 1'));
    expect(host.visits).toEqual([]);
  });

  it('TOURN-10 no tournament can be joined until the joined games are known', async () => {
    const game = buildTournament(1, 1);
    const { promise: held, resolve: respond } = deferred();
    const slow = fakeResponse(myParticipations, async () => {
      await held;
      return { participations: [buildParticipation(1, { game, game_id: game.id })] };
    });
    const { requests } = openTournaments([game], { responses: [slow] });
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(await screen.findByRole('status', { name: 'Loading tournaments' })).toBeTruthy();
    expect(screen.queryByText('Join')).toBeNull();
    respond();
    expect((await joinButton('Cup 1')).textContent).toBe('Already Joined');
  });

  it('CHOOSE-18 joining without a wallet shows a message', async () => {
    const { host } = openTournaments([buildTournament(1, 1)], {
      host: { wallet: { status: 'disconnected', address: null } },
    });
    fireEvent.click(await joinButton('Cup 1'));
    expect(host.notices.at(-1)?.message).toBe('Please connect your wallet first to join games!');
    expect(host.visits).toEqual([]);
  });

  it('a pending payment from another device is shown and prevents a second payment', async () => {
    openTournaments([buildTournament(1, 1)], { eligibility: () => 'PAYMENT_PENDING' });
    await waitFor(async () => expect((await joinButton('Cup 1')).textContent).toBe('Payment pending'));
    expect((await joinButton('Cup 1')).disabled).toBe(true);
    expect(screen.getByText('Your payment is being confirmed. You do not need to pay again.')).toBeTruthy();
  });

  it('a pending payment from this browser is shown until the team has joined', async () => {
    const game = buildTournament(1, 1);
    storePayment(buildSent(game));
    let teams: Game[] = [];
    const { responses } = createPaymentServer({ game, joins: ['pending', 'joined'] });
    const mine = fakeResponse(myParticipations, () => ({
      participations: teams.map((each) => buildParticipation(1, { game: each, game_id: each.id })),
    }));
    const { host } = openTournaments([game], { responses: [...responses, mine] });
    expect((await joinButton('Cup 1')).textContent).toBe('Payment pending');
    teams = [game];
    await waitFor(async () => expect((await joinButton('Cup 1')).textContent).toBe('Already Joined'));
    expect(host.notices.at(-1)?.title).toBe('Team created');
  });

  it('the list stays while the participations, which failed to load, are loaded again', async () => {
    const game = buildTournament(1, 1);
    const { response, returnToPage } = createLateTeams([buildParticipation(1, { game, game_id: game.id })]);
    openTournaments([game], { responses: [response] });
    const list = await screen.findByRole('list', { name: 'Tournaments' });
    await returnToPage();
    await waitFor(async () => expect((await joinButton('Cup 1')).textContent).toBe('Already Joined'));
    expect(list.isConnected).toBe(true);
  });

  it('TOURN-13 a failure shows "Failed to load tournaments", and "Try Again" loads them', async () => {
    let broken = true;
    const shaky = fakeResponse(listGames, () => {
      if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
      return { games: [buildTournament(1, 1)], total: 1 };
    });
    openTournaments([], { responses: [shaky] });
    expect(await screen.findByText('Failed to load tournaments')).toBeTruthy();
    broken = false;
    press('Try Again');
    expect(await tournamentCards()).toHaveLength(1);
  });

  it.each<[string, Game[], string]>([
    ['tournaments', [buildTournament(1, 1)], 'Cup 1'],
    ['empty list', [], 'No tournaments yet'],
  ])('the page keeps its %s when a refresh fails, shows the age and retries', async (_, games, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let broken = false;
    const shaky = fakeResponse(listGames, () => {
      if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
      return { games, total: games.length };
    });
    const { host } = openTournaments([], { responses: [shaky] });
    await screen.findByText(text);
    broken = true;
    act(() => host.emit({ topic: 'game', game_id: buildTournament(1, 1).id }));
    expect(
      await screen.findByText('The tournaments could not be refreshed. Last updated 1 minute ago.'),
    ).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    broken = false;
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.queryByText(/could not be refreshed/)).toBeNull();
  });

  it('a changed game causes a refetch', async () => {
    const { host, requests } = openTournaments([buildTournament(1, 1)]);
    await tournamentCards();
    const before = requests.length;
    act(() => host.emit({ topic: 'game', game_id: buildTournament(1, 1).id }));
    await waitFor(() => expect(requests.length).toBeGreaterThan(before));
  });
});
