import { fireEvent, screen, within } from '@testing-library/react';
import type { LeagueMatch, LeagueRow, LeagueSide } from '@touchline/api/http/league-tables';
import { type League, type LeagueInvitation, type MyLeague, myLeagues } from '@touchline/api/http/leagues';
import {
  createFakeHost,
  FAKE_ADDRESS,
  type FakeHostOptions,
  fakeUser,
} from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
// Loads the lazy pages before the first test waits for one.
import '../leagues/JoinPage.tsx';
import '../leagues/LeaguePage.tsx';
import '../leagues/LeaguesPage.tsx';
import { buildGame, buildRow, fakeGameId, fakeWallet, NOW } from './build.ts';
import { openPage } from './open-page.tsx';

export const fakeLeagueId = (n: number) => fakeId(5, n);
export const CODE = '4KX9T2QM';

const FIELDS = {
  kind: 'CLASSIC',
  automatic: null,
  start_gameweek: 3,
  uses_coefficient: false,
  knock_out_gameweeks: 0,
  state: 'STARTED',
  members: 4,
  max_members: 100_000,
} as const;

/** League `n` of game 3, owned by the user. */
export const buildLeague = (n: number, fields: Partial<League> = {}): League => ({
  ...FIELDS,
  id: fakeLeagueId(n),
  name: `League ${n}`,
  game: buildGame(3, { last_gameweek: 38 }),
  code: CODE,
  owner: FAKE_ADDRESS,
  co_admins: [],
  can_manage: true,
  banned: [],
  created_at: '2026-08-01T10:00:00.000Z',
  ...fields,
});

export const buildMyLeague = (n: number, fields: Partial<MyLeague> = {}): MyLeague => ({
  ...FIELDS,
  id: fakeLeagueId(n),
  name: `League ${n}`,
  game_id: fakeGameId(3),
  game_name: 'Gameweek 3',
  rank: n,
  previous_rank: null,
  opponent: null,
  ...fields,
});

export const buildInvitation = (fields: Partial<LeagueInvitation> = {}): LeagueInvitation => ({
  ...FIELDS,
  id: fakeLeagueId(1),
  name: 'League 1',
  code: CODE,
  game: buildGame(3),
  owner: fakeWallet(9),
  ...fields,
});

/** Row of member `n`, with rank n and wallet n. */
export function buildLeagueRow(n: number, fields: Partial<LeagueRow> = {}): LeagueRow {
  const { participation_id, wallet_address, team_name, earned_points, gameweek_points } = buildRow(n);
  return {
    rank: n,
    previous_rank: null,
    participation_id,
    wallet_address,
    team_name,
    points: earned_points,
    gameweek_points,
    captain: null,
    played: 3,
    head_to_head: null,
    ...fields,
  };
}

const buildSide = (n: number, fields: Partial<LeagueSide> = {}): LeagueSide => {
  const { participation_id, wallet_address, team_name } = buildRow(n);
  return { participation_id, wallet_address, team_name, points: 40 + n, players_left: 2, ...fields };
};

export const buildMatch = (home: number, away: number, fields: Partial<LeagueMatch> = {}): LeagueMatch => ({
  gameweek: 3,
  knock_out_round: null,
  home: buildSide(home),
  away: buildSide(away),
  state: 'LIVE',
  winner: null,
  ...fields,
});

interface OpenOptions extends Omit<FakeHostOptions, 'responses'> {
  /** Navigation state. */
  state?: unknown;
}

/** Opens a page of leagues for a signed-in player, who is in no league by default. */
export function openLeagues(
  url: string,
  responses: FakeResponse[],
  { state, user = fakeUser(), ...options }: OpenOptions = {},
) {
  const none = fakeResponse(myLeagues, { leagues: [] });
  const host = createFakeHost({ now: () => NOW, user, ...options, responses: [none, ...responses] });
  openPage(host, url, state);
  return host;
}

/** Opens the settings on the page of a league. */
export async function openLeagueSettings() {
  fireEvent.click(await screen.findByRole('button', { name: 'Settings' }));
  return within(await screen.findByRole('dialog', { name: 'League settings' }));
}
