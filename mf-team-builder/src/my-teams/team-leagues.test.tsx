import { screen, within } from '@testing-library/react';
import { myParticipations } from '@touchline/api/http/entries';
import { type MyLeague, myLeagues } from '@touchline/api/http/leagues';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, it } from 'vitest';
import { buildGame, buildParticipation, NOW } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

const running = buildParticipation(3, { game: buildGame(3, -1) });
const done = buildParticipation(1, { game: buildGame(1, -100, { settlement: 'FINAL' }) });

const buildLeague = (n: number, fields: Partial<MyLeague> = {}): MyLeague => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  game_id: running.game.id,
  game_name: running.game.name,
  name: `League ${n}`,
  kind: 'CLASSIC',
  automatic: null,
  members: 4,
  state: 'STARTED',
  start_gameweek: 3,
  uses_coefficient: false,
  knock_out_gameweeks: 0,
  max_members: null,
  rank: n,
  previous_rank: n,
  opponent: null,
  ...fields,
});

function open(reply: { leagues: MyLeague[] } | Promise<{ leagues: MyLeague[] }>) {
  const responses = [
    fakeResponse(myParticipations, { participations: [running, done] }),
    fakeResponse(myLeagues, () => reply),
  ];
  openPage(createFakeHost({ user: fakeUser(), now: () => NOW, responses }), '/my-team');
}

const findLeagues = () => screen.findByRole('navigation', { name: `Leagues of ${running.game.name}` });

resetBetweenTests();

it('a card lists four leagues of its game with rank and movement, without automatic ones', async () => {
  const others = [4, 5, 6, 7].map((n) => buildLeague(n));
  const leagues = [
    buildLeague(1, { automatic: 'EVERYONE' }),
    buildLeague(2, { game_id: done.game.id }),
    buildLeague(3, { rank: 2, previous_rank: 5 }),
    ...others,
  ];
  open({ leagues });
  const list = await findLeagues();
  await within(list).findByRole('link', { name: 'League 3' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    'League 32nd 3up 3 since the last gameweek',
    'League 44th ',
    'League 55th ',
    'League 66th ',
    'All leagues',
  ]);
  expect(within(list).getByRole('link', { name: 'League 3' }).getAttribute('href')).toMatch(
    /\/leagues\/0.*3$/,
  );
});

it('a card shows a fall in a league, and no rank before the league starts', async () => {
  open({
    leagues: [
      buildLeague(1, { rank: 4, previous_rank: 1 }),
      buildLeague(2, { rank: null, previous_rank: null }),
    ],
  });
  const list = await findLeagues();
  await within(list).findByRole('link', { name: 'League 1' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    'League 14th 3down 3 since the last gameweek',
    'League 2',
    'All leagues',
  ]);
});

it('a card without leagues offers them once the list has loaded, while its game is not over', async () => {
  let respond = () => {};
  open(
    new Promise((done) => {
      respond = () => done({ leagues: [] });
    }),
  );
  expect((await findLeagues()).textContent).toBe('All leagues');
  respond();
  const link = await screen.findByRole('link', { name: 'Play against friends in a league' });
  expect(link.getAttribute('href')).toBe('/leagues');
  expect(screen.queryByRole('navigation', { name: `Leagues of ${done.game.name}`, hidden: true })).toBeNull();
});
