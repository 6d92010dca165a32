import { screen, within } from '@testing-library/react';
import { type MyLeague, myLeagues } from '@touchline/api/http/leagues';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, test } from 'vitest';
import { buildLeague, MATCH_CENTRE, signIn } from '../testing/match-centre.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';

const page = shellUnderTest();

/** Opens the home page of a user. Returns the texts of the list of leagues. */
async function open(...leagues: MyLeague[]) {
  signIn(page.server);
  page.server.responses = [...MATCH_CENTRE, fakeResponse(myLeagues, { leagues })];
  page.open();
  const list = within(await screen.findByRole('region', { name: /^Your leagues/ }));
  await list.findByText(leagues[0]?.name ?? 'Play against your friends');
  return list.getAllByRole('listitem').map(({ textContent }) => textContent);
}

test('leagues show rank and movement since the last gameweek', async () => {
  expect(
    await open(
      buildLeague(1, { rank: 2, previous_rank: 5 }),
      buildLeague(2, { rank: 1_300, previous_rank: 30 }),
      buildLeague(3, { rank: 2, previous_rank: 2 }),
      buildLeague(4, { rank: null, previous_rank: 3, members: 0 }),
    ),
  ).toEqual([
    'League 1Gameweek 124 members · 3up 3 since the last gameweek2nd',
    'League 2Gameweek 124 members · 1,270down 1,270 since the last gameweek1,300th',
    'League 3Gameweek 124 members2nd',
    'League 4Gameweek 12',
  ]);
});

test('created leagues come before automatic ones, four in all, without the league of everyone', async () => {
  const texts = await open(
    buildLeague(1, { automatic: 'CLUB' }),
    buildLeague(2, { automatic: 'EVERYONE' }),
    ...[3, 4, 5, 6].map((n) => buildLeague(n, n < 6 ? {} : { automatic: 'CLUB' })),
  );
  expect(texts.map((text) => text?.slice(0, 8))).toEqual(['League 3', 'League 4', 'League 5', 'League 1']);
});

test('a user without a created league reads how to create one', async () => {
  const texts = await open();
  expect(texts).toEqual(['Play against your friendsCreate a league and send the link.']);
});
