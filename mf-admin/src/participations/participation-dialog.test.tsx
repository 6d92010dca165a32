import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import {
  clearPoints,
  excludeParticipation,
  getAdminParticipation,
  listAdminParticipations,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, buildParticipation, openAdmin, PLAYER } from '../testing/open-admin.tsx';
import { dialog, field, gone, inputs, open, press, type } from '../testing/open-dialog.tsx';

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => logged.mockClear());
afterEach(cleanup);

const editTeam = () => open(/^Edit Onion Bag/, 'Edit Game Participation');

/** The fake server's participation, which the dialog changes. */
function server() {
  let stored = buildParticipation({ players_snapshot: [PLAYER] });
  let fails: TouchlineError | null = null;
  const calls = { bodies: [] as unknown[], queries: [] as unknown[], lists: 0, cleared: 0 };
  const change = (next: Partial<typeof stored>) => {
    stored = { ...stored, ...next, version: `${stored.version}1` };
    return { participation: stored };
  };
  const answers: FakeResponse[] = [
    fakeResponse(listAdminParticipations, () => {
      calls.lists += 1;
      return { participations: [stored], total: 1 };
    }),
    fakeResponse(getAdminParticipation, () => ({ participation: stored })),
    fakeResponse(updateAdminParticipation, ({ body, query }) => {
      calls.bodies.push(body);
      calls.queries.push(query);
      if (fails) throw fails;
      return change(body as never);
    }),
    fakeResponse(clearPoints, () => {
      calls.cleared += 1;
      return change({ earned_points: 0 });
    }),
    fakeResponse(excludeParticipation, ({ body }) =>
      change({
        excluded: { at: stored.joined_at, admin: ADMIN, ...(body as { reason: string }) },
      }),
    ),
  ];
  const fail = (error: TouchlineError | null) => {
    fails = error;
  };
  return { answers, calls, change, fail };
}

describe('the dialog of a participation', () => {
  it('ADMIN-22 ADMIN-24 ADMIN-25 shows everything, then edits, then shows again', async () => {
    const { answers, calls } = server();
    openAdmin(answers);
    await open(/^View Onion Bag/, 'Game Participation Details');
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
    const before = calls.lists;
    press('Save Changes');
    expect(await screen.findByRole('dialog', { name: 'Game Participation Details' })).toBeTruthy();
    expect(dialog().getByText('Park the Bus')).toBeTruthy();
    await waitFor(() => expect(calls.lists).toBeGreaterThan(before));
  });

  it('ADMIN-27 ADMIN-28 has seven fields, sends what changed as numbers, and nothing if nothing did', async () => {
    const { answers, calls } = server();
    openAdmin(answers);
    await editTeam();
    expect(inputs()).toEqual([
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
    press('Give a reason');
    type('Reason for the audit log', 'Wrong captain');
    press('Save Changes');
    await screen.findByRole('dialog', { name: 'Game Participation Details' });
    expect(calls.bodies).toEqual([{ captain_id: 12, coefficient_applied: 1.1 }]);
    expect(calls.queries).toEqual([{ reason: 'Wrong captain' }]);
    press('Edit');
    press('Save Changes');
    await gone();
    expect(calls.bodies).toHaveLength(1);
  });

  it('ADMIN-26 ADMIN-31 clears the points from the edit mode, and the list reloads', async () => {
    const { answers, calls } = server();
    openAdmin(answers);
    await editTeam();
    const before = calls.lists;
    press('Clear Points');
    await waitFor(() => expect(calls.cleared).toBe(1));
    await waitFor(() => expect(calls.lists).toBeGreaterThan(before));
  });

  it('ADMIN-31 ADMIN-32 a refused save keeps the dialog and what was typed, beside the fields, and is logged', async () => {
    const { answers, calls, fail } = server();
    openAdmin(answers);
    await editTeam();
    type('Coefficient', '3');
    press('Save Changes');
    expect(await dialog().findByText(/expected number to be <=2|at most 2/i)).toBeTruthy();
    expect(calls.bodies).toEqual([]);
    type('Coefficient', '1.2');
    fail(
      new TouchlineError('CHANGE_REFUSED', 'Its game is final.', {
        details: [{ path: 'coefficient_applied', message: 'is final' }],
      }),
    );
    press('Save Changes');
    expect(await dialog().findByText('Error updating participation')).toBeTruthy();
    expect(dialog().getByText('is final')).toBeTruthy();
    expect(field('Coefficient').value).toBe('1.2');
    expect(dialog().getByRole('button', { name: 'Save Changes' }).dataset.loading).toBeUndefined();
    expect(logged.mock.calls.flat()).toContain('Error updating participation');
    fail(new TouchlineError('REAUTH_REQUIRED', 'Sign in again.'));
    press('Save Changes');
    expect(await dialog().findByText(/your wallet did not sign/)).toBeTruthy();
    expect(field('Coefficient').value).toBe('1.2');
  });

  it('says what somebody else changed, keeps what was typed, and saves over it when asked to', async () => {
    const { answers, calls, change, fail } = server();
    openAdmin(answers);
    await editTeam();
    type('Formation', '3-4-3');
    change({ team_name: 'Park the Bus' });
    fail(new TouchlineError('STALE', 'Somebody else changed this.'));
    press('Save Changes');
    expect(await dialog().findByText('Team Name: was Onion Bag, is now Park the Bus')).toBeTruthy();
    expect([field('Formation').value, field('Team Name').value]).toEqual(['3-4-3', 'Park the Bus']);
    fail(null);
    press('Save Changes');
    await screen.findByRole('dialog', { name: 'Game Participation Details' });
    expect(calls.bodies.at(-1)).toEqual({ formation: '3-4-3' });
  });

  it('asks before unsaved changes are lost, in the page and in the browser', async () => {
    openAdmin(server().answers);
    await editTeam();
    const leaving = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(leaving()).toBe(true);
    type('Team Name', 'Park the Bus');
    expect(leaving()).toBe(false);
    press('Close');
    press('Keep editing');
    expect(field('Team Name').value).toBe('Park the Bus');
    press('Cancel');
    press('Discard changes');
    expect(await screen.findByRole('dialog', { name: 'Game Participation Details' })).toBeTruthy();
    press('Edit');
    expect(field('Team Name').value).toBe('Onion Bag');
    press('Close');
    await gone();
  });

  it('excludes an entry with a reason', async () => {
    openAdmin(server().answers);
    await open(/^View Onion Bag/, 'Game Participation Details');
    press('Exclude from standings');
    press('Exclude from standings');
    expect(dialog().getByText('Please give a reason')).toBeTruthy();
    fireEvent.change(dialog().getByRole('textbox', { name: /Reason/ }), {
      target: { value: 'Two accounts' },
    });
    press('Exclude from standings');
    expect(await dialog().findByText(/by 0xf39f...2266: Two accounts$/)).toBeTruthy();
    expect(dialog().getByRole('button', { name: 'Include again' })).toBeTruthy();
  });
});
