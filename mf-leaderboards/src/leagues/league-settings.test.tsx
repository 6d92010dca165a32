import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { currentGameweekOfGames } from '@touchline/api/http/games';
import { leagueTable } from '@touchline/api/http/league-tables';
import {
  editLeague,
  editLeagueMember,
  getLeague,
  type League,
  liftLeagueBan,
  removeLeagueMember,
  rotateLeagueCode,
} from '@touchline/api/http/leagues';
import { deferred } from '@touchline/host/testing/deferred';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it } from 'vitest';
import { buildGame, buildGameweek, fakeWallet } from '../testing/build.ts';
import {
  buildLeague,
  buildLeagueRow,
  fakeLeagueId,
  openLeagueSettings,
  openLeagues,
} from '../testing/leagues.ts';
import { getCurrentUrl } from '../testing/open-page.tsx';

afterEach(cleanup);

const TABLE = {
  rows: [buildLeagueRow(2)],
  total: 1,
  me: null,
  gameweek: 3,
  updated_at: '2026-08-15T14:00:00.000Z',
};
const table = fakeResponse(leagueTable, TABLE);

const open = (responses: FakeResponse[]) => openLeagues(`/leagues/${fakeLeagueId(1)}`, [table, ...responses]);
const ofLeague = (fields: Partial<League>) => fakeResponse(getLeague, { league: buildLeague(1, fields) });

it('the owner renames the league, replaces the code and lifts a ban', async () => {
  const bodies: unknown[] = [];
  const lifted: unknown[] = [];
  let rotations = 0;
  open([
    ofLeague({ banned: [fakeWallet(8)] }),
    fakeResponse(editLeague, ({ body }) => {
      bodies.push(body);
      return { league: buildLeague(1) };
    }),
    fakeResponse(liftLeagueBan, ({ params }) => {
      lifted.push(params.wallet);
      return { league: buildLeague(1) };
    }),
    fakeResponse(rotateLeagueCode, () => {
      rotations += 1;
      return { code: 'ABCD2345' };
    }),
  ]);
  const settings = await openLeagueSettings();
  const name = settings.getByLabelText('Name');
  fireEvent.change(name, { target: { value: ' ' } });
  fireEvent.click(settings.getByRole('button', { name: 'Rename' }));
  expect(name.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(name, { target: { value: 'New Name' } });
  expect(name.getAttribute('aria-invalid')).toBeNull();
  fireEvent.click(settings.getByRole('button', { name: 'Rename' }));
  fireEvent.click(settings.getByRole('button', { name: 'Lift the ban' }));
  fireEvent.click(settings.getByRole('button', { name: 'Replace the code' }));
  expect(rotations).toBe(0);
  expect(document.activeElement).toBe(settings.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(settings.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(settings.getByRole('button', { name: 'Replace the code' }));
  fireEvent.click(settings.getByRole('button', { name: 'Replace the code' }));
  fireEvent.click(settings.getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(rotations).toBe(1));
  expect(bodies).toEqual([{ name: 'New Name' }]);
  expect(lifted).toEqual([fakeWallet(8)]);
});

it('game rule 9.2: the owner changes the settings of a league that has not started', async () => {
  const bodies: unknown[] = [];
  open([
    ofLeague({ kind: 'HEAD_TO_HEAD', state: 'OPEN', start_gameweek: 5 }),
    fakeResponse(currentGameweekOfGames, { gameweek: buildGameweek(3) }),
    fakeResponse(editLeague, ({ body }) => {
      bodies.push(body);
      return { league: buildLeague(1) };
    }),
  ]);
  const settings = await openLeagueSettings();
  const save = settings.getByRole<HTMLButtonElement>('button', { name: 'Save settings' });
  expect(save.disabled).toBe(true);
  const start = settings.getByLabelText<HTMLSelectElement>('Points count from');
  expect(start.value).toBe('5');
  await waitFor(() => expect(start.options[0]?.text).toBe('Gameweek 4'));
  fireEvent.click(settings.getByLabelText(/^Count the stake coefficient/));
  fireEvent.click(save);
  await waitFor(() => expect(bodies).toEqual([{ uses_coefficient: true }]));
});

it('saved settings do not overwrite those that another manager saves later', async () => {
  const bodies: unknown[] = [];
  let league = buildLeague(1, { state: 'OPEN', start_gameweek: 5, uses_coefficient: false });
  const host = open([
    fakeResponse(getLeague, () => ({ league })),
    fakeResponse(currentGameweekOfGames, { gameweek: buildGameweek(3) }),
    fakeResponse(editLeague, ({ body }) => {
      bodies.push(body);
      league = { ...league, ...(body as Partial<League>) };
      return { league };
    }),
  ]);
  const settings = await openLeagueSettings();
  const save = settings.getByRole<HTMLButtonElement>('button', { name: 'Save settings' });
  const start = settings.getByLabelText<HTMLSelectElement>('Points count from');
  const coefficient = settings.getByLabelText<HTMLInputElement>(/^Count the stake coefficient/);
  fireEvent.change(start, { target: { value: '6' } });
  fireEvent.click(save);
  await waitFor(() => expect([start.value, save.disabled]).toEqual(['6', true]));
  league = { ...league, start_gameweek: 7 };
  await act(() => host.queryClient.invalidateQueries());
  await waitFor(() => expect(start.value).toBe('7'));
  fireEvent.click(coefficient);
  fireEvent.click(save);
  await waitFor(() => expect(bodies).toEqual([{ start_gameweek: 6 }, { uses_coefficient: true }]));
});

it('a classic league is offered its start and the gameweeks that have not started', async () => {
  open([
    ofLeague({ state: 'OPEN', start_gameweek: 3, game: buildGame(1, { last_gameweek: 6 }) }),
    fakeResponse(currentGameweekOfGames, { gameweek: buildGameweek(4) }),
  ]);
  const settings = await openLeagueSettings();
  const start = settings.getByLabelText<HTMLSelectElement>('Points count from');
  await waitFor(() => expect([...start.options].map(({ value }) => value)).toEqual(['3', '5', '6']));
});

it('a gameweek that has started in the meantime is an error of its field in the settings', async () => {
  const details = [{ path: 'start_gameweek', message: 'must not have started' }];
  const host = open([
    ofLeague({ kind: 'HEAD_TO_HEAD', state: 'OPEN', start_gameweek: 6 }),
    fakeResponse(currentGameweekOfGames, { gameweek: buildGameweek(3) }),
    fakeResponse(editLeague, () => {
      throw new TouchlineError('VALIDATION_FAILED', 'start_gameweek: must not have started', { details });
    }),
  ]);
  const settings = await openLeagueSettings();
  const start = settings.getByLabelText<HTMLSelectElement>('Points count from');
  fireEvent.change(start, { target: { value: '5' } });
  fireEvent.click(settings.getByRole('button', { name: 'Save settings' }));
  expect(await settings.findByText('Gameweek 5 has already started.')).toBeTruthy();
  expect(start.getAttribute('aria-invalid')).toBe('true');
  expect(host.notices).toEqual([]);
  fireEvent.change(start, { target: { value: '7' } });
  await waitFor(() => expect(start.getAttribute('aria-invalid')).toBeNull());
});

it('game rule 9.2: the settings of a league that has started are fixed', async () => {
  open([ofLeague({ state: 'STARTED' })]);
  const settings = await openLeagueSettings();
  expect(settings.getByLabelText('Name')).toBeTruthy();
  expect(settings.queryByRole('button', { name: 'Save settings' })).toBeNull();
});

it('two co-admins removed during one request are both removed', async () => {
  let co_admins = [fakeWallet(8), fakeWallet(9)];
  const { promise: released, resolve: release } = deferred();
  open([
    fakeResponse(getLeague, () => ({ league: buildLeague(1, { co_admins }) })),
    fakeResponse(editLeagueMember, async ({ params, body }) => {
      await released;
      expect(body).toEqual({ co_admin: false });
      co_admins = co_admins.filter((each) => each !== params.wallet);
      return { league: buildLeague(1, { co_admins }) };
    }),
  ]);
  const settings = await openLeagueSettings();
  const list = within(settings.getByRole('region', { name: 'Co-admins' }));
  const buttons = list.getAllByRole<HTMLButtonElement>('button', { name: 'Remove' });
  expect(buttons).toHaveLength(2);
  for (const button of buttons) {
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  }
  release();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Co-admins' })).toBeNull());
  expect(co_admins).toEqual([]);
});

it('a member leaves after a confirmation, and the league is not requested again', async () => {
  const left: string[] = [];
  const requestedAfter: unknown[] = [];
  const record = (params: Record<string, string>) => {
    if (left.length > 0) requestedAfter.push(params.id);
  };
  const host = open([
    fakeResponse(getLeague, ({ params }) => {
      record(params);
      return { league: buildLeague(1, { can_manage: false, owner: fakeWallet(9) }) };
    }),
    fakeResponse(leagueTable, ({ params }) => {
      record(params);
      return TABLE;
    }),
    fakeResponse(removeLeagueMember, ({ params }) => {
      left.push(params.wallet ?? '');
      return { members: 3 };
    }),
  ]);
  const settings = await openLeagueSettings();
  expect(settings.queryByLabelText('Name')).toBeNull();
  fireEvent.click(settings.getByRole('button', { name: 'Leave the league' }));
  fireEvent.click(settings.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(getCurrentUrl()).toBe('/leagues'));
  expect(left).toEqual([FAKE_ADDRESS]);
  expect(host.notices).toEqual([{ kind: 'success', message: 'You have left League 1.' }]);
  expect(await screen.findByRole('heading', { name: 'Leagues' })).toBeTruthy();
  expect(requestedAfter).not.toContain(fakeLeagueId(1));
});

it.each([
  ['that has started', { state: 'STARTED' }, 'You need the code to come back.'],
  ['that is over', { state: 'FINISHED' }, 'You can’t come back, because the league is over.'],
  ['without other members', { members: 1 }, 'The league is deleted, because you are its last member.'],
] as const)('a member who leaves a league %s reads what follows', async (_, fields, text) => {
  open([ofLeague({ can_manage: false, owner: fakeWallet(9), ...fields })]);
  const settings = await openLeagueSettings();
  fireEvent.click(settings.getByRole('button', { name: 'Leave the league' }));
  expect(settings.getByText(/^Leave League 1\?/).textContent).toContain(text);
});
