import { isDeepStrictEqual } from 'node:util';
import { screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import type { User } from '@touchline/api/http/auth';
import { getParticipation, type ParticipationDetails } from '@touchline/api/http/entries';
import { type ApiLineup, type SaveLineupBody, saveLineup } from '@touchline/api/http/lineups';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeRequest, type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect } from 'vitest';
import { ensureLineup, findSavedLineup } from '../lineup-edit/lineup-edit.ts';
import { applyLineup } from '../lineup-edit/unsent-lineup.ts';
import { buildGame, inHours, NOW, participationId, playerName, RECEIPT } from './fixtures.ts';
import { press, slotText } from './open-builder.tsx';
import { openPage } from './open-page.tsx';
import { buildMatch, buildTeam } from './team-fixtures.ts';

/** Participation id used by the tests. */
export const id = participationId(1);
export const seasonGame = buildGame(3, -1, { game_type: 'SEASON', name: 'Season 2026', last_gameweek: 38 });

/** Builds a team whose locked players kicked off an hour ago. The others play in three hours. */
export function team(fields: Partial<ParticipationDetails> = {}, lockedIds: readonly number[] = []) {
  const notStarted = { locked: false, minutes: 0, current_points: 0 };
  return buildTeam(fields, (player) =>
    lockedIds.includes(player)
      ? {}
      : {
          ...notStarted,
          fixtures: [buildMatch(2, { started: false, minutes: 0, kickoff_time: inHours(3) })],
        },
  );
}

/** Opens a team page; also returns the requests for the team. */
export function openTeamView(
  loadTeam: () => ParticipationDetails,
  responses: readonly FakeResponse[] = [],
  now = () => NOW,
) {
  const requests: FakeRequest[] = [];
  const teamResponse = fakeResponse(getParticipation, (request) => {
    requests.push(request);
    return { participation: loadTeam() };
  });
  const host = createFakeHost({ user: fakeUser(), now, responses: [...responses, teamResponse] });
  openPage(host, `/team-view/${id}`);
  return { host, requests };
}

export const teamIsShown = () => screen.findByText('Game Information');
/** Returns the value of one of the totals. */
export const stat = (label: string) =>
  screen.getByText(label, { selector: 'span' }).parentElement?.children[1]?.textContent;

interface Options {
  now?: () => number;
  /** Called on a save, which waits for it and fails if it throws. */
  save?: () => void | Promise<void>;
  responses?: readonly FakeResponse[];
  user?: User;
  /** Id of the team. */
  at?: string;
}

/** Opens a team page with a fake server that stores saved lineups and rejects those that replace another one. */
export async function openTeam(
  first: ParticipationDetails,
  { now = () => NOW, save, responses = [], user = fakeUser(), at = first.id }: Options = {},
) {
  const served = { team: { ...first, id: at } };
  const saves: Record<string, unknown>[] = [];
  const host = createFakeHost({
    user,
    now,
    responses: [
      fakeResponse(getParticipation, () => ({ participation: served.team })),
      fakeResponse(saveLineup, async ({ params, body }) => {
        expect(params).toEqual({ id: at });
        const { effective_gameweek = null, replaces, ...lineup } = body as ApiLineup & SaveLineupBody;
        saves.push(body as Record<string, unknown>);
        await save?.();
        const gameweek = effective_gameweek ?? served.team.edit_gameweek;
        const stored = findSavedLineup(ensureLineup(served.team), gameweek);
        // A save that changes nothing is not rejected.
        if (![replaces, lineup].some((each) => isDeepStrictEqual(each, stored))) rejectStale();
        served.team = applyLineup(served.team, { lineup, gameweek });
        return { lineup, effective_gameweek, receipt: RECEIPT };
      }),
      ...responses,
    ],
  });
  openPage(host, `/team-view/${at}`);
  // The title is shown in view mode and in edit mode.
  await screen.findByRole('heading', { level: 1, name: first.team_name });
  return { host, saves, served };
}

/** Opens a team page in edit mode. */
export async function editTeam(first: ParticipationDetails, options: Options = {}) {
  const opened = await openTeam(first, options);
  press('Edit Team');
  return opened;
}

/** True if there is a button with this text. */
export const hasButton = (name: string) =>
  [...document.querySelectorAll('button')].some((b) => b.textContent === name);
/** Returns the names of the bench players. */
export const benchNames = () => [1, 2, 3, 4].map((place) => slotText(`bench-${place}`).split(', ')[1]);
export const sectionTitles = () =>
  [...document.querySelectorAll('section > h2')].map((title) => title.textContent);
export const playerNames = (...ids: number[]) => ids.map(playerName);
/** Waits until the page is back in view mode. */
export const waitForViewMode = () => waitFor(() => expect(hasButton('Edit Team')).toBe(true));
/** Returns a function that throws an error of the server. */
export const rejectWith =
  (code: string, message: string, player_ids: number[] = []) =>
  (): never => {
    const details = player_ids.map((player_id) => ({ player_id, message: 'is locked' }));
    throw new TouchlineError(code, message, { details });
  };
const rejectStale = rejectWith('STALE', 'The saved lineup is not the one that you edited.');
