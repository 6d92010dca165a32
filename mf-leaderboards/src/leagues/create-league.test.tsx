import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { currentGameweekOfGames, type Game } from '@touchline/api/http/games';
import { createLeague, getLeague } from '@touchline/api/http/leagues';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeRequest, fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildGame, buildGameweek, buildTeam, fakeGameId, fakeWallet } from '../testing/build.ts';
import { buildLeague, fakeLeagueId, openLeagues } from '../testing/leagues.ts';
import { getCurrentUrl } from '../testing/open-page.tsx';

afterEach(cleanup);

const joined = fakeResponse(myParticipations, {
  participations: [
    buildTeam(3, [7], { game: buildGame(3, { last_gameweek: 38, name: 'Season 2026' }) }),
    buildTeam(1, [7], { game: buildGame(1, { status: 'COMPLETED' }) }),
  ],
});

async function fillForm(name: string) {
  const [open] = await screen.findAllByRole('button', { name: 'Create a league' });
  fireEvent.click(open as HTMLElement);
  const form = within(await screen.findByRole('dialog', { name: 'Create a league' }));
  fireEvent.change(await form.findByLabelText('Name'), { target: { value: name } });
  return form;
}

describe('the form of a new league', () => {
  it('a league is created from a game and a name', async () => {
    const requests: FakeRequest[] = [];
    openLeagues('/leagues', [
      joined,
      fakeResponse(createLeague, (request) => {
        requests.push(request);
        return { league: buildLeague(1) };
      }),
      fakeResponse(getLeague, { league: buildLeague(1) }),
    ]);
    const form = await fillForm('Sunday Rivals');
    const game = form.getByLabelText<HTMLSelectElement>('Game');
    expect([...game.options].map(({ text }) => text)).toEqual(['Season 2026']);
    fireEvent.click(form.getByRole('button', { name: 'Create league' }));
    await waitFor(() => expect(getCurrentUrl()).toBe(`/leagues/${fakeLeagueId(1)}`));
    expect(requests[0]?.body).toEqual({
      game_id: fakeGameId(3),
      name: 'Sunday Rivals',
      kind: 'CLASSIC',
      uses_coefficient: false,
      knock_out_gameweeks: 0,
    });
    expect(await screen.findByRole('dialog', { name: 'League 1 is ready' })).toBeTruthy();
  });

  it('the form keeps its input when the dialog is closed', async () => {
    openLeagues('/leagues', [joined]);
    const form = await fillForm('Sunday Rivals');
    fireEvent.click(form.getByRole('switch', { hidden: true }));
    fireEvent.keyDown(form.getByLabelText('Name'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getAllByRole('button', { name: 'Create a league' })[0]!);
    const again = within(await screen.findByRole('dialog', { name: 'Create a league' }));
    expect((await again.findByLabelText<HTMLInputElement>('Name')).value).toBe('Sunday Rivals');
    expect(again.getByRole<HTMLInputElement>('switch', { hidden: true }).checked).toBe(true);
  });

  it('a form that is closed during the request does not create a second league', async () => {
    const { promise: held, resolve: release } = deferred();
    const requests: FakeRequest[] = [];
    openLeagues('/leagues', [
      joined,
      fakeResponse(createLeague, async (request) => {
        requests.push(request);
        await held;
        return { league: buildLeague(1) };
      }),
    ]);
    const form = await fillForm('Sunday Rivals');
    fireEvent.click(form.getByRole('button', { name: 'Create league' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    fireEvent.keyDown(form.getByLabelText('Name'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getAllByRole('button', { name: 'Create a league' })[0]!);
    const again = within(await screen.findByRole('dialog', { name: 'Create a league' }));
    const submit = await again.findByRole('button', { name: 'Create league' });
    expect(submit.hasAttribute('data-loading')).toBe(true);
    fireEvent.click(submit);
    release();
    await waitFor(() => expect(getCurrentUrl()).toBe(`/leagues/${fakeLeagueId(1)}`));
    expect(requests).toHaveLength(1);
  });

  it('another user does not see what the previous one typed', async () => {
    const host = openLeagues('/leagues', [joined]);
    const form = await fillForm('Sunday Rivals');
    fireEvent.keyDown(form.getByLabelText('Name'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const user = { ...fakeUser(), wallet_address: fakeWallet(8) };
    act(() => host.session.set({ status: 'player', user }));
    fireEvent.click((await screen.findAllByRole('button', { name: 'Create a league' }))[0]!);
    const again = within(await screen.findByRole('dialog', { name: 'Create a league' }));
    expect((await again.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
  });

  it('a missing name is an error of its field, and the server’s error keeps the input', async () => {
    openLeagues('/leagues', [
      joined,
      fakeResponse(createLeague, () => {
        throw new TouchlineError('NAME_TAKEN', 'This name is reserved. Choose another one.', {
          details: [{ path: 'name', message: 'is reserved' }],
        });
      }),
    ]);
    const form = await fillForm(' ');
    fireEvent.click(form.getByRole('button', { name: 'Create league' }));
    const field = form.getByLabelText<HTMLInputElement>('Name');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    fireEvent.change(field, { target: { value: 'Touchline' } });
    expect(field.getAttribute('aria-invalid')).toBeNull();
    fireEvent.click(form.getByRole('button', { name: 'Create league' }));
    expect(await form.findByText('This name is reserved. Choose another one.')).toBeTruthy();
    expect(field.value).toBe('Touchline');
    fireEvent.change(field, { target: { value: 'Touchline FC' } });
    await waitFor(() => expect(form.queryByText('This name is reserved. Choose another one.')).toBeNull());
  });

  describe('head-to-head league', () => {
    const current = fakeResponse(currentGameweekOfGames, { gameweek: buildGameweek(3) });
    const enter = (game: Game) =>
      fakeResponse(myParticipations, { participations: [buildTeam(3, [7], { game })] });
    const chooseHeadToHead = (form: Awaited<ReturnType<typeof fillForm>>) =>
      fireEvent.click(form.getByRole('radio', { name: 'Head-to-head' }));
    const listStarts = (form: Awaited<ReturnType<typeof fillForm>>) =>
      [...form.getByLabelText<HTMLSelectElement>('Points count from').options].map(({ text }) => text);

    it('it can start only in a gameweek that has not started', async () => {
      openLeagues('/leagues', [current, enter(buildGame(3, { last_gameweek: 5 }))]);
      const form = await fillForm('Sunday Rivals');
      const gameweeks = ['Gameweek 3', 'Gameweek 4', 'Gameweek 5'];
      expect(listStarts(form)).toEqual(['The next gameweek', ...gameweeks]);
      fireEvent.change(form.getByLabelText('Points count from'), { target: { value: '3' } });
      chooseHeadToHead(form);
      await waitFor(() =>
        expect(listStarts(form)).toEqual(['The next gameweek', 'Gameweek 4', 'Gameweek 5']),
      );
      expect(form.getByLabelText<HTMLSelectElement>('Points count from').value).toBe('');
    });

    it('it is not offered in a game whose gameweeks have started', async () => {
      openLeagues('/leagues', [current, enter(buildGame(3))]);
      const form = await fillForm('Sunday Rivals');
      expect(await form.findByText(/Head-to-head needs a gameweek that has not started\.$/)).toBeTruthy();
      expect(form.getByRole<HTMLInputElement>('radio', { name: 'Head-to-head' }).disabled).toBe(true);
    });

    it('a gameweek that has started in the meantime is an error of its field', async () => {
      const details = [{ path: 'start_gameweek', message: 'must not have started' }];
      openLeagues('/leagues', [
        current,
        enter(buildGame(3, { last_gameweek: 5 })),
        fakeResponse(createLeague, () => {
          throw new TouchlineError('VALIDATION_FAILED', 'start_gameweek: must not have started', { details });
        }),
      ]);
      const form = await fillForm('Sunday Rivals');
      chooseHeadToHead(form);
      fireEvent.change(form.getByLabelText('Points count from'), { target: { value: '4' } });
      fireEvent.click(form.getByRole('button', { name: 'Create league' }));
      expect(await form.findByText('Gameweek 4 has already started.')).toBeTruthy();
      expect(form.getByLabelText('Points count from').getAttribute('aria-invalid')).toBe('true');
      expect(form.getByLabelText('Points count from').closest('details')?.open).toBe(true);
      expect(form.queryByText(/start_gameweek/)).toBeNull();
      fireEvent.change(form.getByLabelText('Points count from'), { target: { value: '5' } });
      await waitFor(() => expect(form.queryByText(/has already started/)).toBeNull());
      expect(form.getByLabelText('Points count from').closest('details')?.open).toBe(true);
    });
  });
});
