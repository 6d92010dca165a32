import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { getParticipation, myParticipations, type ParticipationDetails } from '@touchline/api/http/entries';
import { type MatchEvent, matchEvents } from '@touchline/api/http/fpl';
import { fakeGame, fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TEAMS_KEY } from '../my-teams.query.ts';
import type { Shell } from '../shell-context.ts';
import { buildUser, makeToken } from '../testing/server.ts';
import { shellUnderTest, TestStream } from '../testing/shell-under-test.tsx';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';
import { buildToast } from './build-toast.ts';
import { findOwnEvents, formatOwnEvent } from './own-events.ts';

const page = shellUnderTest();
const AT = '2026-11-20T12:00:00.000Z';
const TIMES = { start_time: AT, end_time: AT, join_opens_at: AT, join_deadline: AT };

const goal = (player: number, fields: Partial<MatchEvent> = {}): MatchEvent => ({
  id: `1-GOAL-${player}-1`,
  kind: 'GOAL',
  fixture: 1,
  home: 'ARS',
  away: 'MCI',
  score: [2, 1],
  player: { id: player, code: player, web_name: `Player${player}`, club: 'ARS' },
  minute: 67,
  points: 5,
  seen_at: new Date().toISOString(),
  taken_back: false,
  ...fields,
});

function player(id: number, counts = true) {
  const match = { fixture: 1, opponent: 'MCI', home: true, kickoff_time: AT, started: true, over: false };
  return {
    id,
    code: id,
    full_name: `Player${id}`,
    web_name: `Player${id}`,
    real_team_name: 'Arsenal',
    team_short_name: 'ARS',
    team_code: 3,
    position: 3,
    price: 5,
    form: 0,
    status: 'a',
    news: '',
    chance_of_playing: null,
    current_points: 0,
    minutes: 67,
    locked: true,
    fixtures: [{ ...match, counts, minutes: 67, points: 0, provisional_bonus: 0, explain: [] }],
  };
}

const team = (fields: Partial<ParticipationDetails> = {}): ParticipationDetails => ({
  id: fakeId(2, 12),
  game_id: fakeId(1, 12),
  team_name: 'Rovers',
  formation: '3-4-3',
  joined_at: AT,
  entry_points: 0,
  current_points: 49,
  gameweek_points: 49,
  coefficient_applied: 1,
  earned_points: 49,
  rank: 12,
  suspended: false,
  excluded_reason: null,
  roster_snapshot: [],
  refunds: [],
  game: fakeGame(12, { ...TIMES, status: 'ACTIVE' }),
  field_players: [7, 8],
  bench_players: [9],
  captain_id: 8,
  vice_captain_id: 7,
  gameweek: 12,
  edit_gameweek: 13,
  next_lineup: null,
  gameweeks: [],
  players: [player(7), player(8), player(9), player(10, false)],
  ...fields,
});

describe('own match events', () => {
  const format = (list: MatchEvent[]) =>
    findOwnEvents(list, [team()], new Set(['1-GOAL-7-2']), Date.now()).map(formatOwnEvent);

  test.each([
    ['a goal of a starter is notified', [goal(7)], ["67' GOAL Player7 +5"]],
    ['a goal of the captain counts twice', [goal(8)], ["67' GOAL Player8 +10 (captain)"]],
    ['a goal of a bench player is marked', [goal(9)], ["67' GOAL Player9 (on your bench)"]],
    ['an event is not notified again', [goal(7, { id: '1-GOAL-7-2' })], []],
    [
      'a removed event is notified again',
      [goal(7, { id: '1-GOAL-7-2', taken_back: true })],
      ['GOAL removed: Player7'],
    ],
    ['a match before the entry is ignored', [goal(10)], []],
    ['a player of another team is ignored', [goal(11)], []],
    [
      'events without a time and old events are ignored',
      [goal(7, { seen_at: null }), goal(7, { seen_at: AT })],
      [],
    ],
    [
      'bonus points after the final whistle are notified',
      [goal(7, { kind: 'BONUS', minute: null, points: 3 })],
      ['FT Bonus Player7 +3'],
    ],
  ])('%s', (_, list, words) => expect(format(list)).toEqual(words));

  test('several events are combined into one toast, without a rank if it is unknown', () => {
    const list = findOwnEvents(
      [1, 2, 3, 4, 5, 6].map((n) => goal(7, { id: `${n}` })),
      [team()],
      new Set(),
      Date.now(),
    );
    const { title, lines } = buildToast(list, [], new Map());
    expect(title).toBe('6 match events for your players');
    expect(lines).toEqual([...Array(4).fill("67' GOAL Player7 +5"), 'and 2 more']);
  });
});

describe('match event notifications', () => {
  let current: MatchEvent[];
  let mine: ParticipationDetails;

  beforeEach(() => {
    current = [goal(11, { id: 'before', kind: 'KICK_OFF', player: null, minute: null, points: 0 })];
    mine = team();
    page.server.signedInAs = ALICE_ADDRESS;
    localStorage.setItem('auth_token', makeToken(ALICE_ADDRESS));
    localStorage.setItem('user_data', JSON.stringify(buildUser(ALICE_ADDRESS)));
    page.server.responses = [
      fakeResponse(matchEvents, () => ({ season: '2026', gameweek: 12, moments: current })),
      fakeResponse(myParticipations, () => ({ participations: [mine] })),
      fakeResponse(getParticipation, () => ({ participation: mine })),
    ];
  });
  afterEach(() => {
    document.title = '';
  });

  async function score({ host: { queryClient } }: Shell) {
    // The notifier is loaded on demand, and then fetches the teams before the goal.
    await waitFor(() => expect(document.querySelector('[role="status"][aria-live]')).toBeTruthy());
    await waitFor(() => expect(queryClient.isFetching({ queryKey: TEAMS_KEY })).toBe(0));
    current = [goal(7), ...current];
    act(() => TestStream.last?.send({ topic: 'moments', gameweek: 12 }));
    await screen.findByText('Player7 (ARS)', { exact: false });
    mine = team({ rank: 8, earned_points: 54 });
    act(() => TestStream.last?.send({ topic: 'leaderboard', game_id: mine.game_id, gameweek: 12 }));
  }

  test('a goal of an own player appears with the new rank as toast, tab title and announcement, and in the feed', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { shell } = page.open();
    act(() => TestStream.last?.open());
    await screen.findByText('Kick-off');
    await score(shell);
    const announcement = "67' GOAL Player7 +5. ARS 2-1 MCI. Gameweek 12: you are 8th (up 4)";
    await waitFor(() => expect(screen.getByText(announcement).getAttribute('aria-live')).toBe('polite'));
    expect(await screen.findByText("67' GOAL Player7 +5")).toBeTruthy();
    expect(document.title).toBe('(1) 8th · 54 pts | Home · Touchline');
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(document.title).toBe('Home · Touchline');
    const row = screen.getByText('Player7 (ARS)', { exact: false }).closest('li');
    expect([row?.dataset.mine, row?.textContent]).toEqual([
      'true',
      "67'GOAL Player7 (ARS) your playerARS 2-1 MCI+5",
    ]);
    hidden.mockRestore();
  });

  test('no notification appears while a dialog is open or after switching off, and the setting is stored', async () => {
    const { shell } = page.open();
    const showQuiet = vi.spyOn(shell.toasts, 'showQuiet');
    act(() => TestStream.last?.open());
    await screen.findByText('Kick-off');
    fireEvent.click(screen.getByRole('button', { name: /^Wallet/ }));
    expect(screen.getByRole('dialog')).toBeTruthy();
    await score(shell);
    const asked = vi.spyOn(document, 'querySelector');
    const asksForDialogs = () =>
      asked.mock.calls.filter(([selector]) => selector === '[role="dialog"]').length;
    // The toast is ready, and waits for the dialog to close.
    await waitFor(() => expect(asksForDialogs()).toBeGreaterThan(1));
    expect(showQuiet).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(showQuiet).toHaveBeenCalledTimes(1));
    asked.mockRestore();
    const findAnnouncement = () => screen.queryByText(/^67' GOAL Player7 \+5\. ARS 2-1 MCI/);
    await waitFor(() => expect(findAnnouncement()).toBeTruthy());
    const off = screen.getByRole('checkbox', { name: 'Notify me about my players' });
    fireEvent.click(off);
    expect(findAnnouncement(), 'the notifier is removed').toBeNull();
    expect(localStorage.getItem('touchline-moments')).toBe('off');
    expect(page.make().matchEventSetting.get()).toBe(false);
  });
});
