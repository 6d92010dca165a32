import type { Adjustments } from '@touchline/rules/adjustments';
import type { LegalLineup, StoredLineupVersion } from '@touchline/rules/lineup';
import type { Season, SeasonGameweek } from '@touchline/rules/season';
import type { CoefficientStep } from '@touchline/rules/stakes';

/** Numbers stored with an entry. Each is a column of the table `entries`, and a field of rows that lists can sort by. */
export const ENTRY_NUMBERS = ['entry_points'] as const;
export type EntryNumber = (typeof ENTRY_NUMBERS)[number];

/**
 * Consecutive entries with their first lineups: columns in the binary format of Postgres, concatenated. Names are separated by
 * line ends; lineups are packed (`lineup-bytes.ts`).
 */
export type EntryBatch = Record<
  'id' | 'wallet' | 'team_name' | 'joined_at' | 'effective_gameweek' | 'lineup' | EntryNumber,
  Buffer
>;

/** Lineups saved after joining, in the order of saving; columns as in `EntryBatch`. */
export type LineupBatch = Record<'ordinal' | 'effective_gameweek' | 'saved_at' | 'lineup', Buffer>;

/** Points of entries in a settled gameweek; columns as in `EntryBatch`, `earned` in thousandths. */
export type SettledBatch = Record<'ordinal' | 'points' | 'earned', Buffer>;

/** Stored values of an entry that may change. */
export type EntryEdit = { ordinal: number; team_name: string } & Record<EntryNumber, number>;

export interface CoefficientChange {
  wallet: string;
  steps: readonly CoefficientStep[];
}

/** Football data, game and time of a computation; times in epoch ms. */
export interface Moment {
  season: Season;
  game: { start: number; end: number; first_gameweek: number; last_gameweek: number };
  now: number;
}

/** Number of entries with at least `from` and less than `to` points. */
export interface Bar {
  from: number;
  to: number;
  players: number;
}

/** Standings as a whole. */
export interface Summary {
  /** Entries, and those of them that are ranked. */
  entries: number;
  players: number;
  /** Running or last gameweek; null before the first. */
  gameweek: number | null;
  /** Highest and average earned points of ranked entries, in thousandths. */
  top: number;
  average: number;
  /** Average points of all entries (one decimal), by gameweek that has started. */
  averages: ReadonlyMap<number, number>;
  distribution: Bar[];
  /** Rank of an entry without points that joins now. */
  rank_without_points: number;
  /** Entries whose points or coefficient differ from the previous computation. */
  moved: number;
  /** True when no row differs from the previous computation, except for new ones. */
  only_appended: boolean;
  computed_at: number;
  /** Time at which these standings expire without any change of data. */
  valid_until: number;
}

/** Final points of consecutive entries, as equally long arrays; coefficient and earned in thousandths, rank 0 if unranked. */
export type FinalPoints = Record<
  'ordinal' | 'raw_points' | 'points' | 'coefficient' | 'earned' | 'rank',
  number[]
>;

/** Final points of a gameweek. */
export interface SettledGameweek {
  gameweek: number;
  entries: number;
  /** Time of the stakes that count, epoch ms; Infinity if no match took place. */
  stakeCutOff: number;
  /** Returns the points of a range of entries, from an index to before another. */
  read(from: number, to: number): FinalPoints;
}

/** Columns that are sorted by a number. `current_points` are entry points plus points. */
export type NumberColumn =
  | EntryNumber
  | 'current_points'
  | 'gameweek_points'
  | 'coefficient'
  | 'earned'
  | 'formation'
  | 'captain'
  | 'vice_captain';

/** `rank` sorts in the order of the standings, `section` by the name of the game. */
export type SortColumn = 'rank' | 'section' | 'id' | 'wallet' | 'team_name' | NumberColumn;

export interface ListQuery {
  sort: SortColumn;
  order: 'asc' | 'desc';
  /** Place of the first row, from 0, and maximum number of rows. */
  from: number;
  limit: number;
  /** Text to search in wallets and team names. */
  search?: string | undefined;
  /** Searches all displayed columns. */
  searchAll?: boolean;
  /** Only entries with a coefficient above 1. */
  staked?: boolean;
  /** Includes entries outside the standings. */
  unranked?: boolean;
}

/** An entry with its points as plain values. */
export interface Row extends Record<EntryNumber, number> {
  /** Index of the game in the list. */
  section: number;
  ordinal: number;
  id: string;
  wallet: string;
  team_name: string;
  /** Epoch ms. */
  joined_at: number;
  /** Null outside the standings. */
  rank: number | null;
  /** Rank after the previous gameweek; null for entries that joined later. */
  previous_rank: number | null;
  /** Points without coefficient. */
  points: number;
  /** Thousandths. */
  earned: number;
  /** Thousandths. */
  coefficient: number;
  gameweek_points: number;
  /** Lineup in force in the gameweek of the list, else the first. */
  lineup: LegalLineup & StoredLineupVersion;
}

export interface ListResult {
  /** Rows that match the query. */
  total: number;
  rows: Row[];
}

/** Some entries to rank among themselves. */
export interface MemberQuery {
  /** Ordinals, the entries whose first lineup is for a gameweek, or null for all entries. */
  members: Int32Array | { first_gameweek: number } | null;
  /** Points count from this gameweek; null for all of them and the corrections by administrators, which have no gameweek. */
  since: number | null;
  /** Last gameweek that counts, of the settled ones; later entries are left out. Default: everything so far. */
  until?: number;
  /** Ranks by earned points instead of points. */
  coefficient: boolean;
}

/** Ranked members as equally long columns, best first; ties share a rank and keep the order of joining. */
export interface MemberRanks {
  ordinals: Int32Array;
  ranks: Int32Array;
  /** Ranks after the settled gameweek before the shown one; 0 without one, and for entries that joined later. */
  previous_ranks: Int32Array;
  /** Thousandths. */
  points: Int32Array;
}

/**
 * Standings of one game in memory. Data is added in the order of the game's versions and is visible after the next computation.
 * The caller must not add data while `compute` or `settle` runs.
 */
export interface Standings {
  /** Number of entries. */
  readonly entries: number;
  /** Number of later lineups. */
  readonly lineups: number;
  /** Result of the last computation. @throws Error before the first */
  readonly summary: Summary;
  /** Settled gameweeks that the last computation contains. */
  readonly settled: ReadonlySet<number>;
  /** Reserves capacity for entries. */
  reserve(entries: number): void;
  append(batch: EntryBatch): void;
  saveLineups(batch: LineupBatch): void;
  edit(changes: readonly EntryEdit[]): void;
  /** Replaces coefficient histories; wallets without an entry are ignored. */
  setCoefficients(changes: readonly CoefficientChange[]): void;
  /** Replaces corrections by administrators, and the ordinals of entries outside the standings. */
  adjust(adjustments: Adjustments, unranked: readonly number[]): void;
  /** Adds some, all or none of the points of a settled gameweek. */
  addSettled(gameweek: number, batch: SettledBatch): void;
  /** Reports whether points of a settled gameweek were added. */
  hasSettled(gameweek: number): boolean;
  resetSettled(): void;
  /** Computes points and ranks. After a failure the previous result remains. */
  compute(moment: Moment): Promise<Summary>;
  /** Computes the final points of gameweeks, in ascending order, of which some may be settled already; stores nothing. */
  settle(moment: Moment, gameweeks: readonly SeasonGameweek[]): Promise<SettledGameweek[]>;
  list(query: ListQuery): Promise<ListResult>;
  /** Ranks some entries among themselves. */
  rankMembers(query: MemberQuery): Promise<MemberRanks>;
  /**
   * Returns the points of entries in a gameweek in thousandths, with or without the coefficient; null before the gameweek has
   * started.
   */
  readGameweekPoints(gameweek: number, ordinals: readonly number[], coefficient: boolean): number[] | null;
  /** Returns the rows of entries, in this order; ordinals that the last computation does not contain are left out. */
  rowsAt(ordinals: readonly number[]): Row[];
  /** Returns the row of a wallet; null when the last computation does not contain it. */
  row(wallet: string): Row | null;
  /** Finds the coefficient of a wallet in a gameweek, in thousandths; null when the last computation does not contain it. */
  findCoefficient(wallet: string, gameweek: SeasonGameweek): number | null;
}

/** Standings of one game as part of a list. */
export interface NamedStandings {
  standings: Standings;
  /** Name of the game, by which rows can be sorted, and other words that searches find. */
  name: string;
  words: readonly string[];
  /** Gameweek whose lineups are listed. */
  gameweek: number;
}

/** Creates standings whose computations share a thread. */
export interface StandingsEngine {
  create(): Standings;
  /** Lists the entries of several games together. */
  list(games: readonly NamedStandings[], query: ListQuery): Promise<ListResult>;
}
