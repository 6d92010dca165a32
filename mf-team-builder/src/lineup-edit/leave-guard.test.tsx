import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { describe, expect, it } from 'vitest';
import { dialog, dialogGone, press } from '../testing/open-builder.tsx';
import { editTeam, id, team, teamIsShown, waitForViewMode } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

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

  it('leaving without changes opens no dialog', async () => {
    const { host } = await editTeam(team());
    press('Back');
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });
});
