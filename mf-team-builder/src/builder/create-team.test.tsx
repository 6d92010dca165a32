import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { joinGame } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { getGame } from '@touchline/api/http/games';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { CHOSEN_GAME_KEY, saveChoice } from '../game/chosen-game.ts';
import { buildBootstrap, buildParticipation, playerId, playerName, RECEIPT } from '../testing/fixtures.ts';
import {
  button,
  clubPlayerName,
  createButton,
  dialog,
  game,
  listed,
  openBuilder,
  pick,
  press,
  searchInPicker,
  section,
  slot,
  slotText,
} from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('team creation', () => {
  it('BUILD-28, BUILD-34 the disabled button shows the reason', async () => {
    await openBuilder();
    expect(createButton().disabled).toBe(true);
    expect(screen.getByText('Please complete your team selection').id).toBe(
      createButton().getAttribute('aria-describedby'),
    );
    press('Random Pick');
    expect(createButton().disabled).toBe(false);
    fireEvent.click(slot('def-1'));
    fireEvent.click(button('To the bench', await dialog()));
    expect(createButton().disabled).toBe(true);
    expect(screen.getByText('Please assign all 11 players to field positions')).toBeTruthy();
  });

  it('BUILD-28 the button shows a spinner with "Creating Team..." and is disabled until the response', async () => {
    const { promise: held, resolve: respondToJoin } = deferred();
    const slow = fakeResponse(joinGame, async () => {
      await held;
      throw new TouchlineError('JOIN_CLOSED', 'The join window is closed.');
    });
    await openBuilder({ responses: [slow] });
    press('Random Pick');
    const findSpinner = () => createButton().querySelector('.mantine-Loader-root');
    expect(findSpinner()).toBeNull();
    fireEvent.click(createButton());
    expect(await screen.findByText('Creating Team...')).toBeTruthy();
    expect(findSpinner()).toBeTruthy();
    expect(createButton().disabled).toBe(true);
    respondToJoin();
    expect(await screen.findByText('The join window is closed.')).toBeTruthy();
  });

  it('BUILD-06, BUILD-28, PAY-01 a free game is joined without a payment and opens My Teams', async () => {
    const { host, joins } = await openBuilder();
    press('Random Pick');
    fireEvent.click(createButton());
    await waitFor(() => expect(host.visits).toEqual([{ to: '/my-team', replace: true }]));
    expect(joins).toHaveLength(1);
    expect(joins[0]?.params.id).toBe(game.id);
    expect(Object.keys(joins[0]?.body as object).sort()).toEqual([
      'bench_players',
      'captain_id',
      'field_players',
      'formation',
      'roster',
      'team_name',
      'transaction_hash',
      'vice_captain_id',
    ]);
    expect(host.notices.at(-1)).toMatchObject({ kind: 'success' });
  });

  it('BUILD-06 a player who came from an invitation to a league returns to it', async () => {
    const { host } = await openBuilder({
      state: { gameMode: 'weekly', gameId: game.id, returnTo: '/leagues/join/4KX9T2QM' },
    });
    press('Random Pick');
    fireEvent.click(createButton());
    const state = { joinedGame: game.id };
    await waitFor(() =>
      expect(host.visits).toEqual([{ to: '/leagues/join/4KX9T2QM', replace: true, state }]),
    );
  });

  it('the builder shows server errors by player and keeps the team', async () => {
    const rejecting = fakeResponse(joinGame, ({ body }) => {
      const [first] = (body as { roster: number[] }).roster;
      throw new TouchlineError('SQUAD_INVALID', 'This team breaks the rules.', {
        details: [
          { path: 'roster.0', player_id: first ?? 0, message: 'Player cannot be selected' },
          { path: 'formation', message: 'is not one of the seven' },
        ],
      });
    });
    const { host } = await openBuilder({ responses: [rejecting] });
    press('Random Pick');
    fireEvent.click(createButton());
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('This team breaks the rules.')).toBeTruthy();
    expect(alert.getByText('is not one of the seven')).toBeTruthy();
    expect(alert.getByText(/^Player\d+: Player cannot be selected$/)).toBeTruthy();
    expect(section('Selected Players').getByText('Player cannot be selected')).toBeTruthy();
    expect(slotText('gk-1')).toContain('Rejected');
    expect(screen.getByText('15/15')).toBeTruthy();
    expect(host.visits).toEqual([]);
  });

  it('the builder shows the new prices after the server rejects a team', async () => {
    let rise = 0;
    const football = fakeResponse(bootstrap, () => buildBootstrap(({ price }) => ({ price: price + rise })));
    const rejecting = fakeResponse(joinGame, () => {
      rise = 5;
      throw new TouchlineError('SQUAD_INVALID', 'Not enough budget. Need £74.8M more');
    });
    await openBuilder({ responses: [football, rejecting] });
    press('Random Pick');
    fireEvent.click(createButton());
    expect(await screen.findByText('Not enough budget. Need £74.8M more')).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId('budget').textContent).toContain('-'));
    expect(screen.getByText('15/15')).toBeTruthy();
    expect(createButton().disabled).toBe(true);
  });

  it('a player who has left the feed when the server rejects a team leaves the squad, and can be replaced', async () => {
    const gone = playerId(1, 0);
    let left = false;
    const football = fakeResponse(bootstrap, () => {
      const loaded = buildBootstrap(({ id }) => {
        if (id === gone) return { price: 10 };
        // Random Pick leaves out the injured club.
        return id < playerId(20, 0) ? {} : { status: 'i', chance_of_playing: 0 };
      });
      return left ? { ...loaded, players: loaded.players.filter(({ id }) => id !== gone) } : loaded;
    });
    const rejecting = fakeResponse(joinGame, () => {
      left = true;
      throw new TouchlineError('SQUAD_INVALID', 'This team breaks the rules.');
    });
    await openBuilder({ responses: [football, rejecting] });
    await pick(playerName(gone));
    press('Random Pick');
    expect(slotText('gk-1')).toContain(playerName(gone));
    fireEvent.click(createButton());
    await waitFor(() => expect(screen.getByText('14/15')).toBeTruthy());
    fireEvent.click(slot('gk-1'));
    const picker = await dialog();
    searchInPicker(picker, clubPlayerName(20, 0));
    await waitFor(() => expect(listed(picker)).toHaveLength(1));
    fireEvent.click(listed(picker)[0]?.querySelector('button') as HTMLElement);
    await waitFor(() => expect(screen.getByText('15/15')).toBeTruthy());
    expect(slotText('gk-1')).toContain(clubPlayerName(20, 0));
  });

  it('a user who has left the builder before the response stays on the page that is open', async () => {
    const { promise: held, resolve: respondToJoin } = deferred();
    const slow = fakeResponse(joinGame, async () => {
      await held;
      return { participation: buildParticipation(1, { game, game_id: game.id }), receipt: RECEIPT };
    });
    const { host, view } = await openBuilder({ responses: [slow] });
    press('Random Pick');
    fireEvent.click(createButton());
    await screen.findByText('Creating Team...');
    view.unmount();
    saveChoice({ mode: 'weekly', game_id: 'another' });
    const choice = sessionStorage.getItem(CHOSEN_GAME_KEY);
    respondToJoin();
    await waitFor(() =>
      expect(host.notices).toContainEqual(expect.objectContaining({ title: 'Team created' })),
    );
    await waitFor(() => expect(host.queryClient.isMutating()).toBe(0));
    expect(host.visits).toEqual([]);
    expect(sessionStorage.getItem(CHOSEN_GAME_KEY)).toBe(choice);
  });

  it('TOURN-10 an already joined game links to its team', async () => {
    const twice = fakeResponse(joinGame, () => {
      throw new TouchlineError('ALREADY_JOINED', 'You have already joined this game with another team.');
    });
    const { host } = await openBuilder({ responses: [twice] });
    press('Random Pick');
    fireEvent.click(createButton());
    expect(await screen.findByText('You have already joined this game with another team.')).toBeTruthy();
    press('See your team');
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('PAY-17 an error without a message shows "Failed to join game"', async () => {
    const silent = fakeResponse(joinGame, () => {
      throw new TouchlineError('INTERNAL', '');
    });
    await openBuilder({ responses: [silent] });
    press('Random Pick');
    fireEvent.click(createButton());
    expect(await screen.findByText('Failed to join game')).toBeTruthy();
  });

  it('BUILD-35 no team is created without a tournament', async () => {
    const cup = { gameMode: 'tournament' };
    await openBuilder({ state: cup });
    press('Random Pick');
    fireEvent.click(createButton());
    expect(await screen.findByText('No tournament selected')).toBeTruthy();
  });

  it('BUILD-35 no team is created without a game', async () => {
    const gone = fakeResponse(getGame, () => {
      throw new TouchlineError('NOT_FOUND', 'There is no such game.');
    });
    await openBuilder({ responses: [gone] });
    expect(screen.getByText('No game selected')).toBeTruthy();
    press('Random Pick');
    fireEvent.click(createButton());
    expect(await screen.findByText('No game selected - gameData is missing')).toBeTruthy();
  });
});
