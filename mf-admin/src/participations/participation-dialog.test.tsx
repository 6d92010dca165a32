import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { updateAdminParticipation } from '@touchline/api/http/admin-entries';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAdmin, PLAYER } from '../testing/open-admin.tsx';
import { dialog, expectClosed, field, listInputs, openRecord, press, type } from '../testing/open-dialog.tsx';
import { createFakeServer } from '../testing/participation-server.ts';

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => logged.mockClear());
afterEach(cleanup);

const editTeam = () => openRecord(/^Edit Onion Bag/, 'Edit Game Participation');

/** Saves another formation after another admin's change. */
function saveStale(
  { change, fail }: ReturnType<typeof createFakeServer>,
  other: Parameters<typeof change>[0],
): void {
  type('Formation', '3-4-3');
  change(other);
  fail(new TouchlineError('STALE', 'This was changed by someone else. Reload and try again.'));
  press('Save Changes');
}

describe('participation dialog', () => {
  it('ADMIN-22 ADMIN-24 ADMIN-25 the dialog shows all fields, switches to the edit form and returns after saving', async () => {
    const { responses, requests } = createFakeServer();
    openAdmin(responses);
    await openRecord(/^View Onion Bag/, 'Game Participation Details');
    expect(dialog().getByLabelText('Players snapshot').textContent).toContain(
      JSON.stringify([PLAYER], null, 2),
    );
    expect(dialog().queryByRole('button', { name: 'Clear Points' })).toBeNull();
    press('Edit');
    expect(await screen.findByRole('dialog', { name: 'Edit Game Participation' })).toBeTruthy();
    press('Cancel');
    expect(await screen.findByRole('dialog', { name: 'Game Participation Details' })).toBeTruthy();
    press('Edit');
    type('Team Name', 'Park the Bus');
    const listRequests = requests.lists;
    press('Save Changes');
    expect(await screen.findByRole('dialog', { name: 'Game Participation Details' })).toBeTruthy();
    expect(dialog().getByText('Park the Bus')).toBeTruthy();
    await waitFor(() => expect(requests.lists).toBeGreaterThan(listRequests));
  });

  it('ADMIN-27 ADMIN-28 the form has seven fields, sends changed values as numbers, and sends no request without changes', async () => {
    const { responses, requests } = createFakeServer();
    openAdmin(responses);
    await editTeam();
    expect(listInputs()).toEqual([
      'team_name',
      'formation',
      'captain_id',
      'vice_captain_id',
      'entry_points',
      'current_points',
      'coefficient_applied',
    ]);
    expect(dialog().getAllByRole('spinbutton')).toHaveLength(5);
    expect([field('Captain').step, field('Coefficient').step]).toEqual(['1', '0.1']);
    type('Captain', '12');
    type('Coefficient', '1.1');
    type('Entry Points', '040');
    press('Add a reason');
    expect(document.activeElement).toBe(field('Reason for the audit log'));
    type('Reason for the audit log', 'Wrong captain');
    press('Save Changes');
    await screen.findByRole('dialog', { name: 'Game Participation Details' });
    expect(requests.bodies).toEqual([{ captain_id: 12, coefficient_applied: 1.1 }]);
    expect(requests.queries).toEqual([{ reason: 'Wrong captain' }]);
    press('Edit');
    press('Save Changes');
    await expectClosed();
    expect(requests.bodies).toHaveLength(1);
  });

  it('ADMIN-31 ADMIN-32 a rejected save keeps the dialog and its input, shows field errors and is logged', async () => {
    const { responses, requests, fail } = createFakeServer();
    openAdmin(responses);
    await editTeam();
    type('Coefficient', '3');
    press('Save Changes');
    expect(await dialog().findByText('Coefficient must be at most 2')).toBeTruthy();
    expect(requests.bodies).toEqual([]);
    type('Coefficient', '1.2');
    expect(dialog().queryByText('Coefficient must be at most 2')).toBeNull();
    fail(
      new TouchlineError('CHANGE_REFUSED', 'Its game is final.', {
        details: [{ path: 'coefficient_applied', message: 'is final' }],
      }),
    );
    press('Save Changes');
    expect(await dialog().findByText('Error updating participation')).toBeTruthy();
    expect(dialog().getByText('Coefficient is final')).toBeTruthy();
    expect(dialog().getByText('Its game is final. Coefficient is final.')).toBeTruthy();
    expect(field('Coefficient').value).toBe('1.2');
    expect(dialog().getByRole('button', { name: 'Save Changes' }).dataset.loading).toBeUndefined();
    expect(logged.mock.calls.flat()).toContain('Error updating participation');
    type('Team Name', 'Park the Bus');
    await waitFor(() => expect(dialog().queryByText(/is final/)).toBeNull());
    fail(new TouchlineError('REAUTH_REQUIRED', 'Sign in again.'));
    press('Save Changes');
    expect(await dialog().findByText(/your wallet didn't sign/)).toBeTruthy();
    expect(field('Coefficient').value).toBe('1.2');
  });

  it('an input that the form cannot send is explained with the name of its field', async () => {
    const { responses, requests } = createFakeServer();
    openAdmin(responses);
    await editTeam();
    type('Team Name', ' ');
    type('Captain', '0');
    type('Vice Captain', '1.5');
    type('Entry Points', '-1001');
    type('Current Points', '99999999999999999999');
    type('Coefficient', '1.2345');
    press('Save Changes');
    expect(await dialog().findByText('Team Name must not be empty')).toBeTruthy();
    expect(dialog().getByText('Captain must be more than 0')).toBeTruthy();
    expect(dialog().getByText('Vice Captain must be a whole number')).toBeTruthy();
    expect(dialog().getByText('Entry Points must be at least -1,000')).toBeTruthy();
    expect(dialog().getByText('Current Points must be at most 100,000')).toBeTruthy();
    expect(dialog().getByText('Coefficient must have at most 3 decimals')).toBeTruthy();
    type('Captain', '1');
    expect(dialog().queryByText('Captain must be more than 0')).toBeNull();
    expect(dialog().getByText('Team Name must not be empty')).toBeTruthy();
    expect(requests.bodies).toEqual([]);
  });

  it('a rejected lineup is explained once', async () => {
    const { responses, fail } = createFakeServer();
    openAdmin(responses);
    await editTeam();
    const [captain, vice] = ['The captain must be on the field', 'The vice-captain must be on the field'];
    const details = [
      { path: 'captain_id', message: captain, player_id: 12 },
      { path: 'vice_captain_id', message: vice, player_id: 13 },
    ];
    fail(new TouchlineError('LINEUP_INVALID', captain, { details }));
    type('Captain', '12');
    press('Save Changes');
    expect(await dialog().findByText(`${captain}. ${vice}.`)).toBeTruthy();
  });

  it('a conflicting change is described, the input is kept, and a second save overwrites the new values', async () => {
    const server = createFakeServer();
    const { responses, requests, fail } = server;
    openAdmin(responses);
    await editTeam();
    saveStale(server, { team_name: 'Park the Bus' });
    expect(await dialog().findByText('Team Name: was Onion Bag, is now Park the Bus')).toBeTruthy();
    expect([field('Formation').value, field('Team Name').value]).toEqual(['3-4-3', 'Park the Bus']);
    fail(null);
    press('Save Changes');
    await screen.findByRole('dialog', { name: 'Game Participation Details' });
    expect(requests.bodies.at(-1)).toEqual({ formation: '3-4-3' });
  });

  it('ADMIN-32 a save that fails after a conflict is shown and logged, and the input is kept', async () => {
    const server = createFakeServer();
    const { responses, fail } = server;
    openAdmin(responses);
    await editTeam();
    saveStale(server, { team_name: 'Park the Bus' });
    await dialog().findByText('This was changed by someone else');
    expect(dialog().queryByText('Error updating participation')).toBeNull();
    fail(new TouchlineError('UPSTREAM_UNAVAILABLE', 'The change may have been made.'));
    press('Save Changes');
    expect(await dialog().findByText('The change may have been made.')).toBeTruthy();
    expect(logged.mock.calls.flat()).toContain('Error updating participation');
    expect(dialog().queryByText('This was changed by someone else')).toBeNull();
    expect(field('Formation').value).toBe('3-4-3');
  });

  it('no field can be changed while a save is in flight', async () => {
    const { responses, change } = createFakeServer();
    const { promise: held, resolve: release } = deferred();
    openAdmin([
      ...responses,
      fakeResponse(updateAdminParticipation, async ({ body }) => {
        await held;
        return change(body as never);
      }),
    ]);
    await editTeam();
    press('Add a reason');
    type('Team Name', 'Park the Bus');
    const fields = () => dialog().getByRole<HTMLFieldSetElement>('group', { name: /^Fields/ });
    const isLocked = () => [fields().disabled, field('Reason for the audit log').disabled];
    expect(isLocked()).toEqual([false, false]);
    press('Save Changes');
    await waitFor(() => expect(isLocked()).toEqual([true, true]));
    release();
    await screen.findByRole('dialog', { name: 'Game Participation Details' });
    press('Edit');
    expect(fields().disabled).toBe(false);
  });

  it('a sealed lineup has no formation and no captains in the form until they are entered', async () => {
    const server = createFakeServer({
      formation: null,
      captain_id: null,
      vice_captain_id: null,
    });
    const { responses, requests, fail } = server;
    openAdmin(responses);
    await editTeam();
    const formation = dialog().getByLabelText<HTMLSelectElement>('Formation');
    expect(formation.selectedOptions[0]?.text).toBe('Sealed');
    expect(
      [field('Captain'), field('Vice Captain')].map(({ value, placeholder }) => [value, placeholder]),
    ).toEqual([
      ['', 'Sealed'],
      ['', 'Sealed'],
    ]);
    saveStale(server, { captain_id: 9 });
    expect(await dialog().findByText('Captain: was Sealed, is now 9')).toBeTruthy();
    expect([field('Captain').value, field('Captain').placeholder]).toEqual(['9', '']);
    fail(null);
    press('Save Changes');
    await screen.findByRole('dialog', { name: 'Game Participation Details' });
    expect(requests.bodies.at(-1)).toEqual({ formation: '3-4-3' });
    press('Edit');
    const options = [...dialog().getByLabelText<HTMLSelectElement>('Formation').options];
    expect(options.map(({ text }) => text)).not.toContain('Sealed');
  });

  it('the dialog and the browser ask for confirmation before unsaved changes are lost', async () => {
    openAdmin(createFakeServer().responses);
    await editTeam();
    const fireBeforeUnload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(fireBeforeUnload()).toBe(true);
    type('Team Name', 'Park the Bus');
    expect(fireBeforeUnload()).toBe(false);
    press('Close');
    press('Keep editing');
    expect(field('Team Name').value).toBe('Park the Bus');
    press('Cancel');
    press('Discard changes');
    expect(await screen.findByRole('dialog', { name: 'Game Participation Details' })).toBeTruthy();
    press('Edit');
    expect(field('Team Name').value).toBe('Onion Bag');
    press('Close');
    await expectClosed();
  });
});
