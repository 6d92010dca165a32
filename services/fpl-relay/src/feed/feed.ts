import type { Fixture, Gameweek, Player, Team } from '@touchline/api/http/fpl';
import type { Schema } from '@touchline/api/schema';
import type { z } from 'zod';
import type { FeedClient } from './feed.client.ts';
import * as shape from './feed.schema.ts';
import { FeedError } from './feed-error.ts';

/** A gameweek of the feed; its start and end are derived from the fixtures. */
export type FeedGameweek = Omit<Gameweek, 'start_time' | 'end_time'>;

export interface FeedBootstrap {
  players: Player[];
  teams: Team[];
  gameweeks: FeedGameweek[];
}

/** The parsed feed. A call returns the same object while the answer of the feed does not change. */
export interface Feed {
  /** @throws FeedError */
  bootstrap(signal: AbortSignal): Promise<FeedBootstrap>;
  /** @throws FeedError */
  fixtures(signal: AbortSignal): Promise<Fixture[]>;
  /** @throws FeedError */
  live(gameweek: number, signal: AbortSignal): Promise<shape.LiveElement[]>;
  /** Like `live`, for a gameweek that is read once: nothing is cached. @throws FeedError */
  pastLive(gameweek: number, signal: AbortSignal): Promise<shape.LiveElement[]>;
}

/** More gameweeks than run at the same time; two may when a match is moved. */
const MAX_LIVE_LISTS = 4;

/** Parses what the client fetches. Only an answer that is valid is accepted, i.e. requested conditionally from then on. */
export function createFeed(client: FeedClient): Feed {
  const parsedTexts = new Map<string, { text: string; value: unknown }>();

  async function fetch<T>(
    path: string,
    resource: string,
    parse: (json: unknown) => T,
    signal: AbortSignal,
  ): Promise<T> {
    const answer = await client.get(resource, path, signal);
    const known = parsedTexts.get(path);
    if (known?.text === answer.text) return known.value as T;
    const value = parse(jsonOf(resource, answer.text));
    parsedTexts.set(path, { text: answer.text, value });
    answer.accept();
    return value;
  }

  /** Paths of live lists, least recently used first. Each list takes megabytes, and a finished gameweek is not read again. */
  const lives = new Set<string>();

  function keepLatest(path: string): void {
    lives.delete(path);
    lives.add(path);
    for (const oldest of lives) {
      if (lives.size <= MAX_LIVE_LISTS) break;
      lives.delete(oldest);
      parsedTexts.delete(oldest);
      client.forget(oldest);
    }
  }

  const livePath = (gameweek: number) => `/event/${gameweek}/live/`;

  return {
    bootstrap: (signal) => fetch('/bootstrap-static/', 'bootstrap', parseBootstrap, signal),
    fixtures: (signal) => fetch('/fixtures/', 'fixtures', parseFixtures, signal),
    async live(gameweek, signal) {
      const elements = await fetch(livePath(gameweek), 'live', liveOf, signal);
      keepLatest(livePath(gameweek));
      return elements;
    },
    async pastLive(gameweek, signal) {
      const { text } = await client.get('live', livePath(gameweek), signal);
      return liveOf(jsonOf('live', text));
    },
  };
}

function jsonOf(resource: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FeedError('not-json', resource, 'is not JSON', error);
  }
}

function checked<S extends Schema>(resource: string, schema: S, json: unknown): z.output<S> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  const empty = first?.code === 'too_small' && first.origin === 'array';
  const where = first?.path.join('.') || 'the whole answer';
  throw new FeedError(empty ? 'empty' : 'shape', resource, `${where}: ${first?.message}`);
}

function liveOf(json: unknown): shape.LiveElement[] {
  const { elements } = checked('live', shape.live, json);
  refuseDuplicates('live', elements);
  return elements;
}

function parseFixtures(json: unknown): Fixture[] {
  const list = checked('fixtures', shape.fixtures, json);
  refuseDuplicates('fixtures', list);
  return list;
}

const POSITIONS = new Set([1, 2, 3, 4]);

function parseBootstrap(json: unknown): FeedBootstrap {
  const { events, teams, elements } = checked('bootstrap', shape.bootstrap, json);
  // Leaves out managers and unknown element types.
  const footballers = elements.filter(({ element_type }) => POSITIONS.has(element_type));
  const begun = events.some(({ is_current, finished }) => is_current || finished);
  const players = checked('bootstrap', shape.element.array().min(1), footballers).map((element) => ({
    ...playerOf(element),
    // Until the first deadline the feed shows the points of the season before.
    ...(begun ? {} : { total_points: 0 }),
  }));
  for (const list of [events, teams, players]) refuseDuplicates('bootstrap', list);
  const clubs = new Set(teams.map(({ id }) => id));
  const homeless = players.find((player) => !clubs.has(player.team));
  if (homeless) throw new FeedError('shape', 'bootstrap', `player ${homeless.id} has no club`);
  return { players, teams, gameweeks: events.map((event) => ({ ...event, gameweek_number: event.id })) };
}

function refuseDuplicates(resource: string, list: { id: number }[]): void {
  if (new Set(list.map(({ id }) => id)).size !== list.length)
    throw new FeedError('shape', resource, 'has the same id twice');
}

function playerOf(element: shape.FeedElement): Player {
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
    // Without `can_select` (before December 2024), status `u` says that a player has left.
    can_select: (element.can_select ?? element.status !== 'u') && !element.removed,
    news: element.news,
    chance_of_playing: element.chance_of_playing_next_round ?? null,
  };
}
