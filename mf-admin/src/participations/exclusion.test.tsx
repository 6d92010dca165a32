import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { excludeParticipation } from '@touchline/api/http/admin-entries';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, openAdmin } from '../testing/open-admin.tsx';
import { dialog, openRecord, press } from '../testing/open-dialog.tsx';
import { createFakeServer } from '../testing/participation-server.ts';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

describe('exclusion from the leaderboard', () => {
  it('the dialog excludes an entry only with a reason, and its button keeps the focus', async () => {
    openAdmin(createFakeServer().responses);
    await openRecord(/^View Onion Bag/, 'Game Participation Details');
    press('Exclude from leaderboard');
    press('Exclude from leaderboard');
    expect(dialog().getByText('Please give a reason')).toBeTruthy();
    fireEvent.change(dialog().getByRole('textbox', { name: /Reason/ }), {
      target: { value: 'Two accounts' },
    });
    press('Exclude from leaderboard');
    expect(await dialog().findByText(/by 0xf39f...2266: Two accounts$/)).toBeTruthy();
    expect(dialog().getByRole('button', { name: 'Include again' })).toBe(document.activeElement);
    press('Include again');
    press('Go back');
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Include again' }));
  });

  it('the error of a rejected exclusion is shown only in its form, until that is closed', async () => {
    const rejected = new TouchlineError('STALE', 'This was changed by someone else. Reload and try again.');
    openAdmin([
      ...createFakeServer({ cleared_points: 12 }).responses,
      fakeResponse(excludeParticipation, () => {
        throw rejected;
      }),
    ]);
    await openRecord(/^View Onion Bag/, 'Game Participation Details');
    press('Exclude from leaderboard');
    fireEvent.change(dialog().getByRole('textbox', { name: /Reason/ }), { target: { value: 'Twice' } });
    press('Exclude from leaderboard');
    expect(await dialog().findByText('Exclude from leaderboard failed')).toBeTruthy();
    press('Restore points');
    expect(dialog().queryByText('Restore 12 points failed')).toBeNull();
    expect(dialog().getByText('Exclude from leaderboard failed')).toBeTruthy();
    for (const goBack of dialog().getAllByRole('button', { name: 'Go back' })) fireEvent.click(goBack);
    press('Exclude from leaderboard');
    await waitFor(() => expect(dialog().queryByText('Exclude from leaderboard failed')).toBeNull());
    press('Edit');
    expect(await screen.findByRole('dialog', { name: 'Edit Game Participation' })).toBeTruthy();
    expect(dialog().queryByText('Error updating participation')).toBeNull();
    expect(dialog().queryByText('This was changed by someone else')).toBeNull();
  });

  it('the form of an exclusion closes when another admin has excluded the entry', async () => {
    const { responses, change } = createFakeServer();
    const excludedByOther = { at: '2026-09-01T12:00:20.000Z', admin: ADMIN, reason: 'Two accounts' };
    openAdmin([
      ...responses,
      fakeResponse(excludeParticipation, () => {
        change({ excluded: excludedByOther });
        throw new TouchlineError('STALE', 'This was changed by someone else. Reload and try again.');
      }),
    ]);
    await openRecord(/^View Onion Bag/, 'Game Participation Details');
    press('Exclude from leaderboard');
    fireEvent.change(dialog().getByRole('textbox', { name: /Reason/ }), { target: { value: 'Twice' } });
    press('Exclude from leaderboard');
    expect(await dialog().findByText(/: Two accounts$/)).toBeTruthy();
    expect(dialog().queryByRole('textbox', { name: /Reason/ })).toBeNull();
    press('Include again');
    expect(dialog().getByRole<HTMLInputElement>('textbox', { name: /Reason/ }).value).toBe('');
  });
});
