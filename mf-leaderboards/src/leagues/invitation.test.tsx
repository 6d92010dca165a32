import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { leagueTable } from '@touchline/api/http/league-tables';
import { getLeague } from '@touchline/api/http/leagues';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildLeague, CODE, fakeLeagueId, openLeagues } from '../testing/leagues.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openInvitation() {
  openLeagues(`/leagues/${fakeLeagueId(1)}`, [
    fakeResponse(getLeague, { league: buildLeague(1) }),
    fakeResponse(leagueTable, {
      rows: [],
      total: 0,
      me: null,
      gameweek: 3,
      updated_at: '2026-08-15T14:00:00.000Z',
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Invite friends' }));
  return within(await screen.findByRole('dialog', { name: 'Invite friends' }));
}

describe('invitation', () => {
  it('the invitation has a link, a code, a QR code and the share menu of the device', async () => {
    const shared: unknown[] = [];
    vi.stubGlobal('navigator', { share: (value: unknown) => Promise.resolve(void shared.push(value)) });
    const dialog = await openInvitation();
    const url = `${window.location.origin}/leagues/join/${CODE}`;
    expect(dialog.getByText(url)).toBeTruthy();
    expect(dialog.getByText('4KX9-T2QM')).toBeTruthy();
    expect(dialog.getByRole('img', { name: 'QR code of the invitation' })).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Share the invitation' }));
    await waitFor(() => expect(shared).toEqual([expect.objectContaining({ url })]));
  });

  it('a copied link is announced', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
    const dialog = await openInvitation();
    fireEvent.click(dialog.getByRole('button', { name: 'Copy link' }));
    expect(await dialog.findByText('Link copied', { selector: '[role="status"]' })).toBeTruthy();
  });
});
