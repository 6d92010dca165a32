import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { fakeFixture } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, it, vi } from 'vitest';
import { buildBootstrap, buildGame, inHours, NOW } from '../testing/fixtures.ts';
import { slotText } from '../testing/open-builder.tsx';
import { openTeamView, rejectWith, seasonGame, stat, teamIsShown } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { buildGameweek, buildMatch, buildTeam } from '../testing/team-fixtures.ts';

resetBetweenTests();

it('the page keeps its data when a refresh fails, shows its age and retries', async () => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  let broken = false;
  const { host } = openTeamView(
    () => (broken ? rejectWith('UPSTREAM_UNAVAILABLE', 'Not now.')() : buildTeam()),
    [],
    () => Date.now(),
  );
  await teamIsShown();
  broken = true;
  act(() => host.emit({ topic: 'points', gameweek: 3 }));
  expect(
    await screen.findByText('Your team could not be refreshed. Last updated 1 minute ago.'),
  ).toBeTruthy();
  expect(stat('Current Points')).toBe('553');
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  expect(screen.getByText(/could not be refreshed/).textContent).toContain('10 minutes ago');
  broken = false;
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(screen.queryByText(/could not be refreshed/)).toBeNull();
});

it('points are loaded every 30 seconds, because a live stream can be silent without an error', async () => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  let team = buildTeam();
  openTeamView(() => team);
  await teamIsShown();
  team = buildTeam({ current_points: 560 });
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await waitFor(() => expect(stat('Current Points')).toBe('560'));
});

it('live messages update points', async () => {
  let team = buildTeam();
  const { host } = openTeamView(() => team);
  await teamIsShown();
  team = buildTeam({ current_points: 560 }, (player) => (player === 9 ? { current_points: 7 } : {}));
  act(() => host.emit({ topic: 'points', gameweek: 3 }));
  await waitFor(() => expect(slotText('fwd-1')).toContain('14 pts'));
  await waitFor(() => expect(stat('Current Points')).toBe('560'));
  expect(screen.getByText('560 points, 43.1 earned, Rank 2').getAttribute('aria-live')).toBe('polite');
});

it.each(['fixtures', 'gameweek'] as const)(
  'opponents of the next gameweek follow a moved match after a live message about %s',
  async (topic) => {
    let kickoff_time: string | null = inHours(24);
    const clubs = fakeResponse(teams, { teams: buildBootstrap().teams });
    const matches = fakeResponse(gameweekFixtures, () => ({
      fixtures: [fakeFixture(1, { kickoff_time, team_h: 1, team_a: 2 })],
      season: '2026',
      updated_at: inHours(0),
      stale: false,
    }));
    const between = buildTeam(
      { game: seasonGame, edit_gameweek: 4, gameweeks: [buildGameweek(3, { settled: true })] },
      () => ({ locked: false, fixtures: [buildMatch(1, { over: true })] }),
    );
    const { host } = openTeamView(() => between, [clubs, matches]);
    await teamIsShown();
    fireEvent.click(screen.getByLabelText('Gameweek 4, next'));
    expect((await screen.findAllByText(/^AVL \(H\) Sun/)).length).toBeGreaterThan(0);
    kickoff_time = null;
    act(() => host.emit({ topic, gameweek: 4 }));
    expect((await screen.findAllByText('AVL (H) postponed')).length).toBeGreaterThan(0);
  },
);

it('the team view shows the age of points from a delayed feed until the feed has caught up', async () => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  let stale = true;
  const matches = fakeResponse(gameweekFixtures, () => ({
    fixtures: [],
    season: '2026',
    updated_at: inHours(stale ? -2 : 0),
    stale,
  }));
  openTeamView(() => buildTeam(), [matches]);
  expect(await screen.findByText('Live data is delayed. Last updated 2 hours ago.')).toBeTruthy();
  stale = false;
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(screen.queryByText(/Live data is delayed/)).toBeNull();
});

it('the team view of a finished game shows no age of points', async () => {
  const matches = vi.fn(() => ({ fixtures: [], season: '2026', updated_at: inHours(-2), stale: true }));
  const game = buildGame(3, -100, { status: 'COMPLETED' });
  openTeamView(() => buildTeam({ game }), [fakeResponse(gameweekFixtures, matches)]);
  await teamIsShown();
  expect(matches).not.toHaveBeenCalled();
});
