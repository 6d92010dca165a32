import { fireEvent, screen } from '@testing-library/react';
import { keepLineup } from '@touchline/host/unsent-lineups';
import { expect, test } from 'vitest';
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

test.each([
  [['Rovers'], 'The lineup of Rovers has not been sent. Signing out discards it.'],
  [['Rovers', 'Rovers'], 'The lineups of Rovers have not been sent. Signing out discards them.'],
  [['Rovers', 'Park FC'], 'The lineups of Rovers and Park FC have not been sent. Signing out discards them.'],
])('signing out asks before it discards unsent lineups of %j', async (teams, question) => {
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
  fireEvent.click(await screen.findByRole('button', { name: /^Wallet 0x/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText(question)).toBeTruthy();
});
