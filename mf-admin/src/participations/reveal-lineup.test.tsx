import { cleanup, fireEvent, screen } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { revealLineup } from '@touchline/api/http/admin-entries';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it, vi } from 'vitest';
import { buildParticipation, openAdmin, PLAYER } from '../testing/open-admin.tsx';
import { dialog, openRecord, press } from '../testing/open-dialog.tsx';
import { createFakeServer } from '../testing/participation-server.ts';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

const SEALED = {
  formation: null,
  captain_id: null,
  vice_captain_id: null,
  players_snapshot: [],
  sealed_players: 15,
};

/** Opens the sealed entry. `reveal` responds to the request for its lineup. */
async function openSealed(reveal: () => ReturnType<typeof buildParticipation>) {
  const bodies: unknown[] = [];
  openAdmin([
    ...createFakeServer(SEALED).responses,
    fakeResponse(revealLineup, ({ body }) => {
      bodies.push(body);
      return { participation: reveal() };
    }),
  ]);
  await openRecord(/^View Onion Bag/, 'Game Participation Details');
  return bodies;
}
const giveReason = (value: string) =>
  fireEvent.change(dialog().getByRole('textbox', { name: /Reason/ }), { target: { value } });

it('a sealed lineup is shown only with a reason', async () => {
  const bodies = await openSealed(() =>
    buildParticipation({
      formation: '3-5-2',
      captain_id: 21,
      vice_captain_id: 22,
      players_snapshot: [PLAYER],
    }),
  );
  press('Reveal 15 sealed players');
  press('Reveal lineup');
  expect(dialog().getByText('Please give a reason')).toBeTruthy();
  expect(bodies).toEqual([]);
  giveReason(' A complaint ');
  press('Reveal lineup');
  const lineup = await dialog().findByRole('region', { name: 'Revealed lineup' });
  expect(JSON.parse(lineup.querySelector('pre')?.textContent ?? '')).toEqual({
    formation: '3-5-2',
    captain_id: 21,
    vice_captain_id: 22,
    players: [{ id: PLAYER.id, web_name: PLAYER.web_name }],
  });
  expect(bodies).toEqual([{ reason: 'A complaint' }]);
  expect(dialog().queryByRole('button', { name: /^Reveal/ })).toBeNull();
});

it('a rejected request shows its error and no lineup', async () => {
  await openSealed(() => {
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline is unavailable.');
  });
  press('Reveal 15 sealed players');
  giveReason('A complaint');
  press('Reveal lineup');
  expect(await dialog().findByText('Reveal lineup failed')).toBeTruthy();
  expect(dialog().queryByRole('region', { name: 'Revealed lineup' })).toBeNull();
});

it('an entry without sealed players has no button to reveal them', async () => {
  openAdmin(createFakeServer().responses);
  await openRecord(/^View Onion Bag/, 'Game Participation Details');
  expect(dialog().getByRole('button', { name: 'Exclude from leaderboard' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull();
});
