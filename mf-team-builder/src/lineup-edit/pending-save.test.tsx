import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import type { ApiLineup, SaveLineupBody } from '@touchline/api/http/lineups';
import { FAKE_ADDRESS, type FakeHost } from '@touchline/host/testing/fake-host';
import { KEPT_EDITS, readUnsentLineups } from '@touchline/host/unsent-lineups';
import { describe, expect, it, vi } from 'vitest';
import { getTeamQueryKey } from '../team/team.queries.ts';
import { playerName } from '../testing/fixtures.ts';
import { button, press } from '../testing/open-builder.tsx';
import {
  benchNames,
  editTeam,
  hasButton,
  id,
  openTeam,
  playerNames,
  team,
  waitForViewMode,
} from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { applyLineup } from './unsent-lineup.ts';

resetBetweenTests();

const CHANGED_BENCH = playerNames(12, 15, 14, 11);

/** Saves a new formation and changes the bench order before the server responds. */
async function changeWhileSaving() {
  let respond: (failure?: Error) => void = () => {};
  const responses = [
    new Promise<void>((resolve, reject) => {
      respond = (failure) => (failure ? reject(failure) : resolve());
    }),
  ];
  const opened = await editTeam(team(), { save: () => responses.pop() });
  press('4-4-2');
  press('Save Changes');
  await waitFor(() => expect(button('Cancel').disabled).toBe(true));
  press(`Move ${playerName(15)} up in the bench order`);
  await waitFor(() => expect(benchNames()).toEqual(CHANGED_BENCH));
  expect(button('Cancel').disabled).toBe(true);
  return { ...opened, respond };
}

function endSession(host: FakeHost, respond: (failure: Error) => void) {
  host.session.set({ status: 'guest', user: null });
  respond(new TouchlineError('TOKEN_INVALID', 'Sign in again.'));
}

const saveIsOver = () => waitFor(() => expect(button('Cancel').disabled).toBe(false));

describe('a change during a save', () => {
  it('a change during a save stays in edit mode after it and is sent by the next one', async () => {
    const { saves, host, respond } = await changeWhileSaving();
    respond();
    await waitFor(() => expect(host.notices).toMatchObject([{ title: 'Lineup saved' }]));
    await saveIsOver();
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(benchNames()).toEqual(CHANGED_BENCH);
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([
      { formation: '4-4-2', bench_players: [12, 14, 15, 11] },
      {
        formation: '4-4-2',
        bench_players: [12, 15, 14, 11],
        replaces: { formation: '4-4-2', bench_players: [12, 14, 15, 11] },
      },
    ]);
  });

  it('a change during a save does not hide that the save failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { respond } = await changeWhileSaving();
    respond(new TouchlineError('UPSTREAM_UNAVAILABLE', 'The games are being counted.'));
    expect((await screen.findByRole('alert')).textContent).toContain('The games are being counted.');
    await saveIsOver();
    expect(hasButton('Edit Team')).toBe(false);
    expect(benchNames()).toEqual(CHANGED_BENCH);
  });

  it('a change during a save is kept on the device if the session turns out to have ended', async () => {
    const { host, respond } = await changeWhileSaving();
    endSession(host, respond);
    await waitFor(() => expect(host.notices).toMatchObject([{ title: 'Kept on this device' }]));
    expect(readUnsentLineups(FAKE_ADDRESS)).toMatchObject([
      { lineup: { formation: '4-4-2', bench_players: [12, 15, 14, 11] }, failure: null },
    ]);
  });

  it('a change that empties a slot leaves the saved lineup on the device if the session turns out to have ended', async () => {
    const { host, respond } = await changeWhileSaving();
    press(`Move ${playerName(3)} to the bench`);
    expect(await screen.findByText('1 place on the pitch is empty')).toBeTruthy();
    endSession(host, respond);
    await waitFor(() => expect(host.notices).toMatchObject([{ title: 'Kept on this device' }]));
    expect(readUnsentLineups(FAKE_ADDRESS)).toMatchObject([
      { lineup: { formation: '4-4-2', bench_players: [12, 14, 15, 11] }, failure: null },
    ]);
  });
});

it('a save that ends after the page has been left loads the team again, which is kept for offline visits', async () => {
  const { host, served, respond } = await changeWhileSaving();
  cleanup();
  served.team = { ...served.team, team_name: 'Loaded Again' };
  respond();
  await waitFor(() =>
    expect(host.queryClient.getQueryData(getTeamQueryKey(id))).toMatchObject({
      team_name: 'Loaded Again',
      formation: '4-4-2',
    }),
  );
});

describe('a page that is closed during a save', () => {
  const keptEdits = () => Object.keys(sessionStorage).filter((key) => key.startsWith(KEPT_EDITS));

  it('the page opens with the unsaved changes, and their next save names the lineup that was sent', async () => {
    const first = await editTeam(team(), { save: () => new Promise(() => {}) });
    press('4-4-2');
    press('Save Changes');
    await waitFor(() => expect(button('Cancel').disabled).toBe(true));
    cleanup();
    const { served, saves } = await openTeam(team());
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    const { replaces: _, ...lineup } = first.saves[0] as ApiLineup & SaveLineupBody;
    served.team = applyLineup(served.team, { lineup, gameweek: 3 });
    press(`Move ${playerName(15)} up in the bench order`);
    press('Save Changes');
    await waitFor(() => expect(saves).toHaveLength(2));
    expect(saves).toMatchObject([
      { bench_players: [12, 15, 14, 11], replaces: { formation: '3-4-3' } },
      {
        bench_players: [12, 15, 14, 11],
        replaces: { formation: '4-4-2', bench_players: [12, 14, 15, 11] },
      },
    ]);
  });

  it('the page opens with the unsaved changes if the save fails after another tab has ended the session', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { host, served, respond } = await changeWhileSaving();
    act(() => host.session.set({ status: 'guest', user: null }));
    respond(new TouchlineError('UPSTREAM_UNAVAILABLE', 'The games are being counted.'));
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    cleanup();
    await openTeam(served.team);
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(benchNames()).toEqual(CHANGED_BENCH);
  });

  it('no changes are kept if the save succeeds after the page has been left', async () => {
    let respond = () => {};
    const response = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { host } = await editTeam(team(), { save: () => response });
    press('4-4-2');
    press('Save Changes');
    await waitFor(() => expect(button('Cancel').disabled).toBe(true));
    cleanup();
    expect(keptEdits()).toHaveLength(1);
    respond();
    await waitFor(() => expect(host.notices).toMatchObject([{ title: 'Lineup saved' }]));
    expect(keptEdits()).toEqual([]);
  });

  it('only changes made during the save are kept if it succeeds after the page has been left', async () => {
    const { host, served, respond } = await changeWhileSaving();
    cleanup();
    respond();
    await waitFor(() => expect(host.notices).toMatchObject([{ title: 'Lineup saved' }]));
    await openTeam(served.team);
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(benchNames()).toEqual(CHANGED_BENCH);
  });

  it('no changes are kept in the tab if they wait on the device', async () => {
    const { host, respond } = await changeWhileSaving();
    endSession(host, respond);
    await waitFor(() => expect(host.notices).toMatchObject([{ title: 'Kept on this device' }]));
    expect(keptEdits()).toEqual([]);
  });
});
