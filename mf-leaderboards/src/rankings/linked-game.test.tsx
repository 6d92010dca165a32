import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { getGame, listGames } from '@touchline/api/http/games';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildGame, fakeGameId } from '../testing/build.ts';
import { getCurrentUrl } from '../testing/open-page.tsx';
import { findRows, openRankings, RUNNING, recordLeaderboard } from '../testing/open-rankings.tsx';

afterEach(cleanup);

describe('link to the rankings of a game', () => {
  it('a link with only a game opens the section of that game', async () => {
    const cup = buildGame(9, { game_type: 'TOURNAMENT', name: 'Spring Cup' });
    const { requests, response } = recordLeaderboard();
    const cups = fakeResponse(listGames, ({ query }) => {
      const list = query.game_type === 'TOURNAMENT' ? [cup] : [RUNNING];
      return { games: list, total: list.length };
    });
    openRankings([response, cups, fakeResponse(getGame, { game: cup })], { at: `/rankings?game=${cup.id}` });
    await waitFor(() => expect(getCurrentUrl()).toBe(`/rankings?section=tournaments&game=${cup.id}`));
    await waitFor(() => expect(requests.at(-1)?.params.id).toBe(cup.id));
  });

  it('a linked game that fails to load can be loaded again, and no other game is shown', async () => {
    const old = buildGame(1, { name: 'Gameweek 1', status: 'COMPLETED' });
    let isDown = true;
    const linked = fakeResponse(getGame, () => {
      if (isDown) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'down');
      return { game: old };
    });
    const { requests, response } = recordLeaderboard();
    openRankings([response, linked], { at: `/rankings?game=${old.id}` });
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await findRows();
    expect(new Set(requests.map(({ params }) => params.id))).toEqual(new Set([old.id]));
  });

  it.each(['NOT_FOUND', 'VALIDATION_FAILED'] as const)(
    'a linked game whose request fails with %s does not exist, and no other game is shown',
    async (code) => {
      const missing = fakeResponse(getGame, () => {
        throw new TouchlineError(code, 'no');
      });
      const { requests, response } = recordLeaderboard();
      openRankings([response, missing], { at: `/rankings?game=${fakeGameId(1)}` });
      expect(await screen.findByText('No such game')).toBeTruthy();
      expect(screen.queryByRole('combobox', { name: 'Game' })).toBeNull();
      expect(requests).toEqual([]);
      fireEvent.click(screen.getByRole('button', { name: 'See all games' }));
      await waitFor(() => expect(getCurrentUrl()).toBe('/choose-game'));
    },
  );
});
