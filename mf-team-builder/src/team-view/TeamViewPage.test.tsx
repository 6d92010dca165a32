import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renameTeam } from '@touchline/api/http/entries';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it, vi } from 'vitest';
import { buildGame, playerName } from '../testing/fixtures.ts';
import { buildGameweek, buildTeam } from '../testing/team-fixtures.ts';
import { press, spoken } from '../testing/open-builder.tsx';
import { openPage } from '../testing/open-page.tsx';
import { id, openTeam, openTeamView, refuse, stat, teamIsShown } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('TeamViewPage', () => {
  it('VIEW-01 sends a guest to /', async () => {
    const host = createFakeHost();
    openPage(host, `/team-view/${id}`);
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('VIEW-02 requests the participation of the path', async () => {
    const { calls } = openTeamView(() => buildTeam());
    await teamIsShown();
    expect(calls.map((call) => call.params)).toEqual([{ id }]);
  });

  it('VIEW-03 shows the four totals', async () => {
    openTeamView(() => buildTeam());
    await teamIsShown();
    expect(['Entry Points', 'Current Points', 'Coefficient', 'Earned Points'].map(stat)).toEqual([
      '512',
      '553',
      '1.05x',
      '43.1',
    ]);
  });

  it('VIEW-03 shows all decimals of the coefficient, and its origin only if there is a stake', async () => {
    openTeamView(() => buildTeam({ coefficient_applied: 1.055 }));
    await teamIsShown();
    expect(screen.getByText('Coefficient', { selector: 'span' }).parentElement?.textContent).toBe(
      'Coefficient1.055xFrom your stake',
    );
    cleanup();
    openTeamView(() => buildTeam({ coefficient_applied: 1 }));
    await teamIsShown();
    expect(screen.queryByText('From your stake')).toBeNull();
  });

  it('VIEW-03 shows no rank before the first match', async () => {
    openTeamView(() => buildTeam({ gameweek: null, gameweeks: [], rank: 1 }));
    await teamIsShown();
    expect(screen.getByText('No match has started yet')).toBeTruthy();
    expect(screen.queryByText(/^Rank/)).toBeNull();
  });

  it('VIEW-04 shows the pitch and both lists with their counts', async () => {
    openTeamView(() => buildTeam());
    await teamIsShown();
    expect(document.querySelectorAll('[aria-label="Pitch, 3-4-3"] > li')).toHaveLength(11);
    const field = within(screen.getByLabelText('Field Players (11/11)'));
    expect(field.getAllByRole('listitem')).toHaveLength(11);
    expect(within(screen.getByLabelText('Bench Players (4/4)')).getAllByRole('listitem')).toHaveLength(4);
  });

  it('sums up a game that is over, with the picture that its shared link shows', async () => {
    const points = [9, 13, 2].map((player, at) => ({ id: player, points: [8, 6, 2][at]!, minutes: 90 }));
    const gameweeks = [buildGameweek(3, { players: points, settled: true })];
    openTeamView(() => buildTeam({ rank: 2, gameweeks, game: buildGame(3, -90, { status: 'COMPLETED' }) }));
    await teamIsShown();
    const recap = screen.getByRole('region', { name: 'You came 2nd with 43.1 points' });
    const facts = [...recap.querySelectorAll('dl > div')].map((fact) => fact.textContent);
    const [nine, thirteen] = [playerName(9), playerName(13)];
    expect(facts).toEqual([
      `Armband${nine} 16`,
      `Best of the eleven${nine} 8`,
      `Best of the bench${thirteen} 6`,
    ]);
    expect(recap.querySelector('img')?.getAttribute('src')).toBe(`/share/team/${id}.png`);
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy();
  });

  it('renames the team, and refuses an empty name', async () => {
    const calls: unknown[] = [];
    const given = fakeResponse(renameTeam, ({ params, body }) => {
      calls.push({ params, body });
      return { team_name: 'Park the Bus FC' };
    });
    await openTeam(buildTeam(), { answers: [given] });
    fireEvent.click(screen.getByLabelText('Rename the team'));
    const field = await screen.findByLabelText('Team name');
    fireEvent.change(field, { target: { value: ' ' } });
    expect(screen.getByText('The team needs a name')).toBeTruthy();
    fireEvent.change(field, { target: { value: ' Park the Bus FC' } });
    press('Save name');
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Park the Bus FC'));
    expect(calls).toEqual([{ params: { id }, body: { team_name: ' Park the Bus FC' } }]);
  });

  it('VIEW-05 shows type, fee in FT, start and end', async () => {
    const game = buildGame(3, -1, { game_type: 'SEASON', entry_fee: '500', name: 'Season 2026' });
    openTeamView(() => buildTeam({ game }));
    const card = within((await teamIsShown()).closest('section') as HTMLElement);
    expect(card.getByText('Season')).toBeTruthy();
    expect(card.getByText('500 FT')).toBeTruthy();
    for (const name of ['Game Type', 'Entry Fee', 'Start Time', 'End Time'])
      expect(card.getByText(name)).toBeTruthy();
    expect(card.getByText(/15 Aug/)).toBeTruthy();
    expect(card.getByText(/17 Aug/)).toBeTruthy();
  });

  it.each([
    ['NOT_FOUND', 'There is no such team.'],
    ['VALIDATION_FAILED', 'id must be an id'],
  ])('VIEW-07 says that an unknown team was not found (%s)', async (code, message) => {
    const { host } = openTeamView(refuse(code, message));
    expect(await screen.findByText('Team not found')).toBeTruthy();
    expect(
      screen.getByText("The team you're looking for doesn't exist or you don't have access to it."),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('VIEW-08 says that loading failed, and leads back to My Teams', async () => {
    const { host } = openTeamView(refuse('UPSTREAM_UNAVAILABLE', 'Not now.'));
    expect(await screen.findByText('Failed to load team details')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Back to My Teams' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('tells late joiners how many matches still count', async () => {
    openTeamView(() => buildTeam({ gameweeks: [buildGameweek(3, { matches: 10, matches_counting: 7 })] }));
    expect(await screen.findByText(/^7 of 10 matches still count/)).toBeTruthy();
  });

  it('says if the payment is being checked again', async () => {
    openTeamView(() => buildTeam({ suspended: true, rank: null }));
    expect(await screen.findByText('Your payment is being checked again')).toBeTruthy();
  });

  it('says why an administrator took the team out of the standings, and what goes back to the player', async () => {
    const refund = { reason: 'OVERPAID', state: 'SENT' as const, amount: '5', transaction_hash: '0xab' };
    openTeamView(() => buildTeam({ excluded_reason: 'two accounts', rank: null, refunds: [refund] }));
    expect(await screen.findByText('An administrator took it out: two accounts')).toBeTruthy();
    expect(screen.getByText(/^5 FOOTBALL are on their way back to you: you paid more/)).toBeTruthy();
  });

  it('keeps its data when a refresh fails, says how old it is, and tries again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let broken = false;
    const { host } = openTeamView(() =>
      broken ? refuse('UPSTREAM_UNAVAILABLE', 'Not now.')() : buildTeam(),
    );
    await teamIsShown();
    broken = true;
    act(() => host.emit({ topic: 'points', gameweek: 3 }));
    expect(
      await screen.findByText('Your team could not be refreshed. What you see is 1 minute old.'),
    ).toBeTruthy();
    expect(stat('Current Points')).toBe('553');
    broken = false;
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.queryByText(/could not be refreshed/)).toBeNull();
  });

  it('updates points on live messages', async () => {
    let team = buildTeam();
    const { host } = openTeamView(() => team);
    await teamIsShown();
    team = buildTeam({ current_points: 560 }, (player) => (player === 9 ? { current_points: 7 } : {}));
    act(() => host.emit({ topic: 'points', gameweek: 3 }));
    await waitFor(() => expect(spoken('fwd-1')).toContain('14 pts'));
    await waitFor(() => expect(stat('Current Points')).toBe('560'));
    expect(screen.getByText('560 points, 43.1 earned, Rank 2').getAttribute('aria-live')).toBe('polite');
  });
});
