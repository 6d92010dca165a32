import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { updateAdminGame } from '@touchline/api/http/admin-games';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN, buildGame, openAdmin, openTab } from '../testing/open-admin.tsx';
import { dialog, field, openRecord, press, type } from '../testing/open-dialog.tsx';

const OTHER_ADMIN = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
afterEach(cleanup);

describe('a session that ends while a dialog is open', () => {
  const ADMIN_USER = fakeUser({ wallet_address: ADMIN, isAdmin: true });
  const END = { status: 'guest', user: null } as const;
  type Host = ReturnType<typeof openAdmin>;
  /** Ends the session, as the shell does: on the home page. Then an admin signs in and returns. */
  function endSessionAndReturn(host: Host, user = ADMIN_USER) {
    act(() => host.session.set(END));
    act(() => host.navigate('/'));
    act(() => host.session.set({ status: 'player', user }));
    act(() => host.navigate('/admin'));
  }

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
});
