import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture, Gameweek, MatchEventKind, Player, Team } from '@touchline/api/http/fpl';

/** The last valid feed response for one resource. */
export interface Snapshot<T> {
  /** Id of the season. */
  season: string;
  /** Increases by one with each change. */
  version: number;
  /** Hash of the content. Needed because a new database counts versions from 1 again. */
  hash: string;
  content: T;
  /** Time at which this version was stored, in epoch ms. */
  changed_at: number;
  /** Time of the last feed response with this content, in epoch ms. */
  fetched_at: number;
}

export interface BootstrapContent {
  players: Player[];
  teams: Team[];
  gameweeks: Gameweek[];
}

/** The snapshots of one season. */
export interface Season {
  /** The year of the first deadline. A second season in one year has a suffix (`2025-2`). */
  id: string;
  bootstrap: Snapshot<BootstrapContent>;
  fixtures: Snapshot<Fixture[]>;
  /** By gameweek. */
  live: ReadonlyMap<number, Snapshot<FixtureScoreMessage[]>>;
  /** By gameweek. */
  matchEvents: ReadonlyMap<number, Snapshot<StoredMatchEvent[]>>;
}

/** A stored match event. Names come from the other snapshots. */
export interface StoredMatchEvent {
  id: string;
  kind: MatchEventKind;
  fixture: number;
  player: number | null;
  minute: number | null;
  points: number;
  score: [home: number, away: number] | null;
  /** Epoch ms; null when it happened before the relay watched the fixture. */
  seen_at: number | null;
  /** Epoch ms; null while the feed shows the event. */
  taken_back_at: number | null;
}

export type Resource = 'bootstrap' | 'fixtures' | 'live' | 'moments';

/** Identifies a content in entity tags. Ends with the version, which is readable. */
export const getStamp = ({ season, hash, version }: Snapshot<unknown>): string =>
  `${season}.${hash.slice(0, 8)}.${version}`;
