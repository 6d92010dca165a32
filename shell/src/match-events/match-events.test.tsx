import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { getParticipation, myParticipations, type ParticipationDetails } from '@touchline/api/http/entries';
import { type MatchEvent, matchEvents } from '@touchline/api/http/fpl';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TEAMS_KEY } from '../my-teams.query.ts';
import type { Shell } from '../shell-context.ts';
import { AT, buildGameweek, buildGoal, buildTeam } from '../testing/match-events.ts';
import { buildUser, makeToken } from '../testing/server.ts';
import { shellUnderTest, TestStream } from '../testing/shell-under-test.tsx';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';
import { buildToast } from './build-toast.ts';
import { findOwnEvents, formatOwnEvent } from './own-events.ts';

const page = shellUnderTest();

describe('own match events', () => {
  const known = buildGoal(7, { id: '1-GOAL-7-2' });
  const format = (list: MatchEvent[]) =>
    findOwnEvents(list, [buildTeam()], new Map([[known.id, known]]), Date.now()).map(formatOwnEvent);

  test.each([
    ['a goal of a starter is notified', [buildGoal(7)], ["67' GOAL Player7 +5"]],
    ['a goal of the captain counts twice', [buildGoal(8)], ["67' GOAL Player8 +10 (captain)"]],
    ['a goal of a bench player is marked', [buildGoal(9)], ["67' GOAL Player9 (on your bench)"]],
    ['an event is not notified again', [known], []],
    ['a removed event is notified again', [{ ...known, taken_back: true }], ['GOAL removed: Player7']],
    ['a match before the entry is ignored', [buildGoal(10)], []],
    ['a player of another team is ignored', [buildGoal(11)], []],
    [
      'events without a time and old events are ignored',
      [buildGoal(7, { seen_at: null }), buildGoal(7, { seen_at: AT })],
      [],
    ],
    [
      'bonus points after the final whistle are notified',
      [buildGoal(7, { kind: 'BONUS', minute: null, points: 3 })],
      ['FT Bonus Player7 +3'],
    ],
  ])('%s', (_, list, words) => expect(format(list)).toEqual(words));

  test.each([
    ['the captain is doubled while their matches are not over', 8, {}, "67' GOAL Player8 +10 (captain)"],
    ['the vice-captain counts once before', 7, {}, "67' GOAL Player7 +5"],
    [
      'the vice-captain has the armband of a captain who missed',
      7,
      { armband: 7 },
      "67' GOAL Player7 +10 (vice-captain)",
    ],
    ['a gameweek without an armband doubles no points', 8, { armband: null }, "67' GOAL Player8 +5"],
    ['a bench player who came on counts', 9, { final_eleven: [8, 9] }, "67' GOAL Player9 +5"],
    ['a bench player who replaces no starter is marked', 9, {}, "67' GOAL Player9 (on your bench)"],
  ])('%s', (_, player, fields, words) => {
    const earlier = buildGameweek({ gameweek: 11, armband: 9, final_eleven: [9] });
    const team = buildTeam({ gameweeks: [earlier, buildGameweek(fields)] });
    expect(findOwnEvents([buildGoal(player)], [team], new Map(), Date.now()).map(formatOwnEvent)).toEqual([
      words,
    ]);
  });

  test('several events are combined into one toast, without a rank if it is unknown', () => {
    const list = findOwnEvents(
      [1, 2, 3, 4, 5, 6].map((n) => buildGoal(7, { id: `${n}` })),
      [buildTeam()],
      new Map(),
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
    current = [buildGoal(11, { id: 'before', kind: 'KICK_OFF', player: null, minute: null, points: 0 })];
    mine = buildTeam();
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
    current = [buildGoal(7), ...current];
    act(() => TestStream.last?.send({ topic: 'moments', gameweek: 12 }));
    await screen.findByText('Player7 (ARS)', { exact: false });
    mine = buildTeam({ rank: 8, earned_points: 54 });
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
