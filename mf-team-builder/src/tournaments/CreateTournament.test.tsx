import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { bootstrap } from '@touchline/api/http/fpl';
import { createTournament, type Game } from '@touchline/api/http/games';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeGameweek } from '@touchline/host/testing/fake-objects';
import { type FakeRequest, fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { buildBootstrap, inHours } from '../testing/fixtures.ts';
import { button, dialog, dialogGone } from '../testing/open-builder.tsx';
import { admin, buildTournament, openTournaments, tournamentCards } from '../testing/open-tournaments.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { toLocalInput } from './local-time.ts';

resetBetweenTests();

describe('create-tournament dialog', () => {
  it('TOURN-07, TOURN-08 only admins can open the dialog', async () => {
    openTournaments([]);
    expect(await screen.findByText('No tournaments yet')).toBeTruthy();
    for (const name of ['Create New Tournament', 'Create First Tournament'])
      expect(screen.queryByText(name)).toBeNull();
    cleanup();
    openTournaments([], { host: admin });
    expect(await screen.findByText('Create First Tournament')).toBeTruthy();
    expect(screen.getByText('Create New Tournament')).toBeTruthy();
    cleanup();
    openTournaments([buildTournament(1, 1)], { host: admin });
    await tournamentCards();
    expect(screen.queryByText('Create First Tournament')).toBeNull();
  });

  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  const start = inHours(48);

  const deadline = inHours(49);

  /** Opens the dialog as an admin; `reply` is the fake response to a creation. */
  async function openDialog(
    reply: (request: FakeRequest) => Game | Promise<Game> = () => buildTournament(1, 48),
  ) {
    const requests: FakeRequest[] = [];
    const creation = fakeResponse(createTournament, async (request) => {
      requests.push(request);
      return { game: await reply(request) };
    });
    const { host, requests: lists } = openTournaments([], { host: admin, responses: [creation] });
    fireEvent.click(await screen.findByText('Create First Tournament'));
    await dialog();
    return { host, requests, lists };
  }

  function fill(fields: { name?: string; start?: string; deadline?: string } = {}) {
    type(/^Name/, fields.name ?? '  Friday Night Cup ');
    type(/^Start date/, fields.start ?? toLocalInput(start));
    type(/^Join deadline/, fields.deadline ?? toLocalInput(deadline));
    type(/^Description/, 'For the office');
  }

  const submit = () => fireEvent.click(button('Create tournament'));

  it('TOURN-11, API-15 the form sends exactly five fields, times in UTC and no description', async () => {
    const { requests, lists, host } = await openDialog();
    const shown = await dialog();
    expect(shown.querySelectorAll('input')).toHaveLength(4);
    expect(shown.textContent).toContain('1,000 FOOTBALL');
    expect(within(shown).getByText('20')).toBeTruthy();
    expect(within(shown).getByText('Not saved. Players see which matches count.')).toBeTruthy();
    const before = lists.length;
    fill();
    submit();
    await dialogGone();
    expect(requests.map(({ body }) => body)).toEqual([
      {
        game_type: 'TOURNAMENT',
        name: 'Friday Night Cup',
        entry_fee: '1000',
        start_time: start,
        end_time: deadline,
      },
    ]);
    await waitFor(() => expect(lists.length).toBeGreaterThan(before));
    expect(host.notices.at(-1)).toMatchObject({ kind: 'success', title: 'Tournament created' });
  });

  it('a form that is closed keeps its input until "Cancel"', async () => {
    await openDialog();
    fill();
    const reopen = async () => {
      await dialogGone();
      fireEvent.click(screen.getByText('Create First Tournament'));
      await dialog();
      return screen.getByLabelText<HTMLInputElement>(/^Name/).value;
    };
    fireEvent.keyDown(await dialog(), { key: 'Escape' });
    expect(await reopen()).toBe('  Friday Night Cup ');
    fireEvent.click(button('Cancel'));
    expect(await reopen()).toBe('');
  });

  it('a dialog that is closed and reopened during the request does not create a second tournament', async () => {
    const { promise: held, resolve: release } = deferred();
    const { host, requests } = await openDialog(() => held.then(() => buildTournament(1, 48)));
    fill();
    submit();
    fireEvent.keyDown(await dialog(), { key: 'Escape' });
    await dialogGone();
    fireEvent.click(screen.getByText('Create First Tournament'));
    await dialog();
    expect(button('Create tournament').hasAttribute('data-loading')).toBe(true);
    submit();
    release();
    await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ title: 'Tournament created' }));
    expect(requests).toHaveLength(1);
  });

  it('another admin does not see what the previous one typed', async () => {
    const { host } = await openDialog();
    fill();
    const user = { ...fakeUser({ isAdmin: true }), wallet_address: `0x${'b'.repeat(40)}` };
    act(() => host.session.set({ status: 'player', user }));
    await dialogGone();
    fireEvent.click(await screen.findByText('Create First Tournament'));
    await dialog();
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('');
  });

  it('the deadline follows the chosen gameweek until the admin has typed another one', async () => {
    const [first, second] = [inHours(30), inHours(200)];
    const gameweeks = [first, second].map((start_time, at) => fakeGameweek(at + 4, start_time));
    const football = fakeResponse(bootstrap, { ...buildBootstrap(), gameweeks });
    openTournaments([], { host: admin, responses: [football] });
    fireEvent.click(await screen.findByText('Create First Tournament'));
    const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
    const local = (instant: string) => toLocalInput(instant).slice(0, 16);
    const chooseGameweek = async (n: number) =>
      fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^GW${n} `) }));
    expect(await screen.findByRole('button', { name: /^GW4 · Sun \d\d:00$/ })).toBeTruthy();
    // More than six days ahead, with the date.
    expect(screen.getByRole('button', { name: /^GW5 · Sun 23 Aug, \d\d:00$/ })).toBeTruthy();
    await chooseGameweek(4);
    expect([value(/^Start date/), value(/^Join deadline/)]).toEqual([local(first), local(first)]);
    await chooseGameweek(5);
    expect([value(/^Start date/), value(/^Join deadline/)]).toEqual([local(second), local(second)]);
    type(/^Join deadline/, toLocalInput(deadline));
    await chooseGameweek(4);
    expect([value(/^Start date/), value(/^Join deadline/)]).toEqual([local(first), local(deadline)]);
  });

  it.each([
    ['name', { name: '   ' }],
    ['start date', { start: '' }],
    ['join deadline', { deadline: '' }],
  ])('TOURN-12 a blank %s shows the message and sends nothing', async (_, fields) => {
    const { requests } = await openDialog();
    fill(fields);
    submit();
    expect(await screen.findByText('Please fill in all required fields')).toBeTruthy();
    expect(requests).toEqual([]);
  });

  it('TOURN-13 the form shows server errors by field and keeps the input', async () => {
    await openDialog(() => {
      throw new TouchlineError('VALIDATION_FAILED', 'Some fields are not right.', {
        details: [{ path: 'start_time', message: 'No matches in this period' }],
      });
    });
    fill();
    submit();
    expect(await screen.findByText('Failed to create tournament')).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>(/^Start date/);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.closest('[class*="InputWrapper"]')?.textContent).toContain('No matches in this period');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('  Friday Night Cup ');
    fireEvent.change(field, { target: { value: '2026-09-05T12:00' } });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBeNull());
    expect(screen.queryByText('Failed to create tournament')).toBeNull();
  });

  it('A26 an old session requires a new sign-in and keeps the input', async () => {
    await openDialog(() => {
      throw new TouchlineError('REAUTH_REQUIRED', 'Sign in again, then repeat this.');
    });
    fill();
    submit();
    expect(await screen.findByText('Sign in again, then repeat this.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('  Friday Night Cup ');
    expect(screen.getByLabelText<HTMLInputElement>(/^Start date/).value).toBe(
      toLocalInput(start).slice(0, 16),
    );
  });

  it('TOURN-13 the form shows any other failure', async () => {
    await openDialog(() => {
      throw new TouchlineError('FORBIDDEN', 'Only admins may do this.');
    });
    fill();
    submit();
    expect(await screen.findByText('Failed to create tournament')).toBeTruthy();
    expect(screen.getByText('Only admins may do this.')).toBeTruthy();
  });
});
