import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { getParticipation, type ParticipationDetails } from '@touchline/api/http/entries';
import { answer, type FakeCall } from '@touchline/host/testing/fake-answers';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildGame, inHours, NOW, participationId, playerName } from '../testing/build.ts';
import { buildGameweek, buildMatch, buildTeam } from '../testing/build-team.ts';
import { openPage } from '../testing/open-page.tsx';

const id = participationId(1);

function open(team: () => ParticipationDetails) {
  const calls: FakeCall[] = [];
  const given = answer(getParticipation, (call) => {
    calls.push(call);
    return { participation: team() };
  });
  const host = createFakeHost({ user: fakeUser(), now: () => NOW, answers: [given] });
  openPage(host, `/team-view/${id}`);
  return { host, calls };
}

const stands = () => screen.findByText('Game Information');
const slot = (name: string) =>
  document.querySelector(`[data-slot="${name}"]`)?.firstElementChild?.textContent ?? '';
const stat = (label: string) =>
  screen.getByText(label, { selector: 'span' }).parentElement?.children[1]?.textContent;
const refuse = (code: string, message: string) => () => {
  throw new TouchlineError(code, message);
};

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('TeamViewPage', () => {
  it('VIEW-01 sends a guest to /', async () => {
    const host = createFakeHost();
    openPage(host, `/team-view/${id}`);
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('VIEW-02 asks for the participation that the address names', async () => {
    const { calls } = open(() => buildTeam());
    await stands();
    expect(calls.map((call) => call.params)).toEqual([{ id }]);
  });

  it('VIEW-03 shows the four totals', async () => {
    open(() => buildTeam());
    await stands();
    expect(['Entry Points', 'Current Points', 'Coefficient', 'Earned Points'].map(stat)).toEqual([
      '512',
      '553',
      '1.05x',
      '43.1',
    ]);
  });

  it('VIEW-03 shows the coefficient whole, and from a stake only where there is one', async () => {
    open(() => buildTeam({ coefficient_applied: 1.055 }));
    await stands();
    expect(screen.getByText('Coefficient', { selector: 'span' }).parentElement?.textContent).toBe(
      'Coefficient1.055xFrom your stake',
    );
    cleanup();
    open(() => buildTeam({ coefficient_applied: 1 }));
    await stands();
    expect(screen.queryByText('From your stake')).toBeNull();
  });

  it('VIEW-03 names no rank before the first match', async () => {
    open(() => buildTeam({ gameweek: null, gameweeks: [], rank: 1 }));
    await stands();
    expect(screen.getByText('No match has started yet')).toBeTruthy();
    expect(screen.queryByText(/^Rank/)).toBeNull();
  });

  it('VIEW-04 shows the pitch and both lists with their counts', async () => {
    open(() => buildTeam());
    await stands();
    expect(document.querySelectorAll('[aria-label="Pitch, 3-4-3"] > li')).toHaveLength(11);
    const field = within(screen.getByLabelText('Field Players (11/11)'));
    expect(field.getAllByRole('listitem')).toHaveLength(11);
    expect(within(screen.getByLabelText('Bench Players (4/4)')).getAllByRole('listitem')).toHaveLength(4);
  });

  it('VIEW-05 shows kind, fee in FT, start and end', async () => {
    const game = buildGame(3, -1, { game_type: 'SEASON', entry_fee: '500', name: 'Season 2026' });
    open(() => buildTeam({ game }));
    const card = within((await stands()).closest('section') as HTMLElement);
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
    const { host } = open(refuse(code, message));
    expect(await screen.findByText('Team not found')).toBeTruthy();
    expect(
      screen.getByText("The team you're looking for doesn't exist or you don't have access to it."),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('VIEW-08 says that it failed, and leads back to My Teams', async () => {
    const { host } = open(refuse('UPSTREAM_UNAVAILABLE', 'Not now.'));
    expect(await screen.findByText('Failed to load team details')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Back to My Teams' }));
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('says on the pitch who is live, doubled, provisional, locked, absent and substituted', async () => {
    const over = { over: true, minutes: 0, points: 0, explain: [] };
    open(() =>
      buildTeam(
        { gameweeks: [buildGameweek(3, { substitutions: [{ out: 4, in: 13, projected: true }] })] },
        (player) =>
          player === 4
            ? { minutes: 0, current_points: 0, fixtures: [buildMatch(1, over)] }
            : player === 5
              ? { fixtures: [buildMatch(1, { over: true, provisional_bonus: 3 })], current_points: 5 }
              : player === 6
                ? {
                    locked: false,
                    fixtures: [buildMatch(2, { started: false, minutes: 0, kickoff_time: inHours(3) })],
                  }
                : {},
      ),
    );
    await stands();
    expect(slot('fwd-1')).toContain('captain, 4 pts provisional, match on now, locked');
    expect(slot('mid-1')).toContain('vice-captain, 5 pts provisional');
    expect(slot('def-3')).toContain('did not play');
    expect(slot('def-3')).toContain('Set to go off');
    expect(slot('bench-2')).toContain('Set to come on');
    expect(slot('mid-2')).toContain('£5.5m');
    expect(slot('mid-2')).not.toContain('locked');
  });

  it('a card without a minute is no absence', async () => {
    const sentOff = [{ identifier: 'red_cards', value: 1, points: -3 }];
    const match = buildMatch(1, { over: true, minutes: 0, points: -3, explain: sentOff });
    open(() =>
      buildTeam({}, (player) => (player === 4 ? { minutes: 0, current_points: -3, fixtures: [match] } : {})),
    );
    await stands();
    expect(slot('def-3')).toContain('-3 pts');
    expect(slot('def-3')).not.toContain('did not play');
  });

  it('shows the lock on the pitch in the moment of a kick-off, as in the lists', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    const ahead = buildMatch(1, { started: false, minutes: 0, kickoff_time: inHours(1) });
    const { host } = open(() => buildTeam({}, () => ({ locked: false, fixtures: [ahead] })));
    vi.spyOn(host.api, 'now').mockImplementation(() => Date.now());
    await stands();
    expect(slot('def-3')).not.toContain('locked');
    act(() => void vi.advanceTimersByTime(3_600_000 + 100));
    await waitFor(() => expect(slot('def-3')).toContain('locked'));
  });

  it('explains a player’s points match by match', async () => {
    open(() => buildTeam());
    await stands();
    fireEvent.click(document.querySelector('[data-slot="fwd-1"]') as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(`First ${playerName(9)}`)).toBeTruthy();
    expect(dialog.getByText('Minutes played')).toBeTruthy();
    expect(dialog.getByText('pts, doubled')).toBeTruthy();
  });

  it('tells what each gameweek brought', async () => {
    open(() =>
      buildTeam({
        gameweeks: [
          buildGameweek(2, { settled: true, points: -3, raw_points: -3, earned: -3, armband: null }),
          buildGameweek(3, { substitutions: [{ out: 4, in: 13, projected: true }] }),
        ],
      }),
    );
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1);
    expect(rows[0]?.textContent).toBe(
      `GW3Provisional. ${playerName(9)} doubled, ${playerName(13)} set to come on for ${playerName(4)}384136.41.05x43.1`,
    );
    expect(rows[1]?.textContent).toBe('GW2-3-336.41.05x-3');
  });

  it('plots his points per gameweek beside the average of the game', async () => {
    open(() =>
      buildTeam({
        gameweeks: [
          buildGameweek(2, { points: -3, average_points: 12 }),
          buildGameweek(3, { points: 37, average_points: 36.4 }),
        ],
      }),
    );
    const plot = within(await screen.findByRole('region', { name: 'Points per gameweek, plotted' }));
    const bars = plot.getAllByRole('listitem').map((item) => {
      const [bar, average] = [...(item.querySelectorAll<HTMLElement>('[style]') ?? [])];
      const percent = (length: string | undefined) => Math.round(Number.parseFloat(length ?? ''));
      return [item.title, percent(bar?.style.height), percent(average?.style.bottom)];
    });
    // From -3 to 37 is the whole height; an average stands as much above -3.
    expect(bars).toEqual([
      ['Gameweek 2: -3, average 12', 8, 38],
      ['Gameweek 3: 37, average 36.4', 93, 99],
    ]);
    expect(screen.getByText('Your points')).toBeTruthy();
    expect(screen.getByText('Average of the game')).toBeTruthy();
  });

  it('plots his rank after each gameweek, the best at the top; a rank that is not known leaves a gap', async () => {
    open(() =>
      buildTeam({
        gameweeks: [
          buildGameweek(2, { rank: 1204 }),
          buildGameweek(3, { rank: null }),
          buildGameweek(4, { rank: 4 }),
          buildGameweek(5, { rank: 604 }),
        ],
      }),
    );
    const plot = within(await screen.findByRole('region', { name: 'Rank after each gameweek, plotted' }));
    const columns = plot.getAllByRole('listitem').map((item) => {
      const dot = item.querySelector<HTMLElement>('[style]');
      return [item.title, dot?.style.top ?? null, item.querySelectorAll('line').length];
    });
    expect(columns).toEqual([
      ['Gameweek 2: rank 1,204', '88%', 0],
      ['Gameweek 3: rank unknown', null, 0],
      ['Gameweek 4: rank 4', '12%', 0],
      ['Gameweek 5: rank 604', '50%', 1],
    ]);
  });

  it('plots no rank over time while there is only one', async () => {
    open(() => buildTeam({ gameweeks: [buildGameweek(3, { rank: 4 })] }));
    await screen.findByRole('region', { name: 'Points per gameweek, plotted' });
    expect(screen.queryByText('Rank after each gameweek')).toBeNull();
  });

  it('tells a late joiner how many matches still count', async () => {
    open(() => buildTeam({ gameweeks: [buildGameweek(3, { matches: 10, matches_counting: 7 })] }));
    expect(await screen.findByText(/^7 of 10 matches still count/)).toBeTruthy();
  });

  it('says when the payment is being checked again', async () => {
    open(() => buildTeam({ suspended: true, rank: null }));
    expect(await screen.findByText('Your payment is being checked again')).toBeTruthy();
  });

  it('keeps what it has when a refresh fails, says how old it is, and tries again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let broken = false;
    const { host } = open(() => (broken ? refuse('UPSTREAM_UNAVAILABLE', 'Not now.')() : buildTeam()));
    await stands();
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

  it('moves points on live messages', async () => {
    let team = buildTeam();
    const { host } = open(() => team);
    await stands();
    team = buildTeam({ current_points: 560 }, (player) => (player === 9 ? { current_points: 7 } : {}));
    act(() => host.emit({ topic: 'points', gameweek: 3 }));
    await waitFor(() => expect(slot('fwd-1')).toContain('14 pts'));
    await waitFor(() => expect(stat('Current Points')).toBe('560'));
    expect(screen.getByText('560 points, 43.1 earned, Rank 2').getAttribute('aria-live')).toBe('polite');
  });
});
