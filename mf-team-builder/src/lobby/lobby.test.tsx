import { fireEvent, screen, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { listGames } from '@touchline/api/http/games';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { formatDayTime } from '@touchline/ui/format';
import { describe, expect, it } from 'vitest';
import { buildGame, inHours } from '../testing/fixtures.ts';
import { ALL_FEATURES, openChooser, season, tournament } from '../testing/open-chooser.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

const findLobby = async () => within(await screen.findByRole('list', { name: 'All games' }));

describe('lobby of the chooser', () => {
  it('the lobby lists fee, start, prizes and seats of each game', async () => {
    openChooser([season(), buildGame(3), tournament(24, { max_participants: 20 })], ALL_FEATURES);
    const lobby = await findLobby();
    const cup = within(lobby.getByRole('link', { name: 'Friday Night Cup' }).closest('li') as HTMLElement);
    expect(cup.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'PrizeGuaranteed',
      'First prize',
      'Places paid',
      'Lowest prize',
      'Entry',
      'Starts',
    ]);
    expect(cup.getByText('70 WLD')).toBeTruthy();
    expect(cup.getByText(/of 20 teams/).textContent).toBe('3 of 20 teams');
    expect(lobby.getAllByRole('listitem')).toHaveLength(3);
  });

  it('the lobby shows that a game has started', async () => {
    openChooser([buildGame(3, -1)]);
    const lobby = await findLobby();
    expect(lobby.getByText('Started').nextSibling?.textContent).toBe(formatDayTime(inHours(-1)));
    expect(lobby.queryByText('Starts')).toBeNull();
  });

  it('a filter leaves only the fitting games, and can be removed', async () => {
    openChooser([season(), buildGame(3)], ALL_FEATURES);
    await findLobby();
    fireEvent.change(screen.getByLabelText(/^Entry fee/), { target: { value: 'free' } });
    expect((await findLobby()).getAllByRole('listitem')).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('Size'), { target: { value: 'small' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Show all games' }));
    expect((await findLobby()).getAllByRole('listitem')).toHaveLength(2);
  });

  it('without any games, the lobby says so and offers no button that removes filters', async () => {
    openChooser([]);
    expect(await screen.findByText('No games right now')).toBeTruthy();
    expect(screen.queryByText('No games match')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show all games' })).toBeNull();
  });

  it('the lobby shows an error if the running games failed to load, and "Try Again" loads them', async () => {
    let broken = true;
    const list = fakeResponse(listGames, ({ query }) => {
      if (broken && query.status === 'ACTIVE' && !query.game_type)
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
      const games = query.status === 'ACTIVE' ? [buildGame(3, -1, { status: 'ACTIVE' })] : [buildGame(4)];
      return { games, total: games.length };
    });
    openChooser([], { responses: [list] });
    expect(await screen.findByText('Failed to load all games')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'All games' })).toBeNull();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect((await findLobby()).getAllByRole('listitem')).toHaveLength(2);
  });
});
