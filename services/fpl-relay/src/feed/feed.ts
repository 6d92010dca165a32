import type { Fixture, Gameweek, Player, Team } from '@touchline/api/http/fpl';
import type { Schema } from '@touchline/api/schema';
import { isPosition } from '@touchline/rules/squad';
import type { z } from 'zod';
import type { FeedClient, FeedResponse } from './feed.client.ts';
import * as shape from './feed.schema.ts';
import { FeedError } from './feed-error.ts';

/** A gameweek of the feed. Its start and end are derived from the fixtures. */
export type FeedGameweek = Omit<Gameweek, 'start_time' | 'end_time'>;

export interface FeedBootstrap {
  players: Player[];
  teams: Team[];
  gameweeks: FeedGameweek[];
}

/** The parsed feed. Methods return the same object while the response of the feed does not change. */
export interface Feed {
  /** @throws FeedError */
  bootstrap(signal: AbortSignal): Promise<FeedBootstrap>;
  /** @throws FeedError */
  fixtures(signal: AbortSignal): Promise<Fixture[]>;
  /** @throws FeedError */
  live(gameweek: number, signal: AbortSignal): Promise<shape.LiveElement[]>;
  /** Like `live`, but without caching, for a gameweek that is read once. @throws FeedError */
  pastLive(gameweek: number, signal: AbortSignal): Promise<shape.LiveElement[]>;
}

/** Creates a feed that parses the responses of the client. Only valid responses are accepted for conditional requests. */
export function createFeed(client: FeedClient): Feed {
  const parsed = new WeakMap<FeedResponse, unknown>();

  async function fetch<T>(
    path: string,
    resource: string,
    parse: (json: unknown) => T,
    signal: AbortSignal,
  ): Promise<T> {
    const response = await client.get(resource, path, signal);
    if (parsed.has(response)) return parsed.get(response) as T;
    const value = parse(parseJson(resource, response.text));
    parsed.set(response, value);
    response.accept();
    return value;
  }

  const livePath = (gameweek: number) => `/event/${gameweek}/live/`;

  return {
    bootstrap: (signal) => fetch('/bootstrap-static/', 'bootstrap', parseBootstrap, signal),
    fixtures: (signal) => fetch('/fixtures/', 'fixtures', parseFixtures, signal),
    live: (gameweek, signal) => fetch(livePath(gameweek), 'live', parseLive, signal),
    async pastLive(gameweek, signal) {
      const { text } = await client.get('live', livePath(gameweek), signal);
      return parseLive(parseJson('live', text));
    },
  };
}

function parseJson(resource: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FeedError('not-json', resource, 'is not JSON', error);
  }
}

function parseWith<S extends Schema>(resource: string, schema: S, json: unknown): z.output<S> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  const empty = first?.code === 'too_small' && first.origin === 'array';
  const where = first?.path.join('.') || 'the response';
  throw new FeedError(empty ? 'empty' : 'shape', resource, `${where}: ${first?.message}`);
}

function parseLive(json: unknown): shape.LiveElement[] {
  const { elements } = parseWith('live', shape.live, json);
  assertUnique('live', elements);
  return elements;
}

function parseFixtures(json: unknown): Fixture[] {
  const list = parseWith('fixtures', shape.fixtures, json);
  assertUnique('fixtures', list);
  return list;
}

function parseBootstrap(json: unknown): FeedBootstrap {
  const { events, teams, elements } = parseWith('bootstrap', shape.bootstrap, json);
  // Excludes managers and unknown element types.
  const footballers = elements.filter(({ element_type }) => isPosition(element_type));
  const hasStarted = events.some(({ is_current, finished }) => is_current || finished);
  const players = parseWith('bootstrap', shape.element.array().min(1), footballers).map((element) => ({
    ...toPlayer(element),
    // Until the first deadline the feed shows the points of the previous season.
    ...(hasStarted ? {} : { total_points: 0 }),
  }));
  for (const list of [events, teams, players]) assertUnique('bootstrap', list);
  const clubs = new Set(teams.map(({ id }) => id));
  const withoutClub = players.find((player) => !clubs.has(player.team));
  if (withoutClub) throw new FeedError('shape', 'bootstrap', `player ${withoutClub.id} has no club`);
  return { players, teams, gameweeks: events.map((event) => ({ ...event, gameweek_number: event.id })) };
}

function assertUnique(resource: string, list: { id: number }[]): void {
  if (new Set(list.map(({ id }) => id)).size !== list.length)
    throw new FeedError('shape', resource, 'contains a duplicate id');
}

function toPlayer(element: shape.FeedElement): Player {
  return {
    id: element.id,
    code: element.code,
    name: `${element.first_name} ${element.second_name}`.trim(),
    web_name: element.web_name,
    team: element.team,
    position: element.element_type,
    price: element.now_cost / 10,
    total_points: element.total_points,
    form: element.form,
    selected_by_percent: element.selected_by_percent,
    cost_change: element.cost_change_start / 10,
    photo: element.photo,
    status: element.status,
    // Feeds from before December 2024 have no `can_select`; there, status `u` marks a player who has left.
    can_select: (element.can_select ?? element.status !== 'u') && !element.removed,
    news: element.news,
    chance_of_playing: element.chance_of_playing_next_round ?? null,
  };
}
