import { screen, within } from '@testing-library/react';
import { listGames } from '@touchline/api/http/games';
import { answer, type FakeAnswer } from '@touchline/host/testing/fake-answers';
import { createFakeHost, type FakeHostOptions } from '@touchline/host/testing/fake-host';
import { buildGame } from './build.ts';
import { openPage } from './open-page.tsx';

/** The weekly game that runs. */
export const RUNNING = buildGame(3);

/** Opens the rankings of the running weekly game; there is no other game. */
export function openRankings(
  answers: FakeAnswer[],
  { at = '/rankings', ...options }: Omit<FakeHostOptions, 'answers'> & { at?: string } = {},
) {
  const games = answer(listGames, ({ query }) => ({
    games: query.game_type === 'WEEKLY' ? [RUNNING] : [],
    total: 1,
  }));
  const host = createFakeHost({ ...options, answers: [games, ...answers] });
  openPage(host, at);
  return host;
}

/** The rows of the standings, without their head. */
export async function standingRows(): Promise<HTMLElement[]> {
  const table = await screen.findByRole('table');
  return within(table).getAllByRole('row').slice(1);
}
