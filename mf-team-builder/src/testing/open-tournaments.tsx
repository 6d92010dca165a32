import { screen, within } from '@testing-library/react';
import { canJoin, type Game, type JoinReason } from '@touchline/api/http/games';
import { createFakeHost, type FakeHostOptions, fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildGame, inHours, NOW } from './fixtures.ts';
import { openPage } from './open-page.tsx';
import { createGamesResponse, noTeams } from './responses.ts';

/** Builds tournament `n`, which starts in `starts` hours. */
export function buildTournament(n: number, starts: number, fields: Partial<Game> = {}): Game {
  return buildGame(n, starts, {
    game_type: 'TOURNAMENT',
    name: `Cup ${n}`,
    entry_fee: '1000',
    end_time: inHours(starts + 30),
    join_opens_at: inHours(starts - 2),
    join_deadline: inHours(starts + 1),
    current_participants: 7,
    max_participants: 20,
    description: 'All matches of gameweek 3 that kick off at the start time or later. Up to 20 teams.',
    ...fields,
  });
}

interface OpenTournaments {
  responses?: FakeResponse[];
  host?: FakeHostOptions;
  state?: unknown;
  /** Path; default `/tournament-select`. */
  at?: string;
  eligibility?: () => JoinReason | null;
}

/** Opens the tournament list, by default with the navigation state of the chooser. */
export function openTournaments(
  games: readonly Game[],
  {
    responses = [],
    host: options,
    state = { gameMode: 'tournament' },
    at = '/tournament-select',
    eligibility,
  }: OpenTournaments = {},
) {
  const { response, requests } = createGamesResponse(games);
  const host = createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    ...options,
    responses: [
      response,
      noTeams,
      fakeResponse(canJoin, () => ({ canJoin: true, reason: '', code: eligibility?.() ?? null })),
      ...responses,
    ],
  });
  openPage(host, at, state);
  return { host, requests };
}

export const admin = { user: fakeUser({ isAdmin: true }) };
export const tournamentCards = async () =>
  within(await screen.findByRole('list', { name: 'Tournaments' })).getAllByRole('listitem');
export const tournamentCard = async (name: string) => {
  const card = (await tournamentCards()).find((each) => within(each).queryByRole('heading', { name }));
  if (!card) throw new Error(`${name} is not listed`);
  return card;
};
export const joinButton = async (name: string) =>
  [...(await tournamentCard(name)).querySelectorAll('button')].at(-1) as HTMLButtonElement;
