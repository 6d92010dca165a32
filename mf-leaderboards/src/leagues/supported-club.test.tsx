import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { teams } from '@touchline/api/http/fpl';
import { getSupportedClub, myLeagues, setSupportedClub } from '@touchline/api/http/leagues';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it } from 'vitest';
import { buildMyLeague, openLeagues } from '../testing/leagues.ts';

afterEach(cleanup);

const CLUBS = [
  { id: 1, code: 3, name: 'Arsenal', short_name: 'ARS' },
  { id: 2, code: 7, name: 'Aston Villa', short_name: 'AVL' },
];
const field = () => screen.findByLabelText<HTMLSelectElement>('Your club');

/** Opens the leagues of a user who supports Arsenal. Returns the club that the server stores. */
function open(...failures: TouchlineError[]) {
  const stored: { club: number | null } = { club: 3 };
  const host = openLeagues('/leagues', [
    fakeResponse(teams, { teams: CLUBS }),
    fakeResponse(getSupportedClub, () => stored),
    fakeResponse(myLeagues, () => ({
      leagues: [buildMyLeague(2, { automatic: 'CLUB', name: `Fans of ${stored.club}` })],
    })),
    fakeResponse(setSupportedClub, ({ body }) => {
      for (const failure of failures) throw failure;
      return Object.assign(stored, body as typeof stored);
    }),
  ]);
  return { stored, host };
}

it('a chosen club is stored, and its league is loaded', async () => {
  const { stored } = open();
  expect((await field()).selectedOptions[0]?.text).toBe('Arsenal');
  expect([...(await field()).options].map(({ text }) => text)).toEqual(['None', 'Arsenal', 'Aston Villa']);
  expect(await screen.findByText('Fans of 3')).toBeTruthy();
  fireEvent.change(await field(), { target: { value: '7' } });
  expect((await field()).value).toBe('7');
  expect(await screen.findByText('Fans of 7')).toBeTruthy();
  expect(stored).toEqual({ club: 7 });
});

it('"None" leaves the league of the supporters', async () => {
  const { stored } = open();
  fireEvent.change(await field(), { target: { value: '' } });
  await waitFor(() => expect(stored).toEqual({ club: null }));
  await waitFor(async () => expect((await field()).disabled).toBe(false));
  expect((await field()).value).toBe('');
});

it('a club that could not be stored is reported, and the previous one is shown', async () => {
  const { host } = open(new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline is unavailable.'));
  fireEvent.change(await field(), { target: { value: '7' } });
  await waitFor(() =>
    expect(host.notices).toEqual([
      expect.objectContaining({
        kind: 'error',
        message: expect.stringContaining('Touchline is unavailable.'),
      }),
    ]),
  );
  expect((await field()).value).toBe('3');
});
