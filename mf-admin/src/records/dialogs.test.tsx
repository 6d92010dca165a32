import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import {
  cancelAdminGame,
  getAdminGame,
  listAdminGames,
  updateAdminGame,
} from '@touchline/api/http/admin-games';
import { getAdminStake, updateAdminStake } from '@touchline/api/http/admin-stakes';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { adminKey } from '../admin.queries.ts';
import { ADMIN, buildGame, buildStake, openAdmin } from '../testing/open-admin.tsx';
import { dialog, expectClosed, field, listInputs, openRecord, press, type } from '../testing/open-dialog.tsx';

afterEach(cleanup);

describe('stake and game dialogs', () => {
  it('ADMIN-22 ADMIN-29 a staking record has four fields, and a date that differs by seconds counts as unchanged', async () => {
    const bodies: unknown[] = [];
    openAdmin([
      fakeResponse(updateAdminStake, ({ body }) => {
        bodies.push(body);
        return { stakingRecord: buildStake({ version: 'v2', ...(body as object) }) };
      }),
    ]);
    await openRecord(/^View stake/, 'Staking Record Details', 'Staking Records');
    press('Edit');
    await screen.findByRole('dialog', { name: 'Edit Staking Record' });
    expect(listInputs()).toEqual(['amount', 'lock_start_date', 'lock_end_date', 'is_active']);
    type('Amount', '3000.10');
    press('Status');
    expect(dialog().getByRole('button', { name: 'Status' }).textContent).toBe('Inactive');
    const start = field('Start Date').value;
    type('Start Date', '2026-09-02T10:00');
    type('Start Date', start);
    press('Save Changes');
    await screen.findByRole('dialog', { name: 'Staking Record Details' });
    expect(bodies).toEqual([{ amount: '3000.10', is_active: false }]);
  });

  it('ADMIN-20 the tokens of a staking record are shown as FT, the transferred ones with all decimals', async () => {
    const stakingRecord = buildStake({ transferred: '2500.505' });
    openAdmin([fakeResponse(getAdminStake, { stakingRecord })]);
    await openRecord(/^View stake/, 'Staking Record Details', 'Staking Records');
    expect(dialog().getByText('Transferred').nextElementSibling?.textContent).toBe('2,500.505 FT');
    expect(dialog().getByText('2,500.5 FT').title).toBe('2,500.5 FT');
  });

  it('ADMIN-22 ADMIN-30 a game has six fields and accepts any status', async () => {
    const bodies: unknown[] = [];
    openAdmin([
      fakeResponse(updateAdminGame, ({ body }) => {
        bodies.push(body);
        return { game: buildGame({ version: 'v2', ...(body as object) }) };
      }),
    ]);
    await openRecord(/^View Friday Cup/, 'Game Details', 'Games');
    press('Edit');
    await screen.findByRole('dialog', { name: 'Edit Game' });
    expect(listInputs()).toEqual(['name', 'game_type', 'status', 'entry_fee', 'start_time', 'end_time']);
    type('Status', 'COMPLETED');
    press('Save Changes');
    await screen.findByRole('dialog', { name: 'Game Details' });
    press('Edit');
    type('Status', 'UPCOMING');
    type('Entry Fee', '0.000000000000000001');
    press('Save Changes');
    await screen.findByRole('dialog', { name: 'Game Details' });
    expect(bodies).toEqual([
      { status: 'COMPLETED' },
      { status: 'UPCOMING', entry_fee: '0.000000000000000001' },
    ]);
  });

  it.each([
    ['staking record', 'Staking Records', /^Edit stake/, 'Amount', '3000', updateAdminStake],
    ['game', 'Games', /^Edit Friday Cup/, 'Name', 'Saturday Cup', updateAdminGame],
  ] as const)(
    'ADMIN-32 a failed save of a %s is shown and logged, and keeps its input',
    async (noun, tab, edit, label, text, endpoint) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      const error = new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is unavailable.');
      openAdmin([
        fakeResponse(endpoint as typeof updateAdminGame, () => {
          throw error;
        }),
      ]);
      const titles = { 'Staking Records': 'Edit Staking Record', Games: 'Edit Game' };
      await openRecord(edit, titles[tab], tab);
      type(label, text);
      press('Save Changes');
      expect(await dialog().findByText(`Error updating ${noun}`)).toBeTruthy();
      expect(dialog().getByText('The service is unavailable.')).toBeTruthy();
      expect(logged).toHaveBeenCalledWith(
        `Error updating ${noun}`,
        expect.objectContaining({ code: error.code }),
      );
      expect(field(label).value).toBe(text);
      logged.mockRestore();
    },
  );

  it('a rejected time of a game is explained with the name of its field', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const details = [{ path: 'end_time', message: 'must be after the start' }];
    openAdmin([
      fakeResponse(updateAdminGame, () => {
        throw new TouchlineError('VALIDATION_FAILED', 'end_time: must be after the start', { details });
      }),
    ]);
    await openRecord(/^Edit Friday Cup/, 'Edit Game', 'Games');
    type('Start Time', '');
    press('Save Changes');
    expect(await dialog().findByText('Start Time must be a date and a time')).toBeTruthy();
    type('Start Time', '2026-09-02T10:00');
    press('Save Changes');
    expect(await dialog().findByText('End Time must be after the start')).toBeTruthy();
    expect(dialog().getByText('End Time must be after the start.')).toBeTruthy();
    type('Start Time', '');
    press('Save Changes');
    expect(await dialog().findByText('Start Time must be a date and a time')).toBeTruthy();
    await waitFor(() => expect(dialog().queryByText(/must be after the start/)).toBeNull());
    logged.mockRestore();
  });

  it('a field shows its first problem', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const messages = ['must not be in the future', 'must keep the end after the start'];
    const details = messages.map((message) => ({ path: 'lock_start_date', message }));
    openAdmin([
      fakeResponse(updateAdminStake, () => {
        throw new TouchlineError('VALIDATION_FAILED', 'lock_start_date: must not be in the future', {
          details,
        });
      }),
    ]);
    await openRecord(/^Edit stake/, 'Edit Staking Record', 'Staking Records');
    type('Amount', '1,000');
    press('Save Changes');
    expect(await dialog().findByText('Amount must be an amount with at most 18 decimals')).toBeTruthy();
    type('Amount', '1000');
    type('Start Date', '2030-01-01T00:00');
    press('Save Changes');
    expect(await dialog().findByText('Start Date must not be in the future')).toBeTruthy();
    logged.mockRestore();
  });

  it('a failed reload of a game is shown above the edit form, which keeps its input', async () => {
    let isDown = false;
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const host = openAdmin([
      fakeResponse(getAdminGame, () => {
        if (isDown) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is unavailable.');
        return { game: buildGame() };
      }),
    ]);
    await openRecord(/^Edit Friday Cup/, 'Edit Game', 'Games');
    type('Name', 'Saturday Cup');
    isDown = true;
    await host.queryClient.invalidateQueries({ queryKey: adminKey() });
    expect(await dialog().findByText('Failed to load game')).toBeTruthy();
    expect(field('Name').value).toBe('Saturday Cup');
    isDown = false;
    press('Try Again');
    await waitFor(() => expect(dialog().queryByText('Failed to load game')).toBeNull());
    expect(field('Name').value).toBe('Saturday Cup');
    logged.mockRestore();
  });

  it('a dialog that is closed during a save stays closed', async () => {
    let lists = 0;
    const { promise: held, resolve: release } = deferred();
    openAdmin([
      fakeResponse(listAdminGames, () => {
        lists += 1;
        return { games: [buildGame()], total: 1 };
      }),
      fakeResponse(updateAdminGame, async ({ body }) => {
        await held;
        return { game: buildGame({ version: 'v2', ...(body as object) }) };
      }),
    ]);
    await openRecord(/^Edit Friday Cup/, 'Edit Game', 'Games');
    type('Name', 'Saturday Cup');
    press('Save Changes');
    press('Close');
    press('Discard changes');
    await expectClosed();
    const loaded = lists;
    release();
    await waitFor(() => expect(lists).toBeGreaterThan(loaded));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the edit form of a game shows the refunds due before it cancels the game', async () => {
    openAdmin();
    await openRecord(/^Edit Friday Cup/, 'Edit Game', 'Games');
    const findWarning = () => dialog().queryByText(/^2 refunds will be due, 2,000 FT in total\./);
    type('Status', 'COMPLETED');
    expect(findWarning()).toBeNull();
    type('Status', 'CANCELLED');
    expect(dialog().getByText("This can't be undone")).toBeTruthy();
    expect(findWarning()).toBeTruthy();
  });

  it('a game with final results offers no cancellation', async () => {
    openAdmin([
      fakeResponse(getAdminGame, { game: buildGame({ settlement: 'FINAL', status: 'COMPLETED' }) }),
    ]);
    await openRecord(/^View Friday Cup/, 'Game Details', 'Games');
    expect(dialog().getByText('FINAL')).toBeTruthy();
    expect(dialog().queryByRole('button', { name: 'Cancel game' })).toBeNull();
  });

  it('the game dialog shows the refunds due before it cancels the game', async () => {
    let lists = 0;
    const reasons: unknown[] = [];
    const host = openAdmin([
      fakeResponse(listAdminGames, () => {
        lists += 1;
        return { games: [buildGame()], total: 1 };
      }),
      fakeResponse(cancelAdminGame, ({ body }) => {
        reasons.push(body);
        const game = buildGame({ status: 'CANCELLED', cancelled_by: ADMIN, version: 'v2' });
        return { game, refunds: 2, refund_total: '2000' };
      }),
    ]);
    await openRecord(/^View Friday Cup/, 'Game Details', 'Games');
    press('Cancel game');
    expect(dialog().getByText(/^2 refunds will be due, 2,000 FT in total\./)).toBeTruthy();
    fireEvent.change(dialog().getByRole('textbox', { name: /Reason/ }), { target: { value: 'Snow' } });
    press('Cancel game permanently');
    expect(await dialog().findByText('Permanently cancelled')).toBeTruthy();
    expect(reasons).toEqual([{ reason: 'Snow' }]);
    expect(host.notices.at(-1)).toMatchObject({ message: '2 refunds due: 2,000 FT.' });
    await waitFor(() => expect(lists).toBeGreaterThan(1));
  });
});
