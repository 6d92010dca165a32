import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it, vi } from 'vitest';
import { inHours, NOW, playerName } from '../testing/fixtures.ts';
import { button, dialog, press, slot, slotText } from '../testing/open-builder.tsx';
import {
  benchNames,
  editTeam,
  playerNames,
  rejectWith,
  seasonGame,
  team,
  waitForViewMode,
} from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { buildMatch, buildTeam } from '../testing/team-fixtures.ts';

const AGE = { season: '2026', updated_at: inHours(0), stale: false };
const CLUBS = [
  { id: 1, code: 6, name: 'Spurs', short_name: 'TOT' },
  { id: 2, code: 14, name: 'Liverpool', short_name: 'LIV' },
];
const NEXT_FIXTURE = {
  id: 31,
  code: 31,
  event: 4,
  kickoff_time: inHours(24),
  team_h: 2,
  team_a: 1,
  stats: [],
  team_h_score: null,
  team_a_score: null,
  team_h_difficulty: 3,
  team_a_difficulty: 3,
  minutes: 0,
  started: false,
  finished: false,
  finished_provisional: false,
};

resetBetweenTests();

describe('locked players in edit mode', () => {
  it('locked players show the reason and have no arrows', async () => {
    await editTeam(team({}, [3, 13]));
    expect(slotText('def-2')).toContain('locked');
    expect(screen.getAllByText(/^Locked: kicked off Sat \d\d:\d\d$/).length).toBe(2);
    expect(() => button(`Move ${playerName(3)} to the bench`)).toThrow();
    expect(() => button(`Bring ${playerName(13)} on`)).toThrow();
    fireEvent.click(slot('def-2'));
    expect(
      within(await dialog()).getByText(/Place and armband are fixed until the gameweek is over/),
    ).toBeTruthy();
  });

  it('players lock at kick-off without a message from the server', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    let now = NOW;
    await editTeam(team(), { now: () => now });
    expect(slotText('def-2')).not.toContain('locked');
    now = Date.parse(inHours(3));
    act(() => void vi.advanceTimersByTime(3 * 3_600_000 + 100));
    await waitFor(() => expect(slotText('def-2')).toContain('locked'));
    vi.useRealTimers();
  });

  it('locked bench players keep their place when others change order', async () => {
    const { saves } = await editTeam(team({}, [14]));
    press(`Move ${playerName(15)} up in the bench order`);
    fireEvent.click(slot('def-1'));
    fireEvent.click(slot('bench-4'));
    expect(benchNames()).toEqual(playerNames(12, 15, 14, 2));
    press('Save Changes');
    await waitForViewMode();
    expect(saves[0]).toMatchObject({ bench_players: [12, 15, 14, 2] });
  });

  it('formations that would move locked players are disabled with a reason', async () => {
    await editTeam(team({}, [9, 10, 11, 14]));
    const disabled = ['3-4-3', '3-5-2', '4-3-3', '4-4-2', '4-5-1', '5-3-2', '5-4-1'].filter(
      (name) => button(name).disabled,
    );
    expect(disabled).toEqual(['3-5-2', '4-4-2', '4-5-1', '5-3-2', '5-4-1']);
    expect(screen.getByText(/^Some formations are unavailable: .* are locked\.$/)).toBeTruthy();
  });

  it('locked players cannot receive an armband', async () => {
    await editTeam(team({}, [1, 2]));
    const vice = screen.getByLabelText('Vice-captain') as HTMLSelectElement;
    expect(vice.disabled).toBe(false);
    const disabled = [...vice.options].filter((option) => option.disabled).map(({ value }) => value);
    expect(disabled).toEqual(['1', '2']);
  });

  it.each([
    ['captain', 9],
    ['vice-captain', 5],
  ])(
    'VIEW-12 the kick-off of the %s fixes both armbands and the other wearer’s place',
    async (_band, wearer) => {
      const { saves } = await editTeam(team({}, [wearer]));
      const selects = ['Captain (2x points)', 'Vice-captain'].map((label) => screen.getByLabelText(label));
      expect(selects.map((select) => (select as HTMLSelectElement).disabled)).toEqual([true, true]);
      const reason = `${playerName(wearer)} has kicked off: both armbands are fixed`;
      expect(screen.getAllByText(reason)).toHaveLength(2);
      for (const id of [5, 9]) expect(() => button(`Move ${playerName(id)} to the bench`)).toThrow();
      expect(screen.getAllByText("Wears a fixed armband, so can't be moved")).toHaveLength(1);
      press(`Move ${playerName(15)} up in the bench order`);
      press('Save Changes');
      await waitForViewMode();
      expect(saves[0]).toMatchObject({ captain_id: 9, vice_captain_id: 5 });
    },
  );

  it('VIEW-12 a draft that moved an armband before the kick-off can only restore it', async () => {
    const { served, host } = await editTeam(team());
    const captain = screen.getByLabelText('Captain (2x points)') as HTMLSelectElement;
    fireEvent.change(captain, { target: { value: '10' } });
    served.team = team({}, [5]);
    act(() => host.emit({ topic: 'points', gameweek: 3 }));
    expect(await screen.findByText(`${playerName(5)} has kicked off in the meantime`)).toBeTruthy();
    const open = [...captain.options].filter((option) => !option.disabled).map(({ value }) => value);
    expect([captain.disabled, open]).toEqual([false, ['9']]);
    fireEvent.change(captain, { target: { value: '9' } });
    expect(captain.disabled).toBe(true);
    expect(screen.queryByText(/kicked off in the meantime/)).toBeNull();
  });

  it('VIEW-12 the default armbands skip locked players', async () => {
    const { saves } = await editTeam(team({}, [1, 2]));
    for (const band of ['Captain (2x points)', 'Vice-captain'] as const)
      fireEvent.change(screen.getByLabelText(band), { target: { value: '' } });
    press('Save Changes');
    await waitForViewMode();
    expect(saves[0]).toMatchObject({ captain_id: 3, vice_captain_id: 4 });
  });

  it('API-27 a rejected save names the locked players, keeps the edit and offers no other gameweek in a weekly game', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { served, host } = await editTeam(team(), {
      save: rejectWith('PLAYER_LOCKED', 'Already playing or played', [5]),
    });
    fireEvent.click(slot('mid-1'));
    fireEvent.click(slot('bench-4'));
    served.team = team({}, [5]);
    press('Save Changes');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`Not saved: ${playerName(5)} is locked`);
    expect(alert.textContent).toContain('until gameweek 3 is over');
    expect(within(alert).queryByRole('button')).toBeNull();
    expect(await screen.findByText(`${playerName(5)} has kicked off in the meantime`)).toBeTruthy();
    expect(host.notices).toEqual([]);
    // The player can be moved back, and then the rest can be saved.
    fireEvent.click(slot('bench-4'));
    fireEvent.click(slot('mid-1'));
    expect(slotText('mid-1')).toContain(playerName(5));
    expect(screen.queryByText(/kicked off in the meantime/)).toBeNull();
  });

  it('API-27 a rejected save in a season game can be repeated for the next gameweek', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let late = true;
    const { saves, host } = await editTeam(team({ game: seasonGame }), {
      save: () => {
        if (late) rejectWith('PLAYER_LOCKED', 'Already playing or played', [5, 6])();
      },
    });
    press('4-4-2');
    press('Save Changes');
    expect((await screen.findByRole('alert')).textContent).toContain(
      `Not saved: ${playerName(5)} and ${playerName(6)} are locked`,
    );
    late = false;
    press('Save from gameweek 4');
    await waitForViewMode();
    expect(saves[1]).toMatchObject({ formation: '4-4-2', effective_gameweek: 4 });
    expect(host.notices[0]?.message).toContain('It applies from gameweek 4.');
    expect(document.querySelector('[aria-label="Pitch, 3-4-3"]')).toBeTruthy();
  });
});

describe('edit mode between two gameweeks', () => {
  it('finished matches lock no player, and upcoming matches are shown instead of points', async () => {
    const between = buildTeam({ game: seasonGame, edit_gameweek: 4 }, () => ({
      locked: false,
      fixtures: [buildMatch(1, { over: true })],
    }));
    await editTeam(between, {
      responses: [
        fakeResponse(gameweekFixtures, ({ params }) => ({
          ...AGE,
          fixtures: params.gameweek === '4' ? [NEXT_FIXTURE] : [],
        })),
        fakeResponse(teams, { teams: CLUBS }),
      ],
    });
    await waitFor(() => expect(slotText('def-1')).toContain('LIV (A)'));
    expect(slotText('def-1')).not.toContain('locked');
    expect(slotText('def-2')).toContain('No match');
    expect(screen.getAllByText(/^LIV \(A\) Sun \d\d:\d\d$/).length).toBeGreaterThan(0);
  });
});
