import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { getAdminParticipation } from '@touchline/api/http/admin-entries';
import { updateAdminGame } from '@touchline/api/http/admin-games';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildSettled, createFakeServer, openSettlement } from '../testing/fake-prizes.ts';
import {
  buildGame,
  buildParticipation,
  endSessionAndReturn,
  openAdmin,
  openTab,
} from '../testing/open-admin.tsx';
import { dialog, field, openRecord, press, type } from '../testing/open-dialog.tsx';
import { createFakeServer as createParticipationServer } from '../testing/participation-server.ts';

const OTHER_ADMIN = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
afterEach(cleanup);

describe('a session that ends while a dialog is open', () => {
  it('the edit form of a game has its input and reason again for the same wallet only', async () => {
    const sent: unknown[] = [];
    const host = openAdmin([
      fakeResponse(updateAdminGame, ({ body, query }) => {
        sent.push([body, query]);
        return { game: buildGame({ version: 'v2', ...(body as object) }) };
      }),
    ]);
    await openRecord(/^Edit Friday Cup/, 'Edit Game', 'Games');
    type('Name', 'Saturday Cup');
    press('Add a reason');
    type('Reason for the audit log', 'Moved');
    endSessionAndReturn(host, fakeUser({ wallet_address: OTHER_ADMIN, isAdmin: true }));
    await openTab('Games');
    await screen.findByText('Friday Cup');
    expect(screen.queryByRole('dialog')).toBeNull();
    endSessionAndReturn(host);
    await openTab('Games');
    await screen.findByRole('dialog', { name: 'Edit Game' });
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Saturday Cup');
    press('Save Changes');
    await screen.findByRole('dialog', { name: 'Game Details' });
    expect(sent).toEqual([[{ name: 'Saturday Cup' }, { reason: 'Moved' }]]);
    endSessionAndReturn(host);
    await openTab('Games');
    await screen.findByRole('dialog', { name: 'Game Details' });
    fireEvent.click(await dialog().findByRole('button', { name: 'Edit' }));
    expect(field('Name').value).toBe('Friday Cup');
  });

  describe.each([
    ['the same', 'v1', 'Checked', false],
    ['another', 'v2', '', true],
  ])('a return to %s version', (_, version, reason, announced) => {
    it('the reason of an approval is only for the version that was reviewed', async () => {
      const needed = { funding_approval_needed: true };
      const server = createFakeServer(buildSettled({ ...needed, version: 'v1' }));
      const host = await openSettlement(server.responses);
      fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Checked' } });
      server.settlement = buildSettled({ ...needed, version });
      endSessionAndReturn(host);
      fireEvent.click(screen.getByLabelText('Prizes'));
      expect((await screen.findByLabelText<HTMLInputElement>(/^Reason/)).value).toBe(reason);
      expect(screen.queryByText('This was changed by someone else') !== null).toBe(announced);
    });

    it('the reason of an exclusion is only for the version that was shown', async () => {
      let shown = 'v1';
      const host = openAdmin([
        fakeResponse(getAdminParticipation, () => ({
          participation: buildParticipation({ version: shown }),
        })),
      ]);
      await openRecord(/^View Onion Bag/, 'Game Participation Details');
      press('Exclude from leaderboard');
      fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Checked' } });
      shown = version;
      endSessionAndReturn(host);
      const button = await screen.findByRole('button', { name: 'Exclude from leaderboard' });
      if (screen.queryByLabelText(/^Reason/) === null) fireEvent.click(button);
      expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe(reason);
    });
  });

  it('a form that follows another one in its place is kept as the current one', async () => {
    const host = openAdmin(createParticipationServer().responses);
    await openRecord(/^View Onion Bag/, 'Game Participation Details');
    press('Exclude from leaderboard');
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Two accounts' } });
    press('Exclude from leaderboard');
    fireEvent.click(await dialog().findByRole('button', { name: 'Include again' }));
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'One account' } });
    endSessionAndReturn(host);
    expect((await screen.findByLabelText<HTMLInputElement>(/^Reason/)).value).toBe('One account');
    expect(dialog().getByRole('button', { name: 'Include again' })).toBeTruthy();
  });

  it('the input is kept when the session ends while the wallet is locked', async () => {
    const host = openAdmin();
    await openRecord(/^Edit Friday Cup/, 'Edit Game', 'Games');
    type('Name', 'Saturday Cup');
    const unlocked = host.wallet.get();
    act(() => host.wallet.set({ status: 'disconnected', address: null }));
    act(() => host.wallet.set(unlocked));
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Saturday Cup');
    act(() => host.wallet.set({ status: 'disconnected', address: null }));
    endSessionAndReturn(host);
    act(() => host.wallet.set(unlocked));
    await openTab('Games');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Saturday Cup');
  });

  it('the input is kept when another wallet signs in without a sign-out in between', async () => {
    const host = openAdmin();
    await openRecord(/^Edit Friday Cup/, 'Edit Game', 'Games');
    type('Name', 'Saturday Cup');
    const other = fakeUser({ wallet_address: OTHER_ADMIN, isAdmin: true });
    act(() => host.session.set({ status: 'player', user: other }));
    act(() => host.navigate('/'));
    endSessionAndReturn(host);
    await openTab('Games');
    await screen.findByRole('dialog', { name: 'Edit Game' });
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Saturday Cup');
  });
});
