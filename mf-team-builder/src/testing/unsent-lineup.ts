import { fireEvent, screen } from '@testing-library/react';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import type { UnsentLineup } from '@touchline/host/unsent-lineups';
import { findSavedLineup } from '../lineup-edit/lineup-edit.ts';
import { rejectWith, team } from './open-team.tsx';

export const mine = team();

/** A lineup of `mine` with another captain that waits to be sent. */
export const kept: UnsentLineup = {
  wallet: FAKE_ADDRESS,
  participation_id: mine.id,
  team_name: mine.team_name,
  lineup: { ...findSavedLineup(mine, mine.edit_gameweek), captain_id: 8 },
  replaces: findSavedLineup(mine, mine.edit_gameweek),
  gameweek: mine.edit_gameweek,
  saved_at: Date.now(),
  failure: null,
};

/** The kept lineup, rejected by the server. */
export const rejected = (code: string, players: number[] = []): UnsentLineup => ({
  ...kept,
  failure: { code, message: 'The reason of the server.', players },
});

export const offline = rejectWith('NETWORK_ERROR', 'The server cannot be reached.');
const captainSelect = () => screen.getByLabelText('Captain (2x points)') as HTMLSelectElement;
/** Returns the chosen captain. */
export const captain = () => captainSelect().value;
export const chooseCaptain = (id: number) =>
  fireEvent.change(captainSelect(), { target: { value: String(id) } });
export const chooseNextGameweek = () =>
  fireEvent.click(screen.getByRole('radio', { name: 'From gameweek 4' }));
