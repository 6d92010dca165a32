import { screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { getParticipation, type ParticipationDetails } from '@touchline/api/http/entries';
import { saveLineup } from '@touchline/api/http/lineups';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeRequest, type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect } from 'vitest';
import { buildGame, inHours, NOW, participationId, playerName } from './fixtures.ts';
import { buildMatch, buildTeam } from './team-fixtures.ts';
import { press, spoken } from './open-builder.tsx';
import { openPage } from './open-page.tsx';

/** The participation of the tests. */
export const id = participationId(1);
export const seasonGame = buildGame(3, -1, { game_type: 'SEASON', name: 'Season 2026', last_gameweek: 38 });

/** A team whose given players kicked off an hour ago; the others play in three hours. */
export function team(fields: Partial<ParticipationDetails> = {}, lockedIds: readonly number[] = []) {
  const ahead = { locked: false, minutes: 0, current_points: 0 };
  return buildTeam(fields, (player) =>
    lockedIds.includes(player)
      ? {}
      : { ...ahead, fixtures: [buildMatch(2, { started: false, minutes: 0, kickoff_time: inHours(3) })] },
  );
}

/** Opens the page of a team, with all requests for it. */
export function openTeamView(loadTeam: () => ParticipationDetails, responses: readonly FakeResponse[] = []) {
  const requests: FakeRequest[] = [];
  const given = fakeResponse(getParticipation, (request) => {
    requests.push(request);
    return { participation: loadTeam() };
  });
  const host = createFakeHost({ user: fakeUser(), now: () => NOW, responses: [...responses, given] });
  openPage(host, `/team-view/${id}`);
  return { host, requests };
}

export const teamIsShown = () => screen.findByText('Game Information');
/** The value of one of the totals. */
export const stat = (label: string) =>
  screen.getByText(label, { selector: 'span' }).parentElement?.children[1]?.textContent;

interface Options {
  now?: () => number;
  /** Runs on a save, which succeeds unless this throws. */
  save?: () => void;
  responses?: readonly FakeResponse[];
}

/** Opens the page of a team; the fake server keeps what it saves. */
export async function openTeam(
  first: ParticipationDetails,
  { now = () => NOW, save, responses = [] }: Options = {},
) {
  const served = { team: first };
  const saves: Record<string, unknown>[] = [];
  const host = createFakeHost({
    user: fakeUser(),
    now,
    responses: [
      ...responses,
      fakeResponse(getParticipation, () => ({ participation: served.team })),
      fakeResponse(saveLineup, ({ params, body }) => {
        expect(params).toEqual({ id });
        const { effective_gameweek = null, ...lineup } = body as Record<string, never>;
        saves.push(body as Record<string, unknown>);
        save?.();
        if (effective_gameweek === null) served.team = { ...served.team, ...(lineup as object) };
        return { lineup: lineup as never, effective_gameweek };
      }),
    ],
  });
  openPage(host, `/team-view/${id}`);
  await teamIsShown();
  return { host, saves, served };
}

/** Opens the page of a team in edit mode. */
export async function editTeam(first: ParticipationDetails, options: Options = {}) {
  const opened = await openTeam(first, options);
  press('Edit Team');
  return opened;
}

/** Whether there is a button with this text. */
export const hasButton = (name: string) =>
  [...document.querySelectorAll('button')].some((b) => b.textContent === name);
/** The names on the bench. */
export const benchNames = () => [1, 2, 3, 4].map((place) => spoken(`bench-${place}`).split(', ')[1]);
export const sectionTitles = () => [...document.querySelectorAll('section > h2')].map((title) => title.textContent);
export const playerNames = (...ids: number[]) => ids.map(playerName);
/** Waits until the page is back in view mode. */
export const waitForViewMode = () => waitFor(() => expect(hasButton('Edit Team')).toBe(true));
/** A server that refuses. */
export const rejectWith =
  (code: string, message: string, player_ids: number[] = []) =>
  (): never => {
    const details = player_ids.map((player_id) => ({ player_id, message: 'is locked' }));
    throw new TouchlineError(code, message, { details });
  };
