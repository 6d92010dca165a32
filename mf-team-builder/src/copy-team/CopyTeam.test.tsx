import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { getParticipation, myParticipations } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { deferred } from '@touchline/host/testing/deferred';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { buildBootstrap, buildGame, buildParticipation, playerId, playerName } from '../testing/fixtures.ts';
import {
  button,
  createBuilderHost,
  game,
  openBuilder,
  pick,
  press,
  section,
  slotText,
} from '../testing/open-builder.tsx';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

/** 2 GK, 5 DEF, 5 MID and 3 FWD of fifteen clubs, one of each place of the club. */
const ids = Array.from({ length: 15 }, (_, at) => playerId(at + 1, at));
const INJURED = ids[2]!;
const GONE = ids[14]!;
const RISEN = ids[7]!;

const { players: before, teams } = buildBootstrap();
const roster = ids.map((id) => {
  const { code, name, web_name, team, position, price } = before.find((player) => player.id === id)!;
  return { id, code, name, web_name, team, team_code: teams[team - 1]!.code, position, price };
});
const last = buildParticipation(1, {
  game: buildGame(2, -100),
  team_name: 'Park the Bus FC',
  roster_snapshot: roster,
});
const details = {
  ...last,
  formation: '3-4-3' as const,
  field_players: [0, 2, 3, 4, 7, 8, 9, 10, 12, 13, 14].map((at) => ids[at]!),
  bench_players: [1, 5, 6, 11].map((at) => ids[at]!),
  captain_id: ids[12]!,
  vice_captain_id: ids[7]!,
  gameweek: 2,
  edit_gameweek: 3,
  next_lineup: null,
  players: [],
  gameweeks: [],
};
const today = buildBootstrap(({ id, price }) => {
  if (id === INJURED) return { status: 'i', chance_of_playing: 0, news: 'Knee injury' };
  if (id === GONE) return { status: 'u', can_select: false };
  return id === RISEN ? { price: Math.round(price * 10 + 1) / 10 } : {};
});
const responses = [
  fakeResponse(myParticipations, {
    participations: [last, buildParticipation(2, { joined_at: '2026-01-01T00:00:00.000Z' })],
  }),
  fakeResponse(getParticipation, { participation: details }),
  fakeResponse(bootstrap, today),
];

async function copy(others: FakeResponse[] = []) {
  const opened = await openBuilder({ responses: [...responses, ...others] });
  fireEvent.click(await screen.findByRole('button', { name: 'Copy last team' }));
  await screen.findByRole('region', { name: 'Changes since your last team' });
  return opened;
}

const changed = () =>
  within(section('Changes since your last team').getByRole('list', { name: 'Changed players' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('copy of the last team', () => {
  it('the copy keeps lineup, armbands and name', async () => {
    await copy();
    expect(slotText('gk-1')).toContain(playerName(ids[0]!));
    expect(slotText('def-1')).toContain(playerName(INJURED));
    expect(slotText('fwd-1')).toContain(playerName(ids[12]!));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Team name' }).value).toBe(
      'Park the Bus FC',
    );
    expect(screen.getByText('10/11 on field')).toBeTruthy();
  });

  it('a name that the user has typed stays', async () => {
    await openBuilder({ responses });
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Team name' });
    fireEvent.change(name, { target: { value: 'My Own Eleven' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Copy last team' }));
    await screen.findByRole('region', { name: 'Changes since your last team' });
    expect(name.value).toBe('My Own Eleven');
  });

  it('the changes stay closed after the copy has been cleared', async () => {
    await copy();
    press('Clear All');
    await screen.findByRole('button', { name: 'Copy last team' });
    await pick(playerName(playerId(20, 0)));
    await waitFor(() => expect(slotText('gk-1')).toContain(playerName(playerId(20, 0))));
    expect(screen.queryByRole('button', { name: 'Copy last team' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Changes since your last team' })).toBeNull();
  });

  it('changes of price, fitness and league are listed, problems first', async () => {
    await copy();
    const texts = changed();
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(new RegExp(`^${playerName(INJURED)} Knee injury`));
    expect(texts[1]).toMatch(new RegExp(`^${playerName(GONE)} Cannot be picked any more`));
    expect(texts[2]).toMatch(new RegExp(`^${playerName(RISEN)} £\\d\\.\\dm to £\\d\\.\\dm$`));
  });

  it('players of a club that has become too many are named, and their move is listed', async () => {
    const moved = [ids[3]!, ids[4]!];
    const transfers = buildBootstrap(({ id }) => (moved.includes(id) ? { team: 1 } : {}));
    await copy([fakeResponse(bootstrap, transfers)]);
    expect(changed()).toEqual(moved.map((id) => `${playerName(id)} Now at ARS`));
    const names = [ids[0]!, ...moved].map(playerName).join(', ');
    expect(section('Create your team').getByText(/^Maximum/).textContent).toBe(
      `Maximum 2 players per team allowed: ${names}`,
    );
  });

  it('a suggested substitute takes the place of an injured player', async () => {
    await copy();
    fireEvent.click(button(new RegExp(`^Replace ${playerName(INJURED)} with `)));
    await waitFor(() => expect(slotText('def-1')).not.toContain(playerName(INJURED)));
    expect(slotText('def-1')).not.toBe('');
    expect(changed()).toHaveLength(2);
  });

  it('a copy that arrives after the user has picked a player changes nothing', async () => {
    const { promise: held, resolve: respond } = deferred();
    const slow = fakeResponse(getParticipation, async () => {
      await held;
      return { participation: details };
    });
    const { host } = await openBuilder({ responses: [...responses, slow] });
    fireEvent.click(await screen.findByRole('button', { name: 'Copy last team' }));
    await waitFor(() => expect(host.queryClient.isMutating()).toBe(1));
    await pick(playerName(playerId(20, 0)));
    await waitFor(() => expect(slotText('gk-1')).toContain(playerName(playerId(20, 0))));
    await act(async () => respond());
    await waitFor(() => expect(host.queryClient.isMutating()).toBe(0));
    expect(slotText('gk-1')).toContain(playerName(playerId(20, 0)));
    expect(slotText('def-1')).not.toContain(playerName(INJURED));
    expect(screen.queryByRole('region', { name: 'Changes since your last team' })).toBeNull();
  });

  it('the pitch appears with the offer, which would move it later', async () => {
    const { promise: held, resolve: respond } = deferred();
    const slow = fakeResponse(myParticipations, async () => {
      await held;
      return { participations: [last] };
    });
    const { host } = createBuilderHost({ responses: [...responses, slow] });
    openPage(host, '/team-build', { gameMode: 'weekly', gameId: game.id });
    await screen.findByText('Loading FPL data...');
    await waitFor(() => expect(host.queryClient.isFetching()).toBe(1));
    expect(screen.queryByText('Team Builder')).toBeNull();
    await act(async () => respond());
    await screen.findByText('Team Builder');
    expect(screen.getByRole('button', { name: 'Copy last team' })).toBeTruthy();
  });

  it('the builder opens without the offer if the teams cannot be loaded', async () => {
    const failed = fakeResponse(myParticipations, () => {
      throw new TouchlineError('INTERNAL', 'Something went wrong.');
    });
    await openBuilder({ responses: [...responses, failed] });
    expect(screen.queryByRole('button', { name: 'Copy last team' })).toBeNull();
  });

  it('a user without another team sees no offer', async () => {
    await openBuilder();
    expect(screen.queryByRole('button', { name: 'Copy last team' })).toBeNull();
  });
});
