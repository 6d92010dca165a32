import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { playerName } from '../testing/fixtures.ts';
import { button, press, slotText } from '../testing/open-builder.tsx';
import { editTeam, openTeam, seasonGame, team, waitForViewMode } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('lineup of the next gameweek', () => {
  const nextLineup = {
    formation: '3-4-3' as const,
    field_players: [1, 2, 3, 4, 15, 6, 7, 8, 9, 10, 11],
    bench_players: [12, 13, 14, 5],
    captain_id: 10,
    vice_captain_id: 6,
    effective_gameweek: 4,
  };

  it('the panel shows the changes of the next lineup and opens its edit mode', async () => {
    const { saves } = await openTeam(team({ game: seasonGame, next_lineup: nextLineup }, [5]));
    const panel = within(screen.getByRole('region', { name: 'From gameweek 4' }));
    expect(panel.getByText(playerName(10))).toBeTruthy();
    expect(panel.getByText(`${playerName(15)} for ${playerName(5)}`)).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Change' }));
    expect(slotText('mid-1')).toContain(playerName(15));
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(saves[0]).toMatchObject({ formation: '4-4-2', captain_id: 10, effective_gameweek: 4 });
  });

  it('the next lineup can be edited while players are locked in the current gameweek', async () => {
    await editTeam(team({ game: seasonGame }, [5]));
    expect(() => button(`Move ${playerName(5)} to the bench`)).toThrow();
    fireEvent.click(screen.getByRole('radio', { name: 'From gameweek 4' }));
    press(`Move ${playerName(5)} to the bench`);
    expect(slotText('mid-1')).toBe('Empty place for a midfielder');
    expect(screen.getByText('All players can be moved. Gameweek 3 is not affected.')).toBeTruthy();
  });

  it('players who have started in the next gameweek are locked in its lineup if it overlaps the current one', async () => {
    // A match of gameweek 3 was moved behind the start of gameweek 4, so all players are locked until then.
    const overlapping = team({ game: seasonGame, gameweek: 4 }, [5]);
    const players = overlapping.players.map((player) => ({ ...player, locked: true }));
    await editTeam({ ...overlapping, players });
    expect(() => button(`Move ${playerName(6)} to the bench`)).toThrow();
    fireEvent.click(screen.getByRole('radio', { name: 'From gameweek 4' }));
    expect(() => button(`Move ${playerName(5)} to the bench`)).toThrow();
    expect(
      screen.getByText('Players whose match has kicked off keep their place. Gameweek 3 is not affected.'),
    ).toBeTruthy();
    press(`Move ${playerName(6)} to the bench`);
    expect(slotText('mid-2')).toBe('Empty place for a midfielder');
  });
});
