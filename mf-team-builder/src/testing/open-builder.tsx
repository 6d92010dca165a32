import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { joinGame } from '@touchline/api/http/entries';
import { type Game, getGame } from '@touchline/api/http/games';
import { createFakeHost, type FakeHostOptions, fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeRequest, type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildGame, buildParticipation, NOW, playerId, playerName, RECEIPT } from './fixtures.ts';
import { openPage } from './open-page.tsx';
import { fixtureResponses, footballResponse, noTeams, playerResponse } from './responses.ts';

export const game = buildGame(3);

interface OpenBuilder {
  state?: unknown;
  responses?: FakeResponse[];
  game?: Game;
  host?: FakeHostOptions;
}

/** Creates a host for the builder; also returns all join requests. */
export function createBuilderHost({ responses = [], game: chosenGame = game, host = {} }: OpenBuilder = {}) {
  const joins: FakeRequest[] = [];
  const joined = fakeResponse(joinGame, (request) => {
    joins.push(request);
    return {
      participation: buildParticipation(1, { game: chosenGame, game_id: chosenGame.id }),
      receipt: RECEIPT,
    };
  });
  const fake = createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    ...host,
    responses: [
      footballResponse,
      playerResponse,
      ...fixtureResponses,
      noTeams,
      fakeResponse(getGame, { game: chosenGame }),
      joined,
      ...responses,
    ],
  });
  return { host: fake, joins };
}

/** Opens the builder for the weekly game and waits until it is loaded. */
export async function openBuilder(options: OpenBuilder = {}) {
  const { host, joins } = createBuilderHost(options);
  const { state = { gameMode: 'weekly', gameId: (options.game ?? game).id, fromGameSelection: true } } =
    options;
  const view = openPage(host, '/team-build', state);
  await screen.findByText('Team Builder');
  return { host, joins, view };
}

/** Finds a button by its name. Does not use role queries, because they are slow on a whole builder. */
export function button(name: string | RegExp, within: ParentNode = document): HTMLButtonElement {
  const matches = (text: string | null) => (typeof name === 'string' ? text === name : name.test(text ?? ''));
  const match = [...within.querySelectorAll('button')].find((each) =>
    matches(each.getAttribute('aria-label') ?? each.textContent),
  );
  if (!match) throw new Error(`No button ${name}`);
  return match;
}
export const createButton = () => button(/^Creat(e|ing) Team/);
export const press = (name: string | RegExp) => fireEvent.click(button(name));
/** Waits for the open dialog. */
export const dialog = () =>
  waitFor(() => {
    const open = document.querySelector<HTMLElement>('[role="dialog"]');
    if (!open) throw new Error('No dialog is open');
    return open;
  });
export const dialogGone = () =>
  waitFor(() => {
    if (document.querySelector('[role="dialog"]')) throw new Error('A dialog is open');
  });
export const onField = () => screen.getByText(/on field$/).textContent;
/** Returns the name of player `index` of a club. */
export const clubPlayerName = (club: number, index: number) => playerName(playerId(club, index));
export const section = (label: string) => within(screen.getByRole('region', { name: label }));
export const rows = () => [...document.querySelectorAll<HTMLElement>('[aria-label="Players to pick"] > li')];
export const listed = (within: ParentNode) => [
  ...within.querySelectorAll<HTMLElement>('[aria-label="Players"] > li'),
];
/** Finds the button of a row in the player list. */
export const pickButton = (name: string) => {
  const row = rows().find((each) => each.querySelector('[data-part="name"]')?.textContent === name);
  if (!row) throw new Error(`${name} is not listed`);
  return row.querySelector('button') as HTMLButtonElement;
};
export const search = (text: string) =>
  fireEvent.change(screen.getByLabelText('Search players'), { target: { value: text } });
/** Searches for a player and presses the row. */
export async function pick(name: string) {
  search(name);
  fireEvent.click(await screen.findByText(name, { selector: '[data-part="name"]' }));
}
export const slot = (id: string) => {
  const button = document.querySelector<HTMLButtonElement>(`[data-slot="${id}"]`);
  if (!button) throw new Error(`No slot ${id}`);
  return button;
};
/** Types into the search field of a picker. */
export const searchInPicker = (picker: HTMLElement, text: string) =>
  fireEvent.change(within(picker).getByLabelText('Search'), { target: { value: text } });
export const tabs = (within: ParentNode = document) => [...within.querySelectorAll('[role="tab"]')];
/** Returns the text of a slot for screen readers. */
export const slotText = (id: string) => slot(id).firstElementChild?.textContent ?? '';
