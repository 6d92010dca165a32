import * as football from '@touchline/api/http/fpl';
import type { Schema } from '@touchline/api/schema';
import { toInstant } from '@touchline/api/values';
import { type Calendar, SECOND_MS } from '@touchline/rules/calendar';
import type { z } from 'zod';
import { createBodyCache } from '../bodies/bodies.ts';
import {
  filterFixtures,
  findCurrentGameweek,
  findRunningLive,
  getMatchesIntervalMs,
} from '../football/gameweeks.ts';
import { listMatchEvents } from '../match-events/list-match-events.ts';
import { findPlayers, type PlayersQuery } from '../players/find-players.ts';
import { buildPlayerDetails } from '../players/player-details.ts';
import { getStamp, type Season, type Snapshot } from '../snapshots/snapshots.ts';

/** Response bodies of /fpl, serialised once per change of the feed. */
export type FplResponses = ReturnType<typeof createFplResponses>;

/** Minimum age of stale data. Data is stale when the feed has not confirmed it for three polls. */
const MIN_STALE_MS = 10_000;
/** Maximum delay of `updated_at` in a body that has not changed otherwise. */
const MAX_UPDATED_AT_LAG_MS = 60_000;

/** More than the number of gameweeks in a season, each with its fixtures. */
const MAX_PAGES = 100;
const MAX_LISTS = 200;
/** More than the number of players in a season. */
const MAX_DETAILS = 1_000;

export function createFplResponses(calendar: Calendar, now: () => number) {
  const pages = createBodyCache(MAX_PAGES);
  const lists = createBodyCache(MAX_LISTS);
  const details = createBodyCache(MAX_DETAILS);

  /** Returns a cached body. The entity tag ignores `updated_at` until the data is stale, so an unchanged feed still results in 304. */
  function getBody<D extends Schema>(
    endpoint: { data: D },
    key: string,
    snapshot: Snapshot<unknown>,
    stale: boolean,
    data: () => z.input<D>,
  ) {
    const version = `${getStamp(snapshot)}${stale ? `.stale${snapshot.fetched_at}` : ''}`;
    const stamp = `${version}.${Math.floor(snapshot.fetched_at / MAX_UPDATED_AT_LAG_MS)}`;
    return pages(endpoint, { key, stamp, tag: `${key}.${version}` }, data);
  }

  const isStale = (snapshot: Snapshot<unknown>, intervalMs: number) =>
    now() - snapshot.fetched_at > Math.max(3 * intervalMs, MIN_STALE_MS);

  return {
    bootstrap({ bootstrap }: Season) {
      const stale = isStale(bootstrap, calendar.poll_bootstrap_seconds * SECOND_MS);
      return getBody(football.bootstrap, 'bootstrap', bootstrap, stale, () => ({
        ...bootstrap.content,
        ...buildAge(bootstrap, stale),
      }));
    },
    teams: ({ bootstrap }: Season) =>
      getBody(football.teams, 'teams', bootstrap, false, () => ({ teams: bootstrap.content.teams })),
    /** Null when the feed has no gameweeks. */
    currentGameweek({ bootstrap }: Season) {
      const gameweek = findCurrentGameweek(bootstrap.content.gameweeks);
      return gameweek
        ? getBody(football.currentGameweek, 'current', bootstrap, false, () => ({ gameweek }))
        : null;
    },
    /** The match events of the current gameweek; null when the feed has no gameweeks. */
    matchEvents(season: Season) {
      const gameweek = findCurrentGameweek(season.bootstrap.content.gameweeks)?.id;
      if (gameweek === undefined) return null;
      // Names and clubs come from the bootstrap and the fixtures.
      const snapshots = [season.bootstrap, season.fixtures, season.matchEvents.get(gameweek)];
      const stamp = snapshots.map((snapshot) => snapshot && getStamp(snapshot)).join('.');
      return pages(football.matchEvents, { key: 'matchEvents', stamp }, () => ({
        season: season.id,
        gameweek,
        moments: listMatchEvents(season, gameweek),
      }));
    },
    /**
     * All fixtures, or the fixtures of a gameweek; null when the gameweek does not exist. Their age is that of
     * the oldest among them and the points of running gameweeks.
     */
    fixtures(season: Season, gameweek?: number) {
      const { bootstrap, fixtures } = season;
      if (gameweek !== undefined && !bootstrap.content.gameweeks.some(({ id }) => id === gameweek))
        return null;
      // A match that has just started was last polled at the slower interval.
      const intervalMs = getMatchesIntervalMs(fixtures.content, calendar, now() - MIN_STALE_MS);
      const oldest = ageFixtures(season, now());
      const stale = isStale(oldest, intervalMs);
      const list = () =>
        gameweek === undefined ? fixtures.content : filterFixtures(fixtures.content, gameweek);
      const endpoint = gameweek === undefined ? football.fixtures : football.gameweekFixtures;
      return getBody(endpoint, `fixtures${gameweek ?? ''}`, oldest, stale, () => ({
        fixtures: list(),
        ...buildAge(oldest, stale),
      }));
    },
    players(season: Season, query: PlayersQuery) {
      const { players, teams } = season.bootstrap.content;
      const version = { key: JSON.stringify(query), stamp: getStamp(season.bootstrap) };
      return lists(football.players, version, () => findPlayers(players, teams, query));
    },

    /** Null when the season has no such player. */
    playerDetails(season: Season, id: number) {
      const player = season.bootstrap.content.players.find((one) => one.id === id);
      const version = { key: String(id), stamp: getSeasonStamp(season) };
      return player
        ? details(football.playerDetails, version, () => buildPlayerDetails(season, player))
        : null;
    },
  };
}

/** The fixtures with the time of the oldest among them and the points of running gameweeks. */
function ageFixtures(season: Season, now: number): Season['fixtures'] {
  const updates = [season.fixtures, ...findRunningLive(season, now)].map(({ fetched_at }) => fetched_at);
  return { ...season.fixtures, fetched_at: Math.min(...updates) };
}

const buildAge = ({ season, fetched_at }: Snapshot<unknown>, stale: boolean) => ({
  season,
  updated_at: toInstant(fetched_at),
  stale,
});

/** Identifies the data of a player's details. Versions only grow, so their sum identifies the live lists. */
function getSeasonStamp({ bootstrap, fixtures, live }: Season): string {
  const versions = [...live.values()].reduce((sum, { version }) => sum + version, 0);
  return `${getStamp(bootstrap)}.${getStamp(fixtures)}.${versions}`;
}
