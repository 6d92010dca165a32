import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { describe, expect, it, vi } from 'vitest';
import { buildGame, playerName } from '../testing/fixtures.ts';
import { button, dialog, dialogGone, press, slot, slotText } from '../testing/open-builder.tsx';
import {
  benchNames,
  editTeam,
  hasButton,
  openTeam,
  playerNames,
  rejectWith,
  sectionTitles,
  team,
  waitForViewMode,
} from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { findSavedLineup } from './lineup-edit.ts';

resetBetweenTests();

describe('edit mode of a team', () => {
  it('VIEW-06 a team can be edited only while its game is upcoming or active', async () => {
    const offered = () => ['Edit Team', 'Save Changes', 'Cancel'].filter(hasButton);
    for (const status of ['UPCOMING', 'ACTIVE', 'COMPLETED', 'CANCELLED'] as const) {
      await openTeam(team({ game: buildGame(3, -1, { status }) }));
      const editable = status === 'UPCOMING' || status === 'ACTIVE';
      expect(offered(), status).toEqual(editable ? ['Edit Team'] : []);
      if (editable) {
        press('Edit Team');
        expect(offered(), status).toEqual(['Save Changes', 'Cancel']);
      }
      cleanup();
    }
  });

  it('VIEW-09 formation and bench can be changed after "Edit Team" only', async () => {
    await openTeam(team());
    const controls = () =>
      [...document.querySelectorAll('button')]
        .map((each) => each.getAttribute('aria-label') ?? each.textContent)
        .filter((name) => name === '4-4-2' || name === `Move ${playerName(3)} to the bench`);
    expect(controls()).toEqual([]);
    press('Edit Team');
    expect(controls()).toHaveLength(2);
    expect(button('4-4-2').getAttribute('aria-pressed')).toBe('false');
  });

  it('VIEW-09 API-27 "Save Changes" sends exactly the five fields, with those that they replace, and returns to view mode', async () => {
    const { saves, host } = await editTeam(team());
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toEqual([
      {
        formation: '4-4-2',
        field_players: [1, 2, 3, 4, 13, 5, 6, 7, 8, 9, 10],
        bench_players: [12, 14, 15, 11],
        captain_id: 9,
        vice_captain_id: 5,
        replaces: findSavedLineup(team(), 3),
      },
    ]);
    expect(host.notices.map((notice) => notice.kind)).toEqual(['success']);
    expect(document.querySelector('[aria-label="Pitch, 4-4-2"]')).toBeTruthy();
    expect(document.activeElement).toBe(button('Edit Team'));
  });

  it('VIEW-10 the down arrow moves a field player to the bench and leaves the slot empty', async () => {
    await editTeam(team());
    press(`Move ${playerName(3)} to the bench`);
    expect(sectionTitles()).toContain('Field Players (10/11)');
    expect(sectionTitles()).toContain('Bench Players (5/4)');
    expect(slotText('def-2')).toBe('Empty place for a defender');
    expect(button('Save Changes').disabled).toBe(true);
    expect(screen.getByText('1 place on the pitch is empty')).toBeTruthy();
  });

  it('VIEW-10 the up arrow moves a bench player to the first free slot of the position', async () => {
    await editTeam(team());
    expect(button(`Bring ${playerName(14)} on`).disabled).toBe(true);
    press(`Move ${playerName(4)} to the bench`);
    press(`Move ${playerName(3)} to the bench`);
    expect(button(`Bring ${playerName(15)} on`).disabled).toBe(true);
    press(`Bring ${playerName(14)} on`);
    expect(slotText('def-2')).toContain(playerName(14));
    expect(slotText('def-3')).toBe('Empty place for a defender');
  });

  it('VIEW-11 an empty slot opens "Select Player" with the bench players of that position only', async () => {
    await editTeam(team());
    press(`Move ${playerName(6)} to the bench`);
    fireEvent.click(slot('mid-2'));
    const picker = within(await dialog());
    expect(picker.getByText('Select Player')).toBeTruthy();
    expect(picker.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringContaining(playerName(15)),
      expect.stringContaining(playerName(6)),
    ]);
    fireEvent.click(picker.getByText(playerName(15)));
    await dialogGone();
    expect(slotText('mid-2')).toContain(playerName(15));
    expect(benchNames()).toEqual(playerNames(12, 13, 14, 6));
  });

  it('VIEW-11 the dialog shows a text when the bench has no player of that position', async () => {
    await editTeam(
      team({ field_players: [], bench_players: [], players: team().players.filter((p) => p.id !== 11) }),
    );
    fireEvent.click(slot('fwd-3'));
    expect(within(await dialog()).getByText('No FWD players available on bench')).toBeTruthy();
  });

  it('VIEW-12 the selects offer field players only, and choosing the other wearer swaps the armbands', async () => {
    const { saves } = await editTeam(team());
    const captain = screen.getByLabelText('Captain (2x points)') as HTMLSelectElement;
    expect([...captain.options].map(({ value }) => value).filter(Boolean)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(String),
    );
    fireEvent.change(captain, { target: { value: '5' } });
    expect((screen.getByLabelText('Vice-captain') as HTMLSelectElement).value).toBe('9');
    press('Save Changes');
    await waitForViewMode();
    expect(saves[0]).toMatchObject({ captain_id: 5, vice_captain_id: 9 });
  });

  it('VIEW-12 missing armbands are saved as the first and second field player', async () => {
    const { saves } = await editTeam(team());
    for (const band of ['Captain (2x points)', 'Vice-captain'] as const)
      fireEvent.change(screen.getByLabelText(band), { target: { value: '' } });
    press('Save Changes');
    await waitForViewMode();
    expect(saves[0]).toMatchObject({ captain_id: 1, vice_captain_id: 2 });
  });

  it('VIEW-13 "Cancel" restores the players and the original formation', async () => {
    const { saves } = await editTeam(team());
    const before = slotText('def-1');
    press('5-4-1');
    press(`Move ${playerName(2)} to the bench`);
    press('Cancel');
    expect(hasButton('Edit Team')).toBe(true);
    expect(document.querySelector('[aria-label="Pitch, 3-4-3"]')).toBeTruthy();
    expect(slotText('def-1')).toBe(before);
    expect(benchNames()).toEqual(playerNames(12, 13, 14, 15));
    press('Edit Team');
    expect(button('3-4-3').getAttribute('aria-pressed')).toBe('true');
    expect(saves).toEqual([]);
  });

  it('VIEW-14 without a saved lineup the pitch is filled with one GK, then DEF, MID, FWD in list order', async () => {
    const { saves } = await editTeam(team({ formation: '4-4-2', field_players: [], bench_players: [] }));
    const placed = ['gk-1', 'def-1', 'def-4', 'mid-4', 'fwd-2'].map((each) => slotText(each).split(',')[0]);
    expect(placed).toEqual(playerNames(1, 2, 13, 8, 10));
    press('Save Changes');
    await waitForViewMode();
    expect(saves[0]).toMatchObject({
      field_players: [1, 2, 3, 4, 13, 5, 6, 7, 8, 9, 10],
      bench_players: [12, 11, 14, 15],
    });
  });

  it('VIEW-14 a new formation keeps the players who fit, benches the rest and fills from the bench', async () => {
    await editTeam(
      team({ field_players: [12, 2, 13, 4, 5, 6, 15, 8, 9, 10, 11], bench_players: [1, 3, 14, 7] }),
    );
    press('4-4-2');
    expect(['def-1', 'def-2', 'def-3', 'def-4'].map((each) => slotText(each).split(',')[0])).toEqual(
      playerNames(2, 13, 4, 3),
    );
    expect(benchNames()).toEqual(playerNames(1, 14, 7, 11));
  });

  it('VIEW-15 a failed save keeps the edit, is logged and, unlike the requirement, is shown to the user', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    let broken = true;
    const { saves, host } = await editTeam(team(), {
      save: () => {
        if (broken) rejectWith('UPSTREAM_UNAVAILABLE', 'The games are being counted.')();
      },
    });
    press('4-4-2');
    press('Save Changes');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The games are being counted. Your changes are still here.');
    expect(log).toHaveBeenCalledWith('lineup save failed', expect.any(TouchlineError));
    expect(button('4-4-2').getAttribute('aria-pressed')).toBe('true');
    expect(host.notices).toEqual([]);
    broken = false;
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toHaveLength(2);
  });

  it('the bench order can be changed, with the goalkeeper always first', async () => {
    const { saves } = await editTeam(team());
    press(`Move ${playerName(15)} up in the bench order`);
    expect(benchNames()).toEqual(playerNames(12, 13, 15, 14));
    expect(button(`Move ${playerName(13)} up in the bench order`).disabled).toBe(true);
    press(`Move ${playerName(13)} down in the bench order`);
    press('Save Changes');
    await waitForViewMode();
    expect(saves[0]).toMatchObject({ bench_players: [12, 15, 13, 14] });
  });

  it('two presses swap players on the pitch and on the bench', async () => {
    await editTeam(team());
    fireEvent.click(slot('mid-1'));
    expect(slotText('mid-1')).toContain('selected');
    expect(slotText('bench-4')).toContain('can move here');
    expect(slotText('bench-2')).not.toContain('can move here');
    fireEvent.click(slot('bench-4'));
    expect([slotText('mid-1').split(',')[0], benchNames()[3]]).toEqual(playerNames(15, 5));
    fireEvent.click(slot('bench-3'));
    fireEvent.click(slot('bench-2'));
    expect(benchNames()).toEqual(playerNames(12, 14, 13, 5));
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
  });

  it('points keep updating in edit mode', async () => {
    const { host, served } = await editTeam(team({}, [9]));
    press('4-4-2');
    served.team = {
      ...served.team,
      players: served.team.players.map((p) => (p.id === 9 ? { ...p, current_points: 7 } : p)),
    };
    act(() => host.emit({ topic: 'points', gameweek: 3 }));
    await waitFor(() => expect(slotText('fwd-1')).toContain('14 pts'));
    expect(button('4-4-2').getAttribute('aria-pressed')).toBe('true');
  });

  it('a notice explains that the game ended before the save', async () => {
    const { host, served } = await editTeam(team());
    press('4-4-2');
    served.team = { ...served.team, game: { ...served.team.game, status: 'COMPLETED' } };
    act(() => host.emit({ topic: 'reset' }));
    expect(await screen.findByText(/The game ended before you saved/)).toBeTruthy();
    expect(hasButton('Save Changes')).toBe(false);
    press('Close');
    await waitFor(() => expect(screen.queryByText(/The game ended before you saved/)).toBeNull());
  });
});
