import { act, fireEvent, screen } from '@testing-library/react';
import { FAKE_ADDRESS, type FakeHost } from '@touchline/host/testing/fake-host';
import {
  keepLineup,
  readUnsentLineups,
  removeUnsentLineup,
  type UnsentLineup,
} from '@touchline/host/unsent-lineups';
import { describe, expect, it, vi } from 'vitest';
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
import { findSavedLineup } from './lineup-edit.ts';

resetBetweenTests();

const mine = team();
const ORIGINAL = mine.captain_id;
const OTHER = 10;
const offline = rejectWith('NETWORK_ERROR', 'The server cannot be reached.');
const stale = rejectWith('STALE', 'This lineup has been changed elsewhere since you edited it.');
const captain = () => (screen.getByLabelText('Captain (2x points)') as HTMLSelectElement).value;
const replacing = (captain_id: number) => ({ replaces: { captain_id } });

interface Opened {
  host: FakeHost;
  served: { team: typeof mine };
}

/** Saves another captain on another device, and waits until this page shows the team with its new name. */
async function changeElsewhere({ host, served }: Opened) {
  served.team = { ...served.team, captain_id: OTHER, team_name: 'Changed Elsewhere' };
  await host.queryClient.invalidateQueries({ queryKey: getTeamQueryKey(id) });
  await screen.findByRole('heading', { name: 'Changed Elsewhere' });
}

const kept: UnsentLineup = {
  wallet: FAKE_ADDRESS,
  participation_id: mine.id,
  team_name: mine.team_name,
  lineup: { ...findSavedLineup(mine, 3), captain_id: 8 },
  replaces: findSavedLineup(mine, 3),
  gameweek: 3,
  saved_at: Date.now(),
  failure: null,
};

describe('a lineup that another device saves during an edit', () => {
  it('is not what a save replaces', async () => {
    const opened = await editTeam(mine);
    press('4-4-2');
    await changeElsewhere(opened);
    press(`Move ${playerName(15)} up in the bench order`);
    press('Save Changes');
    await waitForViewMode();
    expect(opened.saves).toMatchObject([{ formation: '4-4-2', ...replacing(ORIGINAL) }]);
  });

  it('is not what a lineup that is kept without a connection replaces', async () => {
    const opened = await editTeam(mine, { save: offline });
    press('4-4-2');
    await changeElsewhere(opened);
    press('Save Changes');
    await waitForViewMode();
    expect(readUnsentLineups(FAKE_ADDRESS)).toMatchObject([
      { lineup: { formation: '4-4-2' }, ...replacing(ORIGINAL) },
    ]);
  });

  it('is what a save replaces if nothing had been changed before', async () => {
    const opened = await editTeam(mine);
    await changeElsewhere(opened);
    expect(captain()).toBe(String(OTHER));
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(opened.saves).toMatchObject([{ captain_id: OTHER, ...replacing(OTHER) }]);
  });

  it('is what a save replaces after the gameweek has been changed', async () => {
    const opened = await editTeam(team({ game: seasonGame }, [2]));
    press('4-4-2');
    await changeElsewhere(opened);
    fireEvent.click(screen.getByRole('radio', { name: 'From gameweek 4' }));
    press('Save Changes');
    await waitForViewMode();
    expect(opened.saves).toMatchObject([{ effective_gameweek: 4, ...replacing(OTHER) }]);
  });

  it('is what "Save from gameweek 4" replaces', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const failures = [rejectWith('PLAYER_LOCKED', 'Kicked off.', [5])];
    const opened = await editTeam(team({ game: seasonGame }), { save: () => failures.pop()?.() });
    press('4-4-2');
    await changeElsewhere(opened);
    press('Save Changes');
    fireEvent.click(await screen.findByRole('button', { name: 'Save from gameweek 4' }));
    await waitForViewMode();
    expect(opened.saves).toMatchObject([replacing(ORIGINAL), { effective_gameweek: 4, ...replacing(OTHER) }]);
  });

  it('is reported when a save is rejected, and the next save replaces it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const failures = [stale];
    const opened = await editTeam(mine, { save: () => failures.pop()?.() });
    press('4-4-2');
    opened.served.team = { ...mine, captain_id: OTHER };
    press('Save Changes');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Not savedThe lineup was changed elsewhere after you began to edit it. Save again to replace it, or cancel to see it. ' +
        'Your changes are still here.',
    );
    expect(captain()).toBe(String(ORIGINAL));
    press('Save Changes');
    await waitForViewMode();
    expect(opened.saves).toMatchObject([replacing(ORIGINAL), { captain_id: ORIGINAL, ...replacing(OTHER) }]);
  });
});

describe('an edit of a lineup that waits to be sent', () => {
  it('replaces the lineup that the waiting one was to replace', async () => {
    keepLineup(kept);
    const opened = await editTeam(mine);
    press('4-4-2');
    await changeElsewhere(opened);
    press('Save Changes');
    await waitForViewMode();
    expect(opened.saves).toMatchObject([{ captain_id: 8, ...replacing(ORIGINAL) }]);
  });

  it('replaces the waiting lineup if that has been sent during the edit', async () => {
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

  it('replaces that lineup if another device has saved the same', async () => {
    keepLineup({ ...kept, failure: { code: 'STALE', message: 'The reason.', players: [] } });
    const { saves } = await editTeam({ ...mine, captain_id: 8 });
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([{ captain_id: 8, ...replacing(8) }]);
  });

  it.each([
    ['STALE', OTHER],
    ['PLAYER_LOCKED', ORIGINAL],
  ] as const)('after %s replaces the lineup of captain %i', async (code, replaced) => {
    keepLineup({ ...kept, failure: { code, message: 'The reason.', players: [] } });
    const { saves } = await openTeam({ ...mine, captain_id: OTHER });
    press('Review changes');
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([{ captain_id: 8, ...replacing(replaced) }]);
  });
});
