import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture, Gameweek, Player, Team } from '@touchline/api/http/fpl';

/** The last good state of something of the feed. */
export interface Snapshot<T> {
  season: string;
  /** Counts the changes of this snapshot and only grows. */
  version: number;
  /** Of the content: versions begin anew when the database does. */
  hash: string;
  content: T;
  /** When the feed last answered with exactly this (epoch ms). */
  fetched_at: number;
}

export interface BootstrapContent {
  players: Player[];
  teams: Team[];
  gameweeks: Gameweek[];
}

/** Everything known of one season. */
export interface Season {
  season: string;
  bootstrap: Snapshot<BootstrapContent>;
  fixtures: Snapshot<Fixture[]>;
  live: ReadonlyMap<number, Snapshot<FixtureScoreMessage[]>>;
}

export type Resource = 'bootstrap' | 'fixtures' | 'live';

/** Key of a snapshot within a season; `gameweek` is 0 where there is one for all. */
export const keyOf = (resource: Resource, gameweek: number): string => `${resource}/${gameweek}`;

/** Names a content for entity tags; the version, which browsers and people can follow, comes last. */
export const stampOf = ({ season, hash, version }: Snapshot<unknown>): string =>
  `${season}.${hash.slice(0, 8)}.${version}`;
