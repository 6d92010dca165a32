import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { describe, expect, it } from 'vitest';
import { buildGame, playerName } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { id, openTeamView, rejectWith, stat, teamIsShown } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { buildGameweek, buildTeam } from '../testing/team-fixtures.ts';

resetBetweenTests();

describe('TeamViewPage', () => {
  it('VIEW-01 a guest is redirected to /', async () => {
    const host = createFakeHost();
    openPage(host, `/team-view/${id}`);
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('VIEW-02 the page requests the participation in the path', async () => {
    const { requests } = openTeamView(() => buildTeam());
    await teamIsShown();
    expect(requests.map((request) => request.params)).toEqual([{ id }]);
  });

  it('VIEW-03 the page shows the four totals', async () => {
    openTeamView(() => buildTeam());
    await teamIsShown();
    expect(['Entry Points', 'Current Points', 'Coefficient', 'Earned Points'].map(stat)).toEqual([
      '512',
      '553',
      '1.05x',
      '43.1',
    ]);
  });

  it('VIEW-03 the coefficient shows all decimals, and its origin only if there is a stake', async () => {
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

  it('VIEW-03 the page shows no rank before the first match', async () => {
    openTeamView(() => buildTeam({ gameweek: null, gameweeks: [], rank: 1 }));
    await teamIsShown();
    expect(screen.getByText('No match has started yet')).toBeTruthy();
    expect(screen.queryByText(/^Rank/)).toBeNull();
  });

  it('VIEW-03 the rank has grouped digits', async () => {
    openTeamView(() => buildTeam({ rank: 12_345 }));
    expect(await screen.findByText('Rank 12,345')).toBeTruthy();
  });

  it('VIEW-03 a cancelled game shows no rank and explains no points', async () => {
    const game = buildGame(3, -1, { status: 'CANCELLED' });
    openTeamView(() => buildTeam({ game, rank: 1, coefficient_applied: 1 }));
    await teamIsShown();
    expect(screen.getByText('The game was cancelled')).toBeTruthy();
    expect(
      screen.queryByText(
        /^Rank|, 1st|since joining x|No match has started|A stake raises it from the next gameweek/,
      ),
    ).toBeNull();
  });

  it('VIEW-03 only a game with a later gameweek says from when stakes count', async () => {
    const last = buildTeam().gameweek ?? 0;
    const later = { last_gameweek: last + 1 };
    const game = buildGame(3, -1, later);
    openTeamView(() => buildTeam({ game, coefficient_applied: 1 }));
    expect(await screen.findByText('A stake raises it from the next gameweek')).toBeTruthy();
    for (const changes of [{ ...later, status: 'COMPLETED' as const }, { last_gameweek: last }]) {
      cleanup();
      openTeamView(() => buildTeam({ game: buildGame(3, -100, changes), coefficient_applied: 1 }));
      await teamIsShown();
      expect(screen.queryByText('A stake raises it from the next gameweek')).toBeNull();
    }
  });

  it('VIEW-04 the page shows the pitch and both lists with their counts', async () => {
    openTeamView(() => buildTeam());
    await teamIsShown();
    expect(document.querySelectorAll('[aria-label="Pitch, 3-4-3"] > li')).toHaveLength(11);
    const field = within(screen.getByLabelText('Field Players (11/11)'));
    expect(field.getAllByRole('listitem')).toHaveLength(11);
    expect(within(screen.getByLabelText('Bench Players (4/4)')).getAllByRole('listitem')).toHaveLength(4);
  });

  it('the recap of a completed game shows the image of its shared link', async () => {
    const points = [9, 13, 2].map((player, at) => ({ id: player, points: [8, 6, 2][at]!, minutes: 90 }));
    const gameweeks = [buildGameweek(3, { players: points, settled: true })];
    const game = buildGame(3, -90, { status: 'COMPLETED', settlement: 'FINAL' });
    openTeamView(() => buildTeam({ rank: 2, gameweeks, game }));
    await teamIsShown();
    const recap = screen.getByRole('region', { name: 'You came 2nd with 43.1 points' });
    const rows = [...recap.querySelectorAll('dl > div')].map((row) => row.textContent);
    const [nine, thirteen] = [playerName(9), playerName(13)];
    expect(rows).toEqual([
      `Armband${nine} 16`,
      `Best of the eleven${nine} 8`,
      `Best of the bench${thirteen} 6`,
    ]);
    expect(within(recap).getByRole('link', { name: 'Result and prizes' }).getAttribute('href')).toBe(
      `/results/${game.id}`,
    );
    expect(recap.querySelector('img')?.getAttribute('src')).toBe(`/share/team/${id}.png`);
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy();
  });

  it('the recap writes one point in the singular, and says that a result is provisional', async () => {
    const game = buildGame(3, -90, { settlement: 'PROVISIONAL' });
    openTeamView(() => buildTeam({ rank: 5, earned_points: 1, game }));
    expect(
      await screen.findByRole('region', { name: 'You came 5th with 1 point, provisional' }),
    ).toBeTruthy();
  });

  it('VIEW-05 the card shows type, fee in FT, start and end', async () => {
    const game = buildGame(3, -1, { game_type: 'SEASON', entry_fee: '500', name: 'Season 2026' });
    openTeamView(() => buildTeam({ game }));
    const card = (await teamIsShown()).closest('section') as HTMLElement;
    const facts = [...card.querySelectorAll('dl > div')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(facts).toEqual([
      ['Game Type', 'Season'],
      ['Entry Fee', '500 FT'],
      ['Start Time', expect.stringMatching(/15 Aug/)],
      ['End Time', expect.stringMatching(/17 Aug/)],
    ]);
  });

  it('VIEW-05 the end of a game in another year has the year', async () => {
    openTeamView(() => buildTeam({ game: buildGame(3, -1, { end_time: '2027-05-23T17:30:00.000Z' }) }));
    expect(await screen.findByText(/^23 May 2027, \d\d:\d\d$/)).toBeTruthy();
    expect(screen.getByText('Start Time').nextElementSibling?.textContent).toMatch(/^Sat 15 Aug, /);
  });

  it.each([
    ['NOT_FOUND', 'There is no such team.'],
    ['VALIDATION_FAILED', 'id must be an id'],
  ])('VIEW-07 an unknown team shows "Team not found" (%s)', async (code, message) => {
    const { host } = openTeamView(rejectWith(code, message));
    expect(await screen.findByText('Team not found')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Team');
    expect(
      screen.getByText("The team you're looking for doesn't exist or you don't have access to it."),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('VIEW-08 a load failure shows its text and a way back to My Teams', async () => {
    const { host } = openTeamView(rejectWith('UPSTREAM_UNAVAILABLE', 'Not now.'));
    expect(await screen.findByText('Failed to load team details')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Team');
    fireEvent.click(screen.getByRole('button', { name: 'Back to My Teams' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('a notice tells late joiners how many matches still count', async () => {
    openTeamView(() => buildTeam({ gameweeks: [buildGameweek(3, { matches: 10, matches_counting: 7 })] }));
    expect(
      await screen.findByText('7 of 10 matches still count: this team joined after the first kick-off.'),
    ).toBeTruthy();
  });

  it('the notice for late joiners does not say "still" after the game', async () => {
    const game = buildGame(3, -100, { status: 'COMPLETED' });
    openTeamView(() =>
      buildTeam({ game, gameweeks: [buildGameweek(3, { matches: 10, matches_counting: 7 })] }),
    );
    expect(
      await screen.findByText('7 of 10 matches count for this team: it joined after the first kick-off.'),
    ).toBeTruthy();
  });

  it('a notice explains that the payment is being checked again', async () => {
    openTeamView(() => buildTeam({ suspended: true, rank: null }));
    expect(await screen.findByText('Your payment is being checked again')).toBeTruthy();
    expect(
      screen.getByText(/^The network undid your payment\. Until it is confirmed again, this team/),
    ).toBeTruthy();
  });

  it('a notice explains that the game was settled without the team, and that the payment is returned', async () => {
    const game = buildGame(3, -100, { status: 'COMPLETED' });
    const settled = { ...game, prizes: { ...game.prizes, state: 'SETTLED' as const } };
    openTeamView(() => buildTeam({ game: settled, suspended: true, rank: null }));
    expect(await screen.findByText('Your payment was not on the chain in time')).toBeTruthy();
    expect(
      screen.getByText(
        /^The network undid your payment\..* If the payment is confirmed again, you get it back\.$/,
      ),
    ).toBeTruthy();
  });

  it('notices show why an administrator excluded the team, and the refund', async () => {
    const refund = { reason: 'OVERPAID', state: 'SENT' as const, amount: '5', transaction_hash: '0xab' };
    openTeamView(() => buildTeam({ excluded_reason: 'two accounts', rank: null, refunds: [refund] }));
    expect(
      await screen.findByText('Removed from the rankings by an administrator: two accounts'),
    ).toBeTruthy();
    expect(screen.getByText(/^5 FOOTBALL is on its way back to you: you paid more/)).toBeTruthy();
  });
});
