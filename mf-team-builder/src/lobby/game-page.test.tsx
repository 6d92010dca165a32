import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { canJoin, getGame } from '@touchline/api/http/games';
import { type Leaderboard, leaderboard } from '@touchline/api/http/leaderboard';
import { nicknames } from '@touchline/api/http/nicknames';
import { createFakeHost, FAKE_CONFIG, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeId, fakePrizes } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { formatDayTime } from '@touchline/ui/format';
import { describe, expect, it, vi } from 'vitest';
import { buildGame, gameId, inHours, NOW } from '../testing/fixtures.ts';
import { ALL_FEATURES, tournament } from '../testing/open-chooser.tsx';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { noTeams } from '../testing/responses.ts';

resetBetweenTests();

const GAME = tournament(24, { description: 'Under the lights.', max_participants: 20 });
const gameResponse = fakeResponse(getGame, { game: GAME });
const ENTRANTS: Leaderboard = {
  leaderboard: [1, 2, 3].map((rank) => ({
    rank,
    previous_rank: null,
    participation_id: fakeId(2, rank),
    user_id: fakeId(3, rank),
    wallet_address: `0x${String(rank).repeat(40)}`,
    team_name: `Team ${rank}`,
    earned_points: 0,
    current_points: 0,
    entry_points: 0,
    coefficient_applied: 1,
    gameweek_points: 0,
    captain: null,
    played: null,
  })),
  total: 3,
  summary: { total_players: 3, top_score: 0, average_score: 0, gameweek: null },
  me: null,
  distribution: [],
  updated_at: new Date(NOW).toISOString(),
};
const entrants = fakeResponse(leaderboard, ENTRANTS);
const responses = [
  gameResponse,
  entrants,
  noTeams,
  fakeResponse(nicknames, { nicknames: {} }),
  fakeResponse(canJoin, { canJoin: true, reason: '', code: null }),
];

describe('game page', () => {
  it('a guest sees facts, prizes, rules and entrants', async () => {
    openPage(createFakeHost({ user: null, now: () => NOW, responses }), `/games/${GAME.id}`);
    expect(await screen.findByRole('heading', { name: 'Friday Night Cup' })).toBeTruthy();
    expect(screen.getByText('Under the lights.')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Prize table' })).toBeTruthy();
    const rules = screen.getByRole('region', { name: 'Rules' }).textContent;
    expect(rules).toContain('Points count in gameweek 80,');
    expect(rules).toContain('Both armbands are fixed once your captain or vice-captain has kicked off.');
    const list = within(await screen.findByRole('list', { name: 'Entrants' }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3));
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
  });

  it('a game before its join window cannot be joined', async () => {
    const host = createFakeHost({
      user: fakeUser(),
      now: () => NOW,
      responses,
      ...ALL_FEATURES.host,
    });
    openPage(host, `/games/${GAME.id}`);
    const join = await screen.findByRole<HTMLButtonElement>('button', { name: 'Join Window Closed' });
    expect(join.disabled).toBe(true);
    expect(await screen.findByText(`Joining opens ${formatDayTime(inHours(22))}.`)).toBeTruthy();
  });

  it.each([
    [
      'API-21 a failing check',
      () => {
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is restarting.');
      },
      {},
      'Join',
      'Error checking join eligibility',
    ],
    [
      'a pending payment',
      () => ({ canJoin: false, reason: '', code: 'PAYMENT_PENDING' as const }),
      {},
      'Payment pending',
      'Your payment is being confirmed. You do not need to pay again.',
    ],
    [
      'a prize without reserves',
      () => ({ canJoin: true, reason: '', code: null }),
      { prizes: fakePrizes({ covered: false }) },
      'Join Window Closed',
      'Joining opens as soon as the reserves cover the prizes of this game.',
    ],
  ])('%s disables joining and shows the reason', async (_name, check, fields, text, note) => {
    const game = fakeResponse(getGame, { game: tournament(1, fields) });
    const responses = [game, entrants, noTeams, fakeResponse(nicknames, { nicknames: {} })];
    const host = createFakeHost({
      user: fakeUser(),
      now: () => NOW,
      responses: [...responses, fakeResponse(canJoin, check)],
      ...ALL_FEATURES.host,
    });
    openPage(host, `/games/${GAME.id}`);
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: text }).disabled).toBe(true);
  });

  it.each([
    ['open', 1, 'Coming Soon'],
    ['running', -1, 'Game In Progress'],
  ])(
    'a tournament that is %s cannot be joined while tournaments are switched off',
    async (_, hours, text) => {
      const game = fakeResponse(getGame, { game: tournament(hours, { join_deadline: inHours(hours) }) });
      const features = { tournaments: false, paid_games: true, staking: true };
      const host = createFakeHost({
        user: fakeUser(),
        now: () => NOW,
        responses: [game, ...responses.slice(1)],
        config: { ...FAKE_CONFIG, features },
      });
      openPage(host, `/games/${GAME.id}`);
      const join = await screen.findByRole<HTMLButtonElement>('button', { name: text });
      expect(join.disabled).toBe(true);
    },
  );

  it('a player joins from the page', async () => {
    const open = fakeResponse(getGame, { game: tournament(1) });
    const host = createFakeHost({
      user: fakeUser(),
      now: () => NOW,
      responses: [open, ...responses.slice(1)],
      ...ALL_FEATURES.host,
    });
    openPage(host, `/games/${GAME.id}`);
    const join = await screen.findByRole<HTMLButtonElement>('button', { name: 'Join' });
    await waitFor(() => expect(join.disabled).toBe(false));
    fireEvent.click(join);
    expect(host.visits[0]).toMatchObject({
      to: '/team-build',
      state: { gameMode: 'tournament', selectedTournament: { id: GAME.id } },
    });
  });

  it('a game that is over shows past times and no invitation to join', async () => {
    const over = buildGame(3, -100, { current_participants: 0 });
    const none = fakeResponse(leaderboard, { ...ENTRANTS, leaderboard: [], total: 0 });
    const host = createFakeHost({
      user: null,
      now: () => NOW,
      responses: [fakeResponse(getGame, { game: over }), none],
    });
    openPage(host, `/games/${over.id}`);
    const facts = within(await screen.findByRole('region', { name: 'Facts' }));
    const labels = facts.getAllByRole('term').map(({ textContent }) => textContent);
    expect(labels.slice(-3)).toEqual(['Joining closed', 'Started', 'Ended']);
    expect(screen.getAllByText('No teams')).toHaveLength(2);
    expect(screen.queryByText(/Be the first/)).toBeNull();
  });

  it.each([
    ['cancelled', buildGame(3, 10, { status: 'CANCELLED', prizes: fakePrizes({ state: 'NONE' }) })],
    ['over without a winner', tournament(-100, { prizes: fakePrizes({ state: 'NONE', guarantee: '0' }) })],
  ])('a game that is %s promises no prize', async (_, game) => {
    const responses = [fakeResponse(getGame, { game }), entrants, fakeResponse(nicknames, { nicknames: {} })];
    openPage(createFakeHost({ user: null, now: () => NOW, responses }), `/games/${game.id}`);
    const facts = await screen.findByRole('region', { name: 'Facts' });
    expect(facts.textContent).not.toMatch(/prize|WLD/i);
    const prizes = within(screen.getByRole('region', { name: `Prizes of ${game.name}` }));
    expect(prizes.getByText('This game pays no prizes.')).toBeTruthy();
    expect(prizes.queryByText(/WLD/)).toBeNull();
    expect(prizes.queryByRole('table')).toBeNull();
  });

  it('a page that is opened again shows the current seats and entrants, and so does an open one after 30 seconds', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    let taken = 3;
    const host = createFakeHost({
      user: fakeUser(),
      now: Date.now,
      responses: [
        fakeResponse(getGame, () => ({
          game: buildGame(3, 24, { max_participants: 20, current_participants: taken }),
        })),
        // An excluded team has a seat, but no rank.
        fakeResponse(leaderboard, () => ({ ...ENTRANTS, total: taken - 1 })),
        ...responses.slice(2),
      ],
    });
    // As in the shell.
    host.queryClient.setDefaultOptions({ queries: { staleTime: 5 * 60_000, retry: false } });
    const expectTeams = async (entrants: string, seats: string) => {
      const list = within(await screen.findByRole('region', { name: 'Entrants' }));
      expect(await list.findByText(entrants)).toBeTruthy();
      await waitFor(() => expect(screen.getByText(/of 20 teams/).textContent).toBe(seats));
    };
    openPage(host, `/games/${gameId(3)}`);
    await expectTeams('3 teams', '3 of 20 teams');
    cleanup();

    taken = 19;
    openPage(host, `/games/${gameId(3)}`);
    await expectTeams('19 teams', '19 of 20 teams');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Join' })).disabled).toBe(false);

    taken = 20;
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await expectTeams('20 teams', '20 of 20 teams');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'No seats left' }).disabled).toBe(true);
  });

  it('the countdown continues to the start when the join window opens', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const game = fakeResponse(getGame, { game: buildGame(3, 75 + 2 / 3600) });
    const host = createFakeHost({
      user: fakeUser(),
      now: Date.now,
      responses: [game, ...responses.slice(1)],
    });
    openPage(host, `/games/${gameId(3)}`);
    expect(await screen.findByRole('timer', { name: 'Join window opens in' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.getByRole('timer', { name: 'Game starts in' })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Join' }).disabled).toBe(false);
    expect(screen.queryByText('Joining opens')).toBeNull();
  });

  it('an unknown game leads to the games', async () => {
    const missing = fakeResponse(getGame, () => {
      throw new TouchlineError('NOT_FOUND', 'no game');
    });
    const host = createFakeHost({ user: null, now: () => NOW, responses: [missing] });
    openPage(host, `/games/${GAME.id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'See all games' }));
    expect(host.visits[0]?.to).toBe('/choose-game');
  });
});
