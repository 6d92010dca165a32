import { cleanup, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { FAKE_ADDRESS, type FakeHost } from '@touchline/host/testing/fake-host';
import { readUnsentLineups } from '@touchline/host/unsent-lineups';
import { describe, expect, it, vi } from 'vitest';
import { getTeamQueryKey } from '../team/team.queries.ts';
import { playerName } from '../testing/fixtures.ts';
import { button, press } from '../testing/open-builder.tsx';
import {
  benchNames,
  editTeam,
  hasButton,
  id,
  playerNames,
  team,
  waitForViewMode,
} from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

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
