import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations, type Participation } from '@touchline/api/http/entries';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeRequest, fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it, vi } from 'vitest';
import { buildGame, buildParticipation, gameId, NOW, participationId } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { getParticipationsQueryKey } from './participations.queries.ts';

const running = buildGame(3, -1);
const active = buildParticipation(1, { game: running });
const upcoming = buildParticipation(2, { earned_points: 0, rank: null });
const done = buildParticipation(3, {
  game: buildGame(1, -100, {
    game_type: 'SEASON',
    name: 'Season 2026',
    entry_fee: '1500',
    settlement: 'FINAL',
  }),
  earned_points: 1692.4,
});

function open(teams: () => Participation[], now = () => NOW) {
  const requests: FakeRequest[] = [];
  const mine = fakeResponse(myParticipations, (request) => {
    requests.push(request);
    return { participations: teams() };
  });
  const host = createFakeHost({ user: fakeUser(), now, responses: [mine] });
  openPage(host, '/my-team');
  return { host, requests };
}

const cards = async () => [...(await screen.findByRole('list', { name: 'Teams' })).children] as HTMLElement[];
const stat = (label: string) => screen.getByText(label).parentElement?.textContent?.replace(label, '');

resetBetweenTests();

describe('MyTeamsPage', () => {
  it('MYTEAM-01 a guest is redirected to /', async () => {
    const host = createFakeHost();
    openPage(host, '/my-team');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('MYTEAM-02 the stat cards count games, active games and earned points', async () => {
    open(() => [active, buildParticipation(4, { game: running }), upcoming, done]);
    await cards();
    expect(stat('Total Games')).toBe('4');
    expect(stat('Active Games')).toBe('2');
    await waitFor(() => expect(stat('Total Earned Points')).toBe('1778.5'));
  });

  it('MYTEAM-03, API-25 "Refresh Points" sends the refresh flag, the first load does not', async () => {
    const { requests } = open(() => [active]);
    await cards();
    expect(requests.map((request) => request.query)).toEqual([{}]);
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Points' }));
    await waitFor(() => expect(requests.map((request) => request.query)).toEqual([{}, { realtime: 'true' }]));
  });

  it('an empty list of an earlier visit is not shown while the first team may be on its way', async () => {
    let respond: ((teams: { participations: Participation[] }) => void) | undefined;
    const mine = fakeResponse(myParticipations, () => new Promise((resolve) => (respond = resolve)));
    const host = createFakeHost({ user: fakeUser(), now: () => NOW, responses: [mine] });
    host.queryClient.setQueryData(getParticipationsQueryKey(fakeUser().wallet_address), []);
    openPage(host, '/my-team');
    await waitFor(() => expect(respond).toBeDefined());
    expect(screen.getByLabelText('Loading your teams')).toBeTruthy();
    expect(screen.queryByText('No teams yet')).toBeNull();
    await act(async () => respond?.({ participations: [active] }));
    expect(await cards()).toHaveLength(1);
  });

  it('MYTEAM-04, MYTEAM-05 a card shows game, status, team and values', async () => {
    open(() => [active, done]);
    const [first] = await cards();
    const second = within(screen.getByRole('list', { name: 'Finished teams', hidden: true }));
    const card = within(first as HTMLElement);
    expect(card.getByRole('img', { name: 'Weekly game' })).toBeTruthy();
    expect(card.getByRole('heading', { name: 'Gameweek 3' })).toBeTruthy();
    expect(card.getByText('Active')).toBeTruthy();
    expect(card.getByText('Team 1')).toBeTruthy();
    const value = (name: string) => card.getByText(name).parentElement?.querySelector('dd')?.textContent;
    expect([value('Entry'), value('Current'), value('Multiplier'), value('Earned')]).toEqual([
      '512',
      '553',
      '1.05x',
      '43.1',
    ]);
    expect(card.getByText('15 players')).toBeTruthy();
    expect(card.getByText('0 FOOTBALL')).toBeTruthy();
    expect(second.getByRole('img', { name: 'Season game', hidden: true })).toBeTruthy();
    expect(second.getByText('1,500 FOOTBALL')).toBeTruthy();
  });

  it('MYTEAM-05 the card shows all decimals of the coefficient, so that Silver differs from Bronze', async () => {
    open(() => [buildParticipation(1, { coefficient_applied: 1.055 })]);
    await cards();
    expect(screen.getByText('Multiplier').parentElement?.textContent).toBe('Multiplier1.055x');
  });

  it('the card of a cancelled game shows the refund with its transaction', async () => {
    const hash = `0x${'ab'.repeat(32)}`;
    const refund = { reason: 'GAME_CANCELLED', amount: '1000' };
    open(() => [
      buildParticipation(1, { refunds: [{ ...refund, state: 'DUE', transaction_hash: null }] }),
      buildParticipation(2, { refunds: [{ ...refund, state: 'CONFIRMED', transaction_hash: hash }] }),
    ]);
    const [due, paid] = (await cards()).map((card) =>
      within(within(card).getByRole('list', { name: 'Refunds' })),
    );
    expect(due!.getByText(/^You will get 1,000 FOOTBALL back: the game was cancelled\./)).toBeTruthy();
    expect(due!.queryByRole('link')).toBeNull();
    expect(paid!.getByText(/^You got 1,000 FOOTBALL back: the game was cancelled\./)).toBeTruthy();
    expect(paid!.getByRole('link').getAttribute('href')).toBe(`https://worldscan.org/tx/${hash}`);
  });

  it('the card groups the digits of the rank, and shows one point in the singular', async () => {
    open(() => [buildParticipation(1, { game: running, rank: 12_345, gameweek_points: 1 })]);
    const [card] = await cards();
    expect(within(card!).getByRole('status').textContent).toBe('Rank 12,345Gameweek 1 ptprovisional');
  });

  it('the card of a cancelled game shows no rank and no explanation of points', async () => {
    const game = buildGame(3, -1, { status: 'CANCELLED' });
    open(() => [buildParticipation(1, { game, rank: 1 })]);
    const list = await screen.findByRole('list', { name: 'Finished teams', hidden: true });
    expect(within(list).getByText('Cancelled')).toBeTruthy();
    expect(list.textContent).not.toMatch(/Rank|provisional|since joining/);
  });

  it('MYTEAM-06 "View" opens the team', async () => {
    const { host } = open(() => [active]);
    await cards();
    fireEvent.click(screen.getByRole('button', { name: 'View Gameweek 3' }));
    expect(host.visits).toEqual([{ to: `/team-view/${participationId(1)}` }]);
  });

  it.each(['Join Your First Game', 'Join New Game'])(
    'MYTEAM-07 "%s" opens the home page with the game modes',
    async (name) => {
      const { host } = open(() => []);
      expect(await screen.findByText('No teams yet')).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name }));
      expect(host.visits).toEqual([{ to: '/', state: { showGameModes: true } }]);
    },
  );

  it('MYTEAM-07 "Join New Game" is also available with teams', async () => {
    const { host } = open(() => [active]);
    await cards();
    fireEvent.click(screen.getByRole('button', { name: 'Join New Game' }));
    expect(host.visits).toEqual([{ to: '/', state: { showGameModes: true } }]);
  });

  it('MYTEAM-08 an error without a message shows the default text', async () => {
    const host = createFakeHost({ user: fakeUser(), now: () => NOW });
    vi.spyOn(host.api, 'request').mockRejectedValue(new Error());
    openPage(host, '/my-team');
    expect(await screen.findByText('Failed to load your teams')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  it('MYTEAM-08 the page shows the error, and "Try Again" loads again', async () => {
    let broken = true;
    open(() => {
      if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The games are being counted.');
      return [active];
    });
    expect(await screen.findByText('The games are being counted.')).toBeTruthy();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await cards()).toHaveLength(1);
  });

  it('live messages update points and rank', async () => {
    let now = active;
    const { host } = open(() => [now]);
    const card = within((await cards())[0] as HTMLElement);
    expect(card.getByText('553')).toBeTruthy();
    now = { ...active, current_points: 560, earned_points: 50.4, rank: 1 };
    act(() => host.emit({ topic: 'leaderboard', game_id: gameId(3), gameweek: 3 }));
    expect(await card.findByText('560')).toBeTruthy();
    expect(await card.findByText('50.4')).toBeTruthy();
    now = { ...now, current_points: 561 };
    act(() => host.emit({ topic: 'points', gameweek: 3 }));
    expect(await card.findByText('561')).toBeTruthy();
  });

  it('an interrupted live stream causes a refetch', async () => {
    const { host, requests } = open(() => [active]);
    await cards();
    act(() => host.emit({ topic: 'reset' }));
    await waitFor(() => expect(requests).toHaveLength(2));
  });

  it('API-41 every visit requests the entries, which departs from the specification', async () => {
    const { host, requests } = open(() => [active]);
    await cards();
    cleanup();
    openPage(host, '/my-team');
    await waitFor(() => expect(requests).toHaveLength(2));
  });

  it('API-25 refetches after live messages do not send the refresh flag', async () => {
    const { host, requests } = open(() => [active]);
    await cards();
    act(() => host.emit({ topic: 'points', gameweek: 3 }));
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests.map((request) => request.query)).toEqual([{}, {}]);
  });

  it('the page keeps its teams when a refresh fails, shows their age and retries', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    let broken = false;
    const { host } = open(
      () => {
        if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The games are being counted.');
        return [active];
      },
      () => Date.now(),
    );
    await cards();
    broken = true;
    act(() => host.emit({ topic: 'points', gameweek: 3 }));
    expect(
      await screen.findByText('Your teams could not be refreshed. Last updated 1 minute ago.'),
    ).toBeTruthy();
    expect(await cards()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    expect(screen.getByText(/could not be refreshed/).textContent).toContain('10 minutes ago');
    broken = false;
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.queryByText(/could not be refreshed/)).toBeNull();
  });

  it('a burst of messages causes one request, and a later message another one', async () => {
    const { host, requests } = open(() => [active]);
    await cards();
    act(() => {
      for (let n = 0; n < 20; n++) host.emit({ topic: 'points', gameweek: 3 });
    });
    await waitFor(() => expect(requests).toHaveLength(2));
    act(() => host.emit({ topic: 'points', gameweek: 3 }));
    await waitFor(() => expect(requests).toHaveLength(3));
  });
});
