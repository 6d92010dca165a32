import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture, Gameweek, MatchEventKind, Player, Team } from '@touchline/api/http/fpl';

/** The last good answer of the feed for one resource. */
export interface Snapshot<T> {
  /** Id of the season. */
  season: string;
  /** Grows by one with each change. */
  version: number;
  /** Of the content: a new database counts versions from 1 again. */
  hash: string;
  content: T;
  /** When the feed last answered with this content (epoch ms). */
  fetched_at: number;
}

export interface BootstrapContent {
  players: Player[];
  teams: Team[];
  gameweeks: Gameweek[];
}

/** The snapshots of one season. */
export interface Season {
  /** The year of its first deadline; a second season in one year gets a suffix (`2025-2`). */
  id: string;
  bootstrap: Snapshot<BootstrapContent>;
  fixtures: Snapshot<Fixture[]>;
  /** By gameweek. */
  live: ReadonlyMap<number, Snapshot<FixtureScoreMessage[]>>;
  /** By gameweek. */
  moments: ReadonlyMap<number, Snapshot<KnownMoment[]>>;
}

/** A moment as it is stored: names come from the other snapshots. */
export interface KnownMoment {
  id: string;
  kind: MatchEventKind;
  fixture: number;
  player: number | null;
  minute: number | null;
  points: number;
  score: [home: number, away: number] | null;
  /** Epoch ms; null when it was over before the relay looked. */
  seen_at: number | null;
  taken_back: boolean;
}

export type Resource = 'bootstrap' | 'fixtures' | 'live' | 'moments';

/** Key of a snapshot within a season; `gameweek` is 0 for resources of the whole season. */
export const keyOf = (resource: Resource, gameweek: number): string => `${resource}/${gameweek}`;

/** Identifies a content in entity tags. Ends with the version, which people can follow. */
export const stampOf = ({ season, hash, version }: Snapshot<unknown>): string =>
  `${season}.${hash.slice(0, 8)}.${version}`;
