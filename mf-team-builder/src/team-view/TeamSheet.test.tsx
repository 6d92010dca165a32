import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { inHours, NOW, playerName } from '../testing/fixtures.ts';
import { slotText } from '../testing/open-builder.tsx';
import { openTeamView, seasonGame, teamIsShown } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { createFixtureResponses, fixtureResponses } from '../testing/responses.ts';
import { buildGameweek, buildMatch, buildTeam } from '../testing/team-fixtures.ts';

resetBetweenTests();

describe('players of a team', () => {
  it('the pitch marks live, doubled, provisional, locked, absent and substituted players', async () => {
    const over = { over: true, minutes: 0, points: 0, explain: [] };
    openTeamView(() =>
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
    await teamIsShown();
    expect(slotText('fwd-1')).toContain('captain, 4 pts provisional, match on now, locked');
    expect(slotText('mid-1')).toContain('vice-captain, 5 pts provisional');
    expect(slotText('def-3')).toContain('did not play');
    expect(slotText('def-3')).toContain('Set to go off');
    expect(slotText('bench-2')).toContain('Set to come on');
    expect(slotText('mid-2')).toMatch(/ARS \((H|A)\)/);
    expect(slotText('mid-2')).not.toContain('locked');
  });

  it('a player with a card but no minutes is not marked as absent', async () => {
    const sentOff = [{ identifier: 'red_cards', value: 1, points: -3 }];
    const match = buildMatch(1, { over: true, minutes: 0, points: -3, explain: sentOff });
    openTeamView(() =>
      buildTeam({}, (player) => (player === 4 ? { minutes: 0, current_points: -3, fixtures: [match] } : {})),
    );
    await teamIsShown();
    expect(slotText('def-3')).toContain('-3 pts');
    expect(slotText('def-3')).not.toContain('did not play');
  });

  it('the pitch shows the lock at kick-off', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    const ahead = buildMatch(1, { started: false, minutes: 0, kickoff_time: inHours(1) });
    const { host } = openTeamView(() => buildTeam({}, () => ({ locked: false, fixtures: [ahead] })));
    vi.spyOn(host.api, 'now').mockImplementation(() => Date.now());
    await teamIsShown();
    expect(slotText('def-3')).not.toContain('locked');
    act(() => void vi.advanceTimersByTime(3_600_000 + 100));
    await waitFor(() => expect(slotText('def-3')).toContain('locked'));
  });

  it('the dialog explains a player’s points match by match', async () => {
    openTeamView(() => buildTeam());
    await teamIsShown();
    fireEvent.click(document.querySelector('[data-slot="fwd-1"]') as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(`First ${playerName(9)}`)).toBeTruthy();
    expect(dialog.getByText('Minutes played')).toBeTruthy();
    expect(dialog.getByText('pts, doubled')).toBeTruthy();
  });
});

describe('gameweek on the pitch', () => {
  const players = (points: number) =>
    Array.from({ length: 15 }, (_, at) => ({ id: at + 1, points, minutes: 90 }));
  const show = (gameweek: string) => fireEvent.click(screen.getByLabelText(gameweek));

  it('between two gameweeks the played lineup shows points, the next one opponents', async () => {
    openTeamView(
      () =>
        buildTeam(
          {
            game: seasonGame,
            edit_gameweek: 4,
            // 15 plays next instead of 5.
            field_players: [1, 2, 3, 4, 15, 6, 7, 8, 9, 10, 11],
            bench_players: [12, 13, 14, 5],
            gameweeks: [buildGameweek(3, { players: players(3), settled: true, rank: 7 })],
          },
          () => ({ locked: false, fixtures: [buildMatch(1, { over: true })] }),
        ),
      fixtureResponses,
    );
    await teamIsShown();
    expect(slotText('mid-1')).toBe(`${playerName(5)}, midfielder, TOT, 3 pts`);
    expect(slotText('fwd-1')).toContain('captain, 6 pts');
    expect(screen.getByText('41 points, rank 7')).toBeTruthy();
    show('Gameweek 4, next');
    const slots = () => [...document.querySelectorAll('[aria-label="Pitch, 3-4-3"] > li')];
    await waitFor(() =>
      expect(slots()[4]?.textContent).toContain(`${playerName(15)}, midfielder, ARS, AVL (H)`),
    );
    expect(document.querySelector('[aria-label="Pitch, 3-4-3"]')?.textContent).not.toContain('pts');
  });

  it.each([
    [24, /^AVL \(H\) Sun \d\d:00$/],
    [24 * 8, /^AVL \(H\) Sun 23 Aug, \d\d:00$/],
  ])('the lists show a match in %s h so that its day is clear', async (hours, match) => {
    const gameweeks = [buildGameweek(3, { settled: true })];
    openTeamView(
      () => buildTeam({ game: seasonGame, edit_gameweek: 4, gameweeks }),
      createFixtureResponses(inHours(hours)),
    );
    await teamIsShown();
    show('Gameweek 4, next');
    expect((await screen.findAllByText(match)).length).toBeGreaterThan(0);
  });

  it('the pitch shows a past gameweek with its armband and substitutions', async () => {
    const first = buildGameweek(1, {
      players: players(2),
      armband: 10,
      substitutions: [{ out: 4, in: 13, projected: false }],
      settled: true,
    });
    openTeamView(() =>
      buildTeam({
        game: seasonGame,
        gameweeks: [first, buildGameweek(2, { players: players(1) }), buildGameweek(3)],
      }),
    );
    await teamIsShown();
    fireEvent.change(screen.getByLabelText('Gameweek'), { target: { value: '1' } });
    const text = (slot: number) =>
      document.querySelectorAll('[aria-label="Pitch, 3-4-3"] > li')[slot]?.textContent;
    expect(text(9)).toContain(`${playerName(10)}, forward, LIV, captain, 4 pts`);
    expect(text(3)).toContain('Went off');
    expect(screen.queryByText('Field Players (11/11)')).toBeNull();
  });
});

describe('gameweeks of a team', () => {
  it('the table lists the points of each gameweek', async () => {
    openTeamView(() =>
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

  it('the plot shows points per gameweek next to the game average', async () => {
    openTeamView(() =>
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
    // The plot is 40 points high, from -3 to 37; averages are measured from -3.
    expect(bars).toEqual([
      ['Gameweek 2: -3, average 12', 8, 38],
      ['Gameweek 3: 37, average 36.4', 93, 99],
    ]);
    expect(screen.getByText('Your points')).toBeTruthy();
    expect(screen.getByText('Game average')).toBeTruthy();
  });

  it('the plot shows the rank after each gameweek with the best at the top; an unknown rank leaves a gap', async () => {
    openTeamView(() =>
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

  it('the rank plot is hidden until there are two ranks', async () => {
    openTeamView(() => buildTeam({ gameweeks: [buildGameweek(3, { rank: 4 })] }));
    await screen.findByRole('region', { name: 'Points per gameweek, plotted' });
    expect(screen.queryByText('Rank after each gameweek')).toBeNull();
  });
});
