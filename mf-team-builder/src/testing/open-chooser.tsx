import { screen, within } from '@testing-library/react';
import { canJoin, type Game } from '@touchline/api/http/games';
import {
  createFakeHost,
  FAKE_CONFIG,
  type FakeHostOptions,
  fakeUser,
} from '@touchline/host/testing/fake-host';
import { fakePrizes } from '@touchline/host/testing/fake-objects';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildGame, inHours, NOW } from './fixtures.ts';
import { openPage } from './open-page.tsx';
import { createGamesResponse, noTeams } from './responses.ts';

const wei = (tokens: number) => `${tokens}${'0'.repeat(18)}`;

export const season = (fields: Partial<Game> = {}) =>
  buildGame(90, 24, {
    game_type: 'SEASON',
    name: 'Season 2026/27',
    entry_fee: '500',
    end_time: inHours(24 * 270),
    prizes: fakePrizes({
      token: { address: FAKE_CONFIG.token.address, symbol: 'FOOTBALL', decimals: 18 },
      guarantee: wei(200_000),
      pool: wei(200_000),
      first_prize: wei(130_000),
      places_paid: 2,
      table: [
        { from: 1, to: 1, amount: wei(130_000) },
        { from: 2, to: 2, amount: wei(70_000) },
      ],
    }),
    ...fields,
  });
export const tournament = (starts: number, fields: Partial<Game> = {}) =>
  buildGame(80, starts, { game_type: 'TOURNAMENT', name: 'Friday Night Cup', entry_fee: '1000', ...fields });

const canJoinResponse = fakeResponse(canJoin, { canJoin: true, reason: '', code: null });
const FREE_GAMES_ONLY = {
  ...FAKE_CONFIG,
  features: { tournaments: false, paid_games: false, staking: true },
};
export const ALL_FEATURES = {
  host: { config: { ...FAKE_CONFIG, features: { tournaments: true, paid_games: true, staking: true } } },
};

/** Opens the chooser for some games, by default without tournaments and paid games. */
export function openChooser(
  games: Game[],
  options: { responses?: FakeResponse[]; host?: FakeHostOptions } = {},
) {
  const { response, requests } = createGamesResponse(games);
  const host = createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    config: FREE_GAMES_ONLY,
    ...options.host,
    responses: [response, noTeams, ...(options.responses ?? [canJoinResponse])],
  });
  openPage(host, '/choose-game');
  return { host, requests };
}

export const gameCards = async () =>
  within(await screen.findByRole('list', { name: 'Games' })).getAllByRole('listitem');
export const findCard = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('li') as HTMLElement);
};
/** Finds the button at the bottom of a card. */
export const findActionButton = async (title: string) =>
  (await findCard(title)).getAllByRole<HTMLButtonElement>('button').at(-1) as HTMLButtonElement;
