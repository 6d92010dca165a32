import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { canJoin, createTournament, type Game, type JoinReason, listGames } from '@touchline/api/http/games';
import { answer, type FakeAnswer, type FakeCall } from '@touchline/host/testing/fake-answers';
import {
  createFakeHost,
  FAKE_CONFIG,
  type FakeHostOptions,
  fakeUser,
} from '@touchline/host/testing/fake-host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paymentRecords } from '../payment/payment-records.ts';
import { gamesAnswer, noTeams } from '../testing/answers.ts';
import { buildGame, buildParticipation, inHours, NOW } from '../testing/build.ts';
import { button, dialog, dialogGone, press } from '../testing/open-builder.tsx';
import { openPage } from '../testing/open-page.tsx';
import { buildSent, payingServer } from '../testing/open-payment.tsx';
import { toLocalInput } from './local-time.ts';
import { tournamentBadge, tournamentOf } from './tournament.ts';

configure({ asyncUtilTimeout: 5_000 });

const MINUTE = 1 / 60;
const MODE = { gameMode: 'tournament' };

function cup(n: number, starts: number, fields: Partial<Game> = {}): Game {
  return buildGame(n, starts, {
    game_type: 'TOURNAMENT',
    name: `Cup ${n}`,
    entry_fee: '1000',
    end_time: inHours(starts + 30),
    join_opens_at: inHours(starts - 2),
    join_deadline: inHours(starts + 1),
    current_participants: 7,
    max_participants: 20,
    description: 'The matches of gameweek 3 from the start on, for 20 teams.',
    ...fields,
  });
}

interface Open {
  answers?: FakeAnswer[];
  host?: FakeHostOptions;
  state?: unknown;
  eligibility?: () => JoinReason | null;
}

function open(games: readonly Game[], { answers = [], host: options, state = MODE, eligibility }: Open = {}) {
  const asked = gamesAnswer(games);
  const host = createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    ...options,
    answers: [
      asked.given,
      noTeams,
      answer(canJoin, () => ({ canJoin: true, reason: '', code: eligibility?.() ?? null })),
      ...answers,
    ],
  });
  openPage(host, '/tournament-select', state);
  return { host, calls: asked.calls };
}

const admin = { user: fakeUser({ isAdmin: true }) };
const cards = async () =>
  within(await screen.findByRole('list', { name: 'Tournaments' })).getAllByRole('listitem');
const card = async (name: string) => {
  const found = (await cards()).find((each) => within(each).queryByRole('heading', { name }));
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};
const joinButton = async (name: string) =>
  [...(await card(name)).querySelectorAll('button')].at(-1) as HTMLButtonElement;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

describe('the tournaments', () => {
  it('TOURN-01 sends a guest to /', async () => {
    const { host } = open([], { host: { user: null } });
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('TOURN-01 without a mode in navigation state it goes back to the chooser', async () => {
    const { calls } = open([cup(1, 1)], { state: null });
    await screen.findByText('Choose your game');
    expect(calls.every(({ query }) => query.limit !== '100')).toBe(true);
  });

  it('OPEN-06 tournaments that are switched off are not listed', async () => {
    open([cup(1, 1)], {
      host: { config: { ...FAKE_CONFIG, features: { tournaments: false, paid_games: true } } },
    });
    await screen.findByText('Choose your game');
  });

  it('TOURN-02 a card shows name, badge, fee, start, countdown, Details and Join', async () => {
    open([cup(1, 1)]);
    const shown = within(await card('Cup 1'));
    expect(shown.getByText('Open')).toBeTruthy();
    expect(shown.getByText('1,000 FOOTBALL')).toBeTruthy();
    expect((await card('Cup 1')).querySelector('time')?.dateTime).toBe(inHours(1));
    expect(shown.getByRole('timer', { name: 'Game starts in' })).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Details' })).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Join' })).toBeTruthy();
  });

  it.each([
    ['COMPLETED', -50, 'Completed'],
    ['ACTIVE', -1, 'Active'],
    ['UPCOMING', -0.01, 'Starting Soon'],
    ['UPCOMING', 5, 'Open'],
    ['CANCELLED', 5, 'Cancelled'],
  ] as const)('TOURN-03 %s that starts in %s h has the badge "%s"', async (status, starts, badge) => {
    open([cup(1, starts, { status })]);
    expect((await card('Cup 1')).querySelector('[class*="Badge"]')?.textContent).toBe(badge);
  });

  it('TOURN-03 a status that nobody knows has the badge "Unknown"', () => {
    expect(tournamentBadge('PAUSED', NOW, NOW).text).toBe('Unknown');
  });

  it.each([
    [121, 'Join Window Closed', true],
    [119, 'Join', false],
  ])('TOURN-04 %s min before the start the button says "%s"', async (minutes, text, disabled) => {
    open([cup(1, minutes * MINUTE)]);
    const join = await joinButton('Cup 1');
    expect([join.textContent, join.disabled]).toEqual([text, disabled]);
  });

  it('TOURN-04, CHOOSE-14 past the join deadline the game is in progress, past its end it has ended', async () => {
    open([cup(1, -5), cup(2, -40, { status: 'COMPLETED' })]);
    expect((await joinButton('Cup 1')).textContent).toBe('Game In Progress');
    expect((await joinButton('Cup 2')).textContent).toBe('Game Ended');
    expect(within(await card('Cup 2')).getByText('Game ended')).toBeTruthy();
  });

  it('lists what is to come by its start, and what is over last', async () => {
    open([cup(1, -40, { status: 'COMPLETED' }), cup(2, 50), cup(3, 1), cup(4, -90, { status: 'COMPLETED' })]);
    const names = (await cards()).map((each) => each.querySelector('h2')?.textContent);
    expect(names).toEqual(['Cup 3', 'Cup 2', 'Cup 1', 'Cup 4']);
  });

  it('TOURN-05 Details opens a dialog with description and participants', async () => {
    open([cup(1, 1)]);
    fireEvent.click(within(await card('Cup 1')).getByRole('button', { name: 'Details' }));
    const shown = await dialog();
    expect(shown.textContent).toContain('The matches of gameweek 3 from the start on');
    expect(shown.textContent).toContain('7 of 20 teams');
  });

  it('TOURN-05 the dialog does without a description and a limit', async () => {
    open([cup(1, 1, { description: '', max_participants: null })]);
    fireEvent.click(within(await card('Cup 1')).getByRole('button', { name: 'Details' }));
    expect((await dialog()).textContent).toContain('No description.');
  });

  it('TOURN-06 "Back to Game Modes" leaves the list', async () => {
    const { host } = open([cup(1, 1)]);
    await cards();
    press('Back to Game Modes');
    expect(host.visits).toEqual([{ to: '/choose-game' }]);
  });

  it('TOURN-09, DATA-09, BUILD-01 Join opens the builder with mode and tournament', async () => {
    const game = cup(1, 1);
    const { host } = open([game]);
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
    expect(Object.keys(tournamentOf(game))).toHaveLength(8);
  });

  it('TOURN-10, CHOOSE-13 a tournament that was joined says "Already Joined" and opens no builder', async () => {
    const game = cup(1, 1);
    const mine = answer(myParticipations, {
      participations: [buildParticipation(1, { game, game_id: game.id })],
    });
    const { host } = open([game], { answers: [mine] });
    await waitFor(async () => expect((await joinButton('Cup 1')).textContent).toBe('Already Joined'));
    fireEvent.click(await joinButton('Cup 1'));
    expect(host.visits).toEqual([]);
  });

  it('TOURN-10 nothing can be joined before it is known what is joined', async () => {
    const game = cup(1, 1);
    let tell = () => {};
    const slow = answer(myParticipations, async () => {
      await new Promise<void>((done) => {
        tell = done;
      });
      return { participations: [buildParticipation(1, { game, game_id: game.id })] };
    });
    const { calls } = open([game], { answers: [slow] });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(await screen.findByRole('status', { name: 'Loading tournaments' })).toBeTruthy();
    expect(screen.queryByText('Join')).toBeNull();
    tell();
    expect((await joinButton('Cup 1')).textContent).toBe('Already Joined');
  });

  it('CHOOSE-18 asks for a wallet before joining', async () => {
    const { host } = open([cup(1, 1)], { host: { wallet: { status: 'disconnected', address: null } } });
    fireEvent.click(await joinButton('Cup 1'));
    expect(host.notices.at(-1)?.message).toBe('Please connect your wallet first to join games!');
    expect(host.visits).toEqual([]);
  });

  it('says when all seats are taken, held ones included', async () => {
    open([cup(1, 1, { current_participants: 20 }), cup(2, 1.5)], { eligibility: () => 'FULL' });
    expect((await joinButton('Cup 1')).textContent).toBe('No Seats Left');
    await waitFor(async () => expect((await joinButton('Cup 2')).textContent).toBe('No Seats Left'));
  });

  it('PAYMENT_PENDING of another device is shown, and nothing can be paid again', async () => {
    open([cup(1, 1)], { eligibility: () => 'PAYMENT_PENDING' });
    await waitFor(async () => expect((await joinButton('Cup 1')).textContent).toBe('Payment Pending'));
    expect((await joinButton('Cup 1')).disabled).toBe(true);
    expect(screen.getByText('Your payment is being confirmed. You do not need to pay again.')).toBeTruthy();
  });

  it('PAYMENT_PENDING of this browser is shown while the payment goes on, and then the team', async () => {
    const game = cup(1, 1);
    paymentRecords.save(buildSent(game));
    let teams: Game[] = [];
    const { answers } = payingServer({ game, joins: ['pending', 'joined'] });
    const mine = answer(myParticipations, () => ({
      participations: teams.map((each) => buildParticipation(1, { game: each, game_id: each.id })),
    }));
    const { host } = open([game], { answers: [...answers, mine] });
    expect((await joinButton('Cup 1')).textContent).toBe('Payment Pending');
    teams = [game];
    await waitFor(async () => expect((await joinButton('Cup 1')).textContent).toBe('Already Joined'));
    expect(host.notices.at(-1)?.title).toBe('Team created');
  });

  it('TOURN-13 says "Failed to load tournaments", and "Try Again" loads them', async () => {
    let broken = true;
    const shaky = answer(listGames, () => {
      if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
      return { games: [cup(1, 1)], total: 1 };
    });
    open([], { answers: [shaky] });
    expect(await screen.findByText('Failed to load tournaments')).toBeTruthy();
    broken = false;
    press('Try Again');
    expect(await cards()).toHaveLength(1);
  });

  it('asks again when a game changes', async () => {
    const { host, calls } = open([cup(1, 1)]);
    await cards();
    const before = calls.length;
    act(() => host.emit({ topic: 'game', game_id: cup(1, 1).id }));
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
  });
});

describe('creating a tournament', () => {
  it('TOURN-07, TOURN-08 is for admins only', async () => {
    open([]);
    expect(await screen.findByText('No tournaments yet')).toBeTruthy();
    for (const name of ['Create New Tournament', 'Create First Tournament'])
      expect(screen.queryByText(name)).toBeNull();
    cleanup();
    open([], { host: admin });
    expect(await screen.findByText('Create First Tournament')).toBeTruthy();
    expect(screen.getByText('Create New Tournament')).toBeTruthy();
    cleanup();
    open([cup(1, 1)], { host: admin });
    await cards();
    expect(screen.queryByText('Create First Tournament')).toBeNull();
  });

  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const start = inHours(48);
  const deadline = inHours(49);

  /** Opens the dialog as an admin, with what the server says to a creation. */
  async function openDialog(say: (call: FakeCall) => Game = () => cup(1, 48)) {
    const calls: FakeCall[] = [];
    const creation = answer(createTournament, (call) => {
      calls.push(call);
      return { game: say(call) };
    });
    const { host, calls: lists } = open([], { host: admin, answers: [creation] });
    fireEvent.click(await screen.findByText('Create First Tournament'));
    await dialog();
    return { host, calls, lists };
  }
  function fill(fields: { name?: string; start?: string; deadline?: string } = {}) {
    type(/^Name/, fields.name ?? '  Friday Night Cup ');
    type(/^Start date/, fields.start ?? toLocalInput(start));
    type(/^Join deadline/, fields.deadline ?? toLocalInput(deadline));
    type(/^Description/, 'For the office');
  }
  const submit = () => fireEvent.click(button('Create Tournament'));

  it('TOURN-11, API-15 sends exactly five fields, times in UTC and no description', async () => {
    const { calls, lists, host } = await openDialog();
    const shown = await dialog();
    expect(shown.querySelectorAll('input')).toHaveLength(4);
    expect(shown.textContent).toContain('1,000 FOOTBALL');
    expect(within(shown).getByText('20')).toBeTruthy();
    const before = lists.length;
    fill();
    submit();
    await dialogGone();
    expect(calls.map(({ body }) => body)).toEqual([
      {
        game_type: 'TOURNAMENT',
        name: 'Friday Night Cup',
        entry_fee: '1000',
        start_time: start,
        end_time: deadline,
      },
    ]);
    await waitFor(() => expect(lists.length).toBeGreaterThan(before));
    expect(host.notices.at(-1)).toMatchObject({ kind: 'success', title: 'Tournament created' });
  });

  it.each([
    ['name', { name: '   ' }],
    ['start date', { start: '' }],
    ['join deadline', { deadline: '' }],
  ])('TOURN-12 a blank %s shows the message and sends nothing', async (_, fields) => {
    const { calls } = await openDialog();
    fill(fields);
    submit();
    expect(await screen.findByText('Please fill in all required fields')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('TOURN-13 shows what the server has against which field, and keeps what was typed', async () => {
    await openDialog(() => {
      throw new TouchlineError('VALIDATION_FAILED', 'Some fields are not right.', {
        details: [{ path: 'start_time', message: 'No matches in this period' }],
      });
    });
    fill();
    submit();
    expect(await screen.findByText('Failed to create tournament')).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>(/^Start date/);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.closest('[class*="InputWrapper"]')?.textContent).toContain('No matches in this period');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('  Friday Night Cup ');
  });

  it('TOURN-13 shows any other failure', async () => {
    await openDialog(() => {
      throw new TouchlineError('FORBIDDEN', 'Only admins may do this.');
    });
    fill();
    submit();
    expect(await screen.findByText('Failed to create tournament')).toBeTruthy();
    expect(screen.getByText('Only admins may do this.')).toBeTruthy();
  });
});
