import { fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { keepLineup, readUnsentLineups } from '@touchline/host/unsent-lineups';
import { describe, expect, test } from 'vitest';
import { signIn } from '../testing/match-centre.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';

const page = shellUnderTest();

const lineup = {
  formation: '4-4-2' as const,
  field_players: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  bench_players: [12, 13, 14, 15],
  captain_id: 10,
  vice_captain_id: 11,
};

/** Opens the wallet menu of a user who has an unsent lineup of each of these teams. */
async function openWith(teams: readonly string[]) {
  signIn(page.server);
  for (const [index, team_name] of teams.entries())
    keepLineup({
      wallet: ALICE_ADDRESS,
      participation_id: `6e8e7a51-2f39-4d1c-9f4e-00000000000${index}`,
      team_name,
      lineup,
      replaces: lineup,
      gameweek: 6,
      saved_at: Date.now() + index,
      failure: null,
    });
  page.open();
  await press(/^Wallet 0x/);
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const countUnsent = () => readUnsentLineups(ALICE_ADDRESS).length;

describe.each([
  ['Sign out', 'POST /auth/logout'],
  ['Sign out everywhere', 'POST /auth/logout-all'],
])('"%s"', (button, request) => {
  test.each([
    [['Rovers'], 'The lineup of Rovers has not been sent. Signing out discards it.'],
    [['Rovers', 'Rovers'], 'The lineups of Rovers have not been sent. Signing out discards them.'],
    [
      ['Rovers', 'Park FC'],
      'The lineups of Rovers and Park FC have not been sent. Signing out discards them.',
    ],
  ])('a sign-out asks before it discards unsent lineups of %j', async (teams, question) => {
    await openWith(teams);
    await press(button);
    expect(await screen.findByText(question)).toBeTruthy();
    expect([page.server.count(request), countUnsent()]).toEqual([0, teams.length]);
    await press('Discard and sign out');
    await screen.findByText('Connect your wallet to get started');
    await waitFor(() => expect([page.server.count(request), countUnsent()]).toEqual([1, 0]));
  });
});

test('the buttons of the wallet menu appear together, because a later one would move the others', async () => {
  await openWith([]);
  await screen.findByRole('button', { name: 'Browser wallet' });
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
});

test('signing out on the home page does not request the teams of the player again', async () => {
  const teams = 'GET /games/my-participations';
  await openWith([]);
  await waitFor(() => expect(page.server.finished).toContain(teams));
  await press('Sign out');
  await screen.findByText('Connect your wallet to get started');
  expect(page.server.count(teams)).toBe(1);
});

test('signing out moves the focus to the page, because the button disappears', async () => {
  await openWith([]);
  const button = await screen.findByRole('button', { name: 'Sign out' });
  button.focus();
  fireEvent.click(button);
  await screen.findByText('Connect your wallet to get started');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('another "Sign out everywhere" removes the error of the one before', async () => {
  const request = 'POST /auth/logout-all';
  page.server.fails.set(request, new TouchlineError('NETWORK_ERROR', '', { status: 0 }));
  await openWith([]);
  await press('Sign out everywhere');
  expect(await screen.findByText(/The server cannot be reached\./)).toBeTruthy();
  page.server.fails.delete(request);
  const release = page.server.hold(request);
  await press('Sign out everywhere');
  await waitFor(() => expect(screen.queryByText(/The server cannot be reached\./)).toBeNull());
  release();
  await screen.findByText('Connect your wallet to get started');
});

test('a failed "Sign out everywhere" keeps unsent lineups', async () => {
  page.server.fails.set('POST /auth/logout-all', new TouchlineError('NETWORK_ERROR', '', { status: 0 }));
  await openWith(['Rovers']);
  await press('Sign out everywhere');
  await press('Discard and sign out');
  expect(await screen.findByText(/The server cannot be reached\./)).toBeTruthy();
  expect([page.server.count('POST /auth/logout-all'), countUnsent()]).toEqual([1, 1]);
});
