import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NOW } from '../testing/fixtures.ts';
import { slotText } from '../testing/open-builder.tsx';
import { openTeamView, rejectWith, stat, teamIsShown } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { buildTeam } from '../testing/team-fixtures.ts';

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
