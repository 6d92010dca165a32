import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { myLeagues } from '@touchline/api/http/leagues';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeGameId } from '../testing/build.ts';
import { buildMyLeague, openLeagues } from '../testing/leagues.ts';
import { getCurrentUrl } from '../testing/open-page.tsx';

afterEach(cleanup);

async function openInvitation(text: string) {
  fireEvent.change(await screen.findByLabelText('Have a code?'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Open the invitation' }));
}

describe('leagues of a player', () => {
  it('leagues are grouped by game with rank and movement, and automatic ones are marked', async () => {
    const leagues = [
      buildMyLeague(1, { automatic: 'EVERYONE', name: 'Everyone', code: null } as never),
      buildMyLeague(2, { rank: 2, previous_rank: 5 }),
      buildMyLeague(3, { game_id: fakeGameId(4), game_name: 'Gameweek 4', state: 'OPEN', rank: null }),
      buildMyLeague(4, { game_id: fakeGameId(2), game_name: 'Gameweek 2', state: 'FINISHED', rank: null }),
    ];
    openLeagues('/leagues', [fakeResponse(myLeagues, { leagues })]);
    const list = await screen.findByRole('list', { name: 'Leagues of Gameweek 3' });
    const [own, automatic] = within(list).getAllByRole('listitem');
    expect(own?.textContent).toContain('League 2');
    expect(own?.textContent).toContain('2nd');
    expect(own?.textContent).toContain('Up 3 since the last gameweek');
    expect(automatic?.textContent).toContain('Automatic');
    expect(screen.getByRole('list', { name: 'Leagues of Gameweek 4' }).textContent).toContain(
      'Starts in gameweek 3',
    );
    expect(screen.getByRole('list', { name: 'Leagues of Gameweek 2' }).textContent).toMatch(/No rank$/);
  });

  it('the field for a code appears with the list, which would push it down', async () => {
    const { promise: held, resolve: respond } = deferred();
    openLeagues('/leagues', [
      fakeResponse(myLeagues, async () => {
        await held;
        return { leagues: [buildMyLeague(2, { rank: 4 })] };
      }),
    ]);
    await screen.findByRole('status', { name: 'Loading your leagues' });
    expect(screen.queryByLabelText('Have a code?')).toBeNull();
    respond();
    expect(await screen.findByText('4th')).toBeTruthy();
    expect(screen.getByLabelText('Have a code?')).toBeTruthy();
  });

  it('the number of members of an automatic league is shown once its standings are loaded', async () => {
    let members = 0;
    const host = openLeagues('/leagues', [
      fakeResponse(myLeagues, () => ({
        leagues: [buildMyLeague(2, { automatic: 'EVERYONE', max_members: null, members })],
      })),
    ]);
    expect(await screen.findByText('Classic')).toBeTruthy();
    members = 9;
    act(() => host.emit({ topic: 'leaderboard', game_id: fakeGameId(3), gameweek: 3 }));
    expect(await screen.findByText('Classic, 9 members')).toBeTruthy();
  });

  it('the list reloads when a leaderboard changes', async () => {
    let rank = 4;
    const host = openLeagues('/leagues', [
      fakeResponse(myLeagues, () => ({ leagues: [buildMyLeague(2, { rank })] })),
    ]);
    expect(await screen.findByText('4th')).toBeTruthy();
    rank = 1;
    act(() => host.emit({ topic: 'leaderboard', game_id: fakeGameId(3), gameweek: 3 }));
    expect(await screen.findByText('1st')).toBeTruthy();
  });

  it('a player without a team is sent to the games', async () => {
    openLeagues('/leagues', [fakeResponse(myParticipations, { participations: [] })]);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Create a league' }))[0] as HTMLElement);
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a game' }));
    expect(getCurrentUrl()).toBe('/choose-game');
  });

  it('a wrong code of an invitation is explained', async () => {
    openLeagues('/leagues', [], { user: null });
    await openInvitation('123');
    expect(screen.getByText(/^A code has 8 letters and digits/)).toBeTruthy();
    await openInvitation('4kx9-t2qm');
    await waitFor(() => expect(getCurrentUrl()).toBe('/leagues/join/4KX9T2QM'));
  });

  it('a pasted link opens the invitation like its code', async () => {
    openLeagues('/leagues', [], { user: null });
    await openInvitation(' https://touchline.example/leagues/join/4KX9T2QM ');
    await waitFor(() => expect(getCurrentUrl()).toBe('/leagues/join/4KX9T2QM'));
  });

  it('a failed list can be loaded again, and an invitation opened', async () => {
    openLeagues('/leagues', [
      fakeResponse(myLeagues, () => {
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'down');
      }),
    ]);
    expect(await screen.findByText('Failed to load your leagues')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
    await openInvitation('4KX9T2QM');
    await waitFor(() => expect(getCurrentUrl()).toBe('/leagues/join/4KX9T2QM'));
  });
});
