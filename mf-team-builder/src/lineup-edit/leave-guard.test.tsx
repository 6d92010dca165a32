import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { getParticipation } from '@touchline/api/http/entries';
import { FAKE_ADDRESS, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { KEPT_EDITS, keepLineup, removeUnsentLineups } from '@touchline/host/unsent-lineups';
import { describe, expect, it } from 'vitest';
import { participationId } from '../testing/fixtures.ts';
import { dialog, dialogGone, press } from '../testing/open-builder.tsx';
import { OTHER_WALLET } from '../testing/open-payment.tsx';
import { editTeam, id, openTeam, team, teamIsShown, waitForViewMode } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { kept } from '../testing/unsent-lineup.ts';

resetBetweenTests();

describe('leave guard', () => {
  /** Clicks a link like those in the header. */
  function clickLink(path: string) {
    const anchor = document.createElement('a');
    anchor.href = path;
    document.body.append(anchor);
    const clicked = fireEvent.click(anchor);
    anchor.remove();
    return clicked;
  }

  it('leaving with unsaved changes opens a dialog, then leaves or stays', async () => {
    const { host } = await editTeam(team());
    press('4-4-2');
    press('Back');
    expect(within(await dialog()).getByText('Leave without saving?')).toBeTruthy();
    press('Keep editing');
    await dialogGone();
    expect(host.visits).toEqual([]);
    expect(clickLink('/rankings')).toBe(false);
    await dialog();
    press('Leave');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/rankings' }]));
    act(() => host.navigate(`/team-view/${id}`));
    await waitForViewMode();
  });

  it('a reload with unsaved changes triggers the browser prompt', async () => {
    await editTeam(team());
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
    press('4-4-2');
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
    press('Cancel');
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  it('unsaved changes are kept while the user is signed out, once', async () => {
    const { host, saves } = await editTeam(team());
    async function signOutAndIn() {
      act(() => host.session.set({ status: 'guest', user: null }));
      await waitFor(() => expect(host.visits.at(-1)?.to).toBe('/'));
      act(() => host.session.set({ status: 'player', user: fakeUser() }));
      act(() => host.navigate(`/team-view/${id}`));
    }
    press('4-4-2');
    await signOutAndIn();
    expect(await screen.findByText('Unsaved changes')).toBeTruthy();
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([{ formation: '4-4-2' }]);
    await signOutAndIn();
    await teamIsShown();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('unsaved changes are not shown or saved for another wallet that signs in before their owner', async () => {
    let owned = true;
    const read = fakeResponse(getParticipation, () => {
      if (!owned) throw new TouchlineError('NOT_FOUND', 'There is no such team.');
      return { participation: team() };
    });
    const { host, saves } = await editTeam(team(), { responses: [read] });
    /** The shell resets the queries of the previous user. */
    async function signIn(wallet_address: string) {
      act(() => host.session.set({ status: 'guest', user: null }));
      await waitFor(() => expect(host.visits.at(-1)?.to).toBe('/'));
      owned = wallet_address === FAKE_ADDRESS;
      await host.queryClient.resetQueries();
      act(() => host.session.set({ status: 'player', user: { ...fakeUser(), wallet_address } }));
      act(() => host.navigate(`/team-view/${id}`));
    }
    press('4-4-2');
    await signIn(OTHER_WALLET);
    await screen.findByText('Team not found');
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await signIn(FAKE_ADDRESS);
    expect(await screen.findByText('Unsaved changes')).toBeTruthy();
    expect(saves).toEqual([]);
  });

  it('unsaved changes are kept when another wallet signs in without a sign-out in between', async () => {
    const { host } = await editTeam(team());
    press('4-4-2');
    async function switchTo(wallet_address: string) {
      act(() => host.session.set({ status: 'player', user: { ...fakeUser(), wallet_address } }));
      await host.queryClient.resetQueries();
      await screen.findByRole('heading', { level: 1, name: team().team_name });
    }
    await switchTo(OTHER_WALLET);
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await switchTo(FAKE_ADDRESS);
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
  });

  it('a sign-out that discards an unsent lineup discards the unsaved changes of its team', async () => {
    keepLineup(kept);
    const { host } = await openTeam(team());
    press('Edit Team');
    press('4-4-2');
    // As the shell does.
    act(() => removeUnsentLineups(FAKE_ADDRESS));
    act(() => host.session.set({ status: 'guest', user: null }));
    await waitFor(() => expect(host.visits.at(-1)?.to).toBe('/'));
    act(() => host.session.set({ status: 'player', user: fakeUser() }));
    act(() => host.navigate(`/team-view/${id}`));
    await teamIsShown();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('unsaved changes survive reloads in their tab, for their wallet and team only', async () => {
    const { host } = await editTeam(team());
    press('4-4-2');
    act(() => host.session.set({ status: 'guest', user: null }));
    await waitFor(() => expect(host.visits.at(-1)?.to).toBe('/'));
    /** Opens the team in a page that has just been loaded. */
    async function reload(options: Parameters<typeof openTeam>[1]) {
      cleanup();
      return openTeam(team(), options);
    }
    await reload({ user: { ...fakeUser(), wallet_address: OTHER_WALLET } });
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await reload({ at: participationId(2) });
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await reload({});
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    const { saves } = await reload({});
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    // Local storage would show them in other tabs, and replace the changes of those.
    expect(Object.keys(localStorage).filter((key) => key.startsWith(KEPT_EDITS))).toEqual([]);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith(KEPT_EDITS))).toHaveLength(1);
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([{ formation: '4-4-2', replaces: { formation: '3-4-3' } }]);
    await reload({});
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('leaving without changes opens no dialog', async () => {
    const { host } = await editTeam(team());
    press('Back');
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });
});
