import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { canJoin } from '@touchline/api/http/games';
import { findInvitation, getLeague, joinLeague, myLeagues } from '@touchline/api/http/leagues';
import { type FakeRequest, fakeResponse } from '@touchline/host/testing/fake-responses';
import { formatDayTime } from '@touchline/ui/format';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildGame, fakeGameId } from '../testing/build.ts';
import {
  buildInvitation,
  buildLeague,
  buildMyLeague,
  CODE,
  fakeLeagueId,
  openLeagues,
} from '../testing/leagues.ts';
import { getCurrentUrl } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const PATH = `/leagues/join/${CODE}`;
/** More than six days after the fake clock. */
const OPENS_AT = '2026-08-29T11:00:00.000Z';
const LEAGUE_PATH = `/leagues/${fakeLeagueId(1)}`;
const invited = fakeResponse(findInvitation, { invitation: buildInvitation() });
const withEntry = fakeResponse(canJoin, { canJoin: false, reason: 'Joined', code: 'ALREADY_JOINED' });
const withoutEntry = fakeResponse(canJoin, { canJoin: true, reason: 'You can join now.', code: null });
const opened = fakeResponse(getLeague, { league: buildLeague(1) });

function recordJoin(error?: TouchlineError) {
  const requests: FakeRequest[] = [];
  const response = fakeResponse(joinLeague, (request) => {
    requests.push(request);
    if (error) throw error;
    return { league: buildLeague(1) };
  });
  return { requests, response };
}

describe('invitation to a league', () => {
  it('a guest sees the league and the steps, and signs in on this page', async () => {
    openLeagues(PATH, [invited], { user: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'League 1' })).toBeTruthy();
    expect(screen.getByRole('list', { name: 'What to do' }).textContent).toContain('Pick your team');
    expect(screen.getByRole('heading', { name: 'Sign in to join' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Browser wallet' })).toBeTruthy();
    expect(getCurrentUrl()).toBe(PATH);
  });

  it.each([
    ['guest', { user: null }],
    ['player without a team', {}],
  ])('a %s reads the entry fee of the game before the team builder', async (_, options) => {
    const invitation = buildInvitation({ game: buildGame(3, { entry_fee: '1500' }) });
    openLeagues(PATH, [fakeResponse(findInvitation, { invitation }), withoutEntry], options);
    expect(await screen.findByText(/The entry fee is 1,500 FOOTBALL\./)).toBeTruthy();
  });

  it('a player without a team goes to the builder, which comes back to the invitation', async () => {
    const join = recordJoin();
    const host = openLeagues(PATH, [invited, withoutEntry, join.response]);
    fireEvent.click(await screen.findByRole('button', { name: 'Pick your team' }));
    expect(host.visits).toEqual([
      { to: '/team-build', state: { gameMode: 'weekly', gameId: fakeGameId(3), returnTo: PATH } },
    ]);
    expect(join.requests).toEqual([]);
  });

  it('a player whose team has just joined the game is a member without another click', async () => {
    const join = recordJoin();
    openLeagues(PATH, [invited, withEntry, join.response, opened], {
      state: { joinedGame: fakeGameId(3) },
    });
    await waitFor(() => expect(getCurrentUrl()).toBe(LEAGUE_PATH));
    expect(join.requests.map(({ body }) => body)).toEqual([{ code: CODE }]);
  });

  it('a player with a team joins with a click, not by opening the link', async () => {
    const join = recordJoin();
    openLeagues(PATH, [invited, withEntry, join.response, opened]);
    const button = await screen.findByRole('button', { name: 'Join the league' });
    expect(join.requests).toEqual([]);
    fireEvent.click(button);
    await waitFor(() => expect(getCurrentUrl()).toBe(LEAGUE_PATH));
  });

  it.each([
    ['CLASSIC', 'you can leave later'],
    ['HEAD_TO_HEAD', 'you can leave until gameweek 3 starts'],
  ] as const)('a player reads how long they can leave a league of kind %s', async (kind, text) => {
    const invitation = buildInvitation({ kind, state: 'OPEN' });
    openLeagues(PATH, [fakeResponse(findInvitation, { invitation }), withEntry]);
    const panel = await screen.findByRole('region', { name: 'Join' });
    expect(panel.textContent).toContain(`It costs nothing, and ${text}.`);
  });

  it('a member goes straight to the league', async () => {
    openLeagues(PATH, [invited, withEntry, opened, fakeResponse(myLeagues, { leagues: [buildMyLeague(1)] })]);
    await waitFor(() => expect(getCurrentUrl()).toBe(LEAGUE_PATH));
  });

  it.each([
    ['NOT_FOUND', "This invitation doesn't work", /It may have been replaced/],
    ['VALIDATION_FAILED', "This invitation doesn't work", /No league has this code/],
    ['RATE_LIMITED', 'Too many codes', /Wait a minute/],
    ['UPSTREAM_UNAVAILABLE', 'Failed to load the invitation', /Check your connection/],
  ] as const)('the error %s of a code is explained', async (code, title, text) => {
    openLeagues(PATH, [
      fakeResponse(findInvitation, () => {
        throw new TouchlineError(code, 'no');
      }),
    ]);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([
    ['full', { members: 20, max_members: 20 }, /The league is full/],
    ['started', { kind: 'HEAD_TO_HEAD', state: 'STARTED' }, /no longer accepts members/],
    ['over', { state: 'FINISHED' }, /game of this league is over/],
    [
      'cancelled with its game',
      { state: 'FINISHED', game: buildGame(3, { status: 'CANCELLED' }) },
      /game of this league was cancelled/,
    ],
    [
      'too small to start',
      { kind: 'HEAD_TO_HEAD', state: 'FINISHED', start_gameweek: 4 },
      /never started: it had fewer than 4 members/,
    ],
  ] as const)('a league that is %s cannot be joined', async (_, fields, text) => {
    const invitation = buildInvitation(fields);
    openLeagues(PATH, [fakeResponse(findInvitation, { invitation }), withEntry]);
    expect(await screen.findByText("You can't join this league")).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('a banned player reads the reason', async () => {
    const join = recordJoin(new TouchlineError('FORBIDDEN', 'You were banned from this league.'));
    openLeagues(PATH, [invited, withEntry, join.response]);
    fireEvent.click(await screen.findByRole('button', { name: 'Join the league' }));
    expect(await screen.findByText('You were banned from this league.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join the league' })).toBeNull();
  });

  it('a failed request can be repeated', async () => {
    const join = recordJoin(new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is down.'));
    openLeagues(PATH, [invited, withEntry, join.response]);
    fireEvent.click(await screen.findByRole('button', { name: 'Join the league' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(join.requests).toHaveLength(2));
  });

  it.each([
    ['PAYMENT_PENDING', 'Your payment is being confirmed', /^Your team joins Gameweek 3 in about a minute/],
    [
      'NOT_OPEN',
      'Gameweek 3 is not open yet',
      `It opens ${formatDayTime(OPENS_AT)}. You can then pick your team here.`,
    ],
  ] as const)(
    'a player waits while the reason is %s, and joins without a reload',
    async (code, title, text) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      let requests = 0;
      const waiting = fakeResponse(canJoin, () => {
        requests += 1;
        return { canJoin: false, reason: 'no', code: requests === 1 ? code : ('ALREADY_JOINED' as const) };
      });
      const invitation = buildInvitation({ game: buildGame(3, { join_opens_at: OPENS_AT }) });
      openLeagues(PATH, [fakeResponse(findInvitation, { invitation }), waiting]);
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
      expect(screen.getByText(text)).toBeTruthy();
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(await screen.findByRole('button', { name: 'Join the league' })).toBeTruthy();
      // No further requests once the player has a team.
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      expect(requests).toBe(2);
    },
  );
});
