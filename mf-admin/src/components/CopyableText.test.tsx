import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listAdminParticipations } from '@touchline/api/http/admin-entries';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildParticipation, openAdmin } from '../testing/open-admin.tsx';

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => logged.mockClear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('copy buttons', () => {
  it('ADMIN-23 the table copies full ids and wallets, and shows "Copied" for two seconds', async () => {
    const rows = [buildParticipation(), buildParticipation({ id: '00000002-0000-4000-8000-000000000002' })];
    openAdmin([fakeResponse(listAdminParticipations, { participations: rows, total: 2 })]);
    await screen.findAllByText('Onion Bag');
    const writeText = vi.spyOn(window.navigator.clipboard, 'writeText').mockResolvedValue();
    vi.useFakeTimers();
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    fireEvent.click(screen.getAllByRole('button', { name: 'Copy wallet address' })[0]!);
    expect(writeText).toHaveBeenCalledWith(rows[0]?.wallet_address);
    await pass(0);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(screen.getByText('Copied', { selector: '[role="status"]' })).toBeTruthy();
    await pass(1_999);
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeTruthy();
    await pass(1);
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull();
    vi.useRealTimers();
    fireEvent.click(screen.getAllByRole('button', { name: 'Copy id' })[1]!);
    expect(writeText).toHaveBeenLastCalledWith(rows[1]?.id);
  });

  it('ADMIN-23 the dialog copies the full id and wallet', async () => {
    openAdmin();
    fireEvent.click(await screen.findByRole('button', { name: 'View Onion Bag' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Game Participation Details' }));
    const writeText = vi.spyOn(window.navigator.clipboard, 'writeText').mockResolvedValue();
    const { id, wallet_address } = buildParticipation();
    for (const [label, value] of [
      ['id', id],
      ['wallet address', wallet_address],
    ]) {
      fireEvent.click(await dialog.findByRole('button', { name: `Copy ${label}` }));
      expect(writeText).toHaveBeenLastCalledWith(value);
      expect(await dialog.findAllByRole('button', { name: 'Copied' })).toBeTruthy();
    }
  });

  it('ADMIN-32 a failed copy is shown and logged', async () => {
    const denied = new DOMException('Not allowed', 'NotAllowedError');
    vi.spyOn(window.navigator.clipboard, 'writeText').mockRejectedValue(denied);
    openAdmin();
    fireEvent.click(await screen.findByRole('button', { name: 'Copy wallet address' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to copy text');
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Failed to copy text', denied));
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull();
  });
});
