import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { myParticipations } from '@touchline/api/http/entries';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { buildGame, buildParticipation } from '../testing/fixtures.ts';
import { ALL_FEATURES, findActionButton, openChooser, season, tournament } from '../testing/open-chooser.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('tournament card of the chooser', () => {
  it('CHOOSE-04 the tournament card has a disabled "Coming Soon" button', async () => {
    openChooser([buildGame(3), tournament(1)]);
    const button = await findActionButton('Tournament');
    expect(button.textContent).toBe('Coming Soon');
    expect(button.disabled).toBe(true);
  });

  it('CHOOSE-05 the enabled card opens the tournaments with the mode', async () => {
    const { host } = openChooser([tournament(1)], {
      host: { config: { features: { tournaments: true, paid_games: true, staking: true } } },
    });
    const button = await findActionButton('Tournament');
    expect(button.textContent).toBe('Select Tournament');
    fireEvent.click(button);
    expect(host.visits).toEqual([{ to: '/tournament-select', state: { gameMode: 'tournament' } }]);
  });

  it('CHOOSE-13 the card shows "Already Joined" if all remaining tournaments are joined', async () => {
    const game = tournament(1);
    const mine = fakeResponse(myParticipations, {
      participations: [buildParticipation(1, { game, game_id: game.id })],
    });
    openChooser([game, tournament(-90, { id: season().id })], { ...ALL_FEATURES, responses: [mine] });
    await waitFor(async () =>
      expect((await findActionButton('Tournament')).textContent).toBe('Already Joined'),
    );
  });

  it('the card shows the next joinable tournament, not a cancelled or the latest one', async () => {
    const at = (starts: number, id: number, name: string, more = {}) =>
      tournament(starts, { id: fakeId(1, id), name, ...more });
    const late = at(90, 91, 'Next Month Cup');
    const cancelled = at(1, 92, 'Rained Off Cup', { status: 'CANCELLED' });
    openChooser([late, at(2, 93, 'Friday Night Cup'), cancelled], ALL_FEATURES);
    expect(await screen.findByText('Friday Night Cup')).toBeTruthy();
    expect(screen.queryByText('Next Month Cup')).toBeNull();
  });

  it('the card shows the next tournament with free seats, and the next one if all are full', async () => {
    const seats = { max_participants: 20, current_participants: 20 };
    const full = tournament(2, { id: fakeId(1, 91), name: 'Sold Out Cup', ...seats });
    const free = tournament(26, {
      id: fakeId(1, 92),
      name: 'Saturday Cup',
      ...seats,
      current_participants: 19,
    });
    openChooser([free, full], ALL_FEATURES);
    expect(await screen.findByText('Saturday Cup')).toBeTruthy();
    expect(screen.queryByText('Sold Out Cup')).toBeNull();
    cleanup();
    openChooser([{ ...free, current_participants: 20 }, full], ALL_FEATURES);
    expect(await screen.findByText('Sold Out Cup')).toBeTruthy();
  });

  it('CHOOSE-15 the card shows "Tournaments Ended" when none is left', async () => {
    openChooser([tournament(-72)], {
      host: { config: { features: { tournaments: true, paid_games: true, staking: true } } },
    });
    expect((await findActionButton('Tournament')).textContent).toBe('Tournaments Ended');
  });

  it('the card opens the list when no tournament is left', async () => {
    const { host } = openChooser([], ALL_FEATURES);
    fireEvent.click(await screen.findByRole('button', { name: 'See all tournaments' }));
    expect(host.visits).toEqual([{ to: '/tournament-select', state: { gameMode: 'tournament' } }]);
  });
});
