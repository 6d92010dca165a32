import { act, fireEvent, screen } from '@testing-library/react';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { keepLineup, readUnsentLineups, removeUnsentLineup } from '@touchline/host/unsent-lineups';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getTeamQueryKey } from '../team/team.queries.ts';
import { playerName } from '../testing/fixtures.ts';
import { press } from '../testing/open-builder.tsx';
import {
  editTeam,
  id,
  openTeam,
  rejectWith,
  seasonGame,
  team,
  waitForViewMode,
} from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import {
  captain,
  chooseCaptain,
  chooseNextGameweek,
  kept,
  mine,
  offline,
  rejected,
} from '../testing/unsent-lineup.ts';

resetBetweenTests();
// A rejected save is logged.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

const ORIGINAL = mine.captain_id;
const OTHER = 10;
const saveIsRejected = () => screen.findByText(/The saved lineup is not the one that you edited/);
const replacing = (captain_id: number) => ({ replaces: { captain_id } });

/** Saves another captain on another device, and waits until this page shows the team with its new name. */
async function changeElsewhere({ host, served }: Awaited<ReturnType<typeof openTeam>>) {
  served.team = { ...served.team, captain_id: OTHER, team_name: 'Changed Elsewhere' };
  await host.queryClient.invalidateQueries({ queryKey: getTeamQueryKey(id) });
  await screen.findByRole('heading', { name: 'Changed Elsewhere' });
}

describe('a lineup that another device saves during an edit', () => {
  it('a save does not replace a lineup that another device saved during the edit', async () => {
    const opened = await editTeam(mine);
    press('4-4-2');
    await changeElsewhere(opened);
    press(`Move ${playerName(15)} up in the bench order`);
    press('Save Changes');
    await saveIsRejected();
    expect(opened.saves).toMatchObject([{ formation: '4-4-2', ...replacing(ORIGINAL) }]);
  });

  it('a lineup that is kept without a connection does not replace one that another device saved', async () => {
    const opened = await editTeam(mine, { save: offline });
    press('4-4-2');
    await changeElsewhere(opened);
    press('Save Changes');
    await waitForViewMode();
    expect(readUnsentLineups(FAKE_ADDRESS)).toMatchObject([
      { lineup: { formation: '4-4-2' }, ...replacing(ORIGINAL) },
    ]);
  });

  it('a save replaces a lineup that another device saved before the first change', async () => {
    const opened = await editTeam(mine);
    await changeElsewhere(opened);
    expect(captain()).toBe(String(OTHER));
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(opened.saves).toMatchObject([{ captain_id: OTHER, ...replacing(OTHER) }]);
  });

  it('a save replaces a lineup that another device saved before the gameweek was changed', async () => {
    const opened = await editTeam(team({ game: seasonGame }, [2]));
    press('4-4-2');
    await changeElsewhere(opened);
    chooseNextGameweek();
    press('Save Changes');
    await waitForViewMode();
    expect(opened.saves).toMatchObject([{ effective_gameweek: 4, ...replacing(OTHER) }]);
  });

  it('"Save from gameweek 4" replaces a lineup that another device saved', async () => {
    const failures = [rejectWith('PLAYER_LOCKED', 'Kicked off.', [5])];
    const opened = await editTeam(team({ game: seasonGame }), { save: () => failures.pop()?.() });
    press('4-4-2');
    await changeElsewhere(opened);
    press('Save Changes');
    fireEvent.click(await screen.findByRole('button', { name: 'Save from gameweek 4' }));
    await waitForViewMode();
    expect(opened.saves).toMatchObject([replacing(ORIGINAL), { effective_gameweek: 4, ...replacing(OTHER) }]);
  });

  it('a save does not replace a lineup of another device after the gameweek has been changed and changed back', async () => {
    const opened = await editTeam(team({ game: seasonGame }, [2]));
    press('4-4-2');
    await changeElsewhere(opened);
    chooseNextGameweek();
    fireEvent.click(screen.getByRole('radio', { name: 'Gameweek 3' }));
    press('Save Changes');
    await saveIsRejected();
    expect(opened.saves).toMatchObject([{ formation: '4-4-2', ...replacing(ORIGINAL) }]);
  });

  it('a rejected save reports that another device saved a lineup, and the next save replaces it', async () => {
    const opened = await editTeam(mine);
    press('4-4-2');
    opened.served.team = { ...mine, captain_id: OTHER };
    press('Save Changes');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Not savedThe saved lineup is not the one that you edited. Save again to replace it, or cancel to see it. ' +
        'Your changes are still here.',
    );
    expect(captain()).toBe(String(ORIGINAL));
    press('Save Changes');
    await waitForViewMode();
    expect(opened.saves).toMatchObject([replacing(ORIGINAL), { captain_id: ORIGINAL, ...replacing(OTHER) }]);
  });
});

describe('an own lineup whose save has failed, but is saved', () => {
  it('a save replaces an own lineup whose save failed although the server has it', async () => {
    const failures = [rejectWith('UPSTREAM_UNAVAILABLE', 'Try again soon.')];
    const opened = await editTeam(mine, {
      save: () => {
        const fail = failures.pop();
        if (fail) opened.served.team = { ...mine, captain_id: 8 };
        fail?.();
      },
    });
    chooseCaptain(8);
    press('Save Changes');
    expect(await screen.findByText('No changes yet')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Not savedTry again soon.');
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(opened.served.team).toMatchObject({ captain_id: 8, formation: '4-4-2' });
    expect(opened.saves).toMatchObject([replacing(ORIGINAL), replacing(ORIGINAL), replacing(8)]);
  });

  it('a save does not replace what another device saved after an own save that failed', async () => {
    const failures = [rejectWith('UPSTREAM_UNAVAILABLE', 'Try again soon.')];
    const opened = await editTeam(mine, { save: () => failures.pop()?.() });
    chooseCaptain(8);
    press('Save Changes');
    await screen.findByRole('alert');
    await changeElsewhere(opened);
    press('Save Changes');
    await saveIsRejected();
    expect(opened.served.team).toMatchObject({ captain_id: OTHER });
  });
});

describe('an edit of a lineup that waits to be sent', () => {
  it('an edit replaces the waiting lineup if that has been sent, before the page has loaded it', async () => {
    keepLineup(kept);
    const opened = await editTeam(mine);
    opened.served.team = { ...mine, ...kept.lineup };
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(opened.saves).toMatchObject([replacing(ORIGINAL), { formation: '4-4-2', ...replacing(8) }]);
  });

  it('an edit replaces what the waiting lineup of its gameweek was to replace, although another gameweek has the same', async () => {
    const season = team({
      game: seasonGame,
      next_lineup: { ...kept.replaces, captain_id: OTHER, effective_gameweek: 4 },
    });
    keepLineup(kept);
    keepLineup({ ...kept, gameweek: 4, replaces: { ...kept.replaces, captain_id: OTHER } });
    const { saves } = await editTeam(season);
    chooseNextGameweek();
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([{ effective_gameweek: 4, ...replacing(OTHER) }]);
  });

  it('an edit replaces the lineup that the waiting one was to replace', async () => {
    keepLineup(kept);
    const opened = await editTeam(mine);
    press('4-4-2');
    await changeElsewhere(opened);
    press('Save Changes');
    await saveIsRejected();
    expect(opened.saves).toMatchObject([
      { captain_id: 8, ...replacing(ORIGINAL) },
      { captain_id: 8, ...replacing(8) },
    ]);
  });

  it('an edit replaces the waiting lineup if that has been sent during the edit', async () => {
    keepLineup(kept);
    const { host, served, saves } = await editTeam(mine);
    press('4-4-2');
    served.team = { ...mine, ...kept.lineup, team_name: 'Sent Since' };
    await host.queryClient.invalidateQueries({ queryKey: getTeamQueryKey(id) });
    await screen.findByRole('heading', { name: 'Sent Since' });
    act(() => removeUnsentLineup(kept));
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([{ captain_id: 8, formation: '4-4-2', ...replacing(8) }]);
  });

  it('an edit replaces the waiting lineup if another device has saved the same', async () => {
    keepLineup(rejected('STALE'));
    const { saves } = await editTeam({ ...mine, captain_id: 8 });
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([{ captain_id: 8, ...replacing(8) }]);
  });

  it('after STALE an edit replaces the lineup that is saved instead', async () => {
    keepLineup(rejected('STALE'));
    const { saves } = await openTeam({ ...mine, captain_id: OTHER });
    press('Review changes');
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([{ captain_id: 8, ...replacing(OTHER) }]);
  });

  it('after PLAYER_LOCKED an edit replaces no lineup that another device has saved', async () => {
    keepLineup(rejected('PLAYER_LOCKED'));
    const { saves } = await openTeam({ ...mine, captain_id: OTHER });
    press('Review changes');
    press('Save Changes');
    await saveIsRejected();
    expect(saves).toMatchObject([
      { captain_id: 8, ...replacing(ORIGINAL) },
      { captain_id: 8, ...replacing(8) },
    ]);
  });

  it('after STALE an edit replaces no lineup that another device saves during the review', async () => {
    keepLineup(rejected('STALE'));
    const opened = await openTeam(mine);
    press('Review changes');
    await changeElsewhere(opened);
    press('Save Changes');
    await saveIsRejected();
    expect(opened.saves).toMatchObject([replacing(ORIGINAL)]);
  });
});
