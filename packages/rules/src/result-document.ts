import type { AdjustmentSum } from './adjustments.ts';
import type { GameweekFixture } from './counting.ts';
import type { StoredLineupVersion } from './lineup.ts';
import type { PublishedRoot } from './lineup-proof.ts';
import type { PrizeEligibility } from './prize-plan.ts';
import type { PrizeTemplate } from './prize-table.ts';
import type { FixtureScore } from './scores.ts';
import type { CoefficientStep } from './stakes.ts';

/** A row of a published prize table; wei as a decimal text. */
export interface PublishedRow {
  from: number;
  to: number;
  amount: string;
}

/** A winner in a published result, without what verification cannot compute. */
export interface PublishedWinner {
  rank: number;
  wallet_address: string;
  earned_points: number;
  /** Wei. */
  amount: string;
}

/** The fields of a published result that verification needs. Amounts are wei as decimal texts. */
export interface PublishedResult {
  rules_version: string;
  game: {
    id: string;
    /** Whole tokens. */
    entry_fee: string;
    start_time: string;
    end_time: string;
    first_gameweek: number;
    last_gameweek: number;
  };
  plan: {
    guarantee: string;
    commission_bps: number;
    template: PrizeTemplate;
    rows: readonly PublishedRow[];
    eligibility: PrizeEligibility;
  };
  paid_fees: string;
  pool: string;
  entries: number;
  /** Entries that could win a prize when the table was computed. */
  entrants: number;
  table: readonly PublishedRow[];
  prizes: number;
  total: string;
  /** SHA-256 of the JSON of each gameweek. */
  gameweeks: readonly { gameweek: number; digest: string }[];
  coefficients_digest: string;
  /** Lock roots of the game (game rules 10). */
  lock_roots: readonly PublishedRoot[];
  /** ISO 8601. */
  settled_at: string;
  chain_id: number;
  /** Null for a result without prizes. */
  vault: string | null;
  game_key: string;
  /** Null for a result without prizes. */
  root: string | null;
  /** The entries with the first three leaves, in the order of their leaves. */
  podium: readonly PublishedWinner[];
}

/** Football data of a gameweek in a published result. */
export interface PublishedGameweek {
  gameweek: number;
  fixtures: readonly (GameweekFixture & { started: boolean })[];
  clubs: readonly { player: number; club: number }[];
  scores: readonly FixtureScore[];
}

/** An entry of a published result. */
export interface PublishedEntry {
  ordinal: number;
  wallet_address: string;
  /** Epoch ms. */
  joined_at: number;
  rank: number | null;
  /** Why the entry has no rank; null for a ranked entry. */
  unranked: string | null;
  eligible: boolean;
  /** Wei. */
  amount: string;
  leaf: number | null;
  roster: readonly { player: number; position: number; club: number }[];
  lineups: readonly StoredLineupVersion[];
  coefficients: readonly CoefficientStep[];
  corrections: readonly Omit<AdjustmentSum, 'ordinal'>[];
  gameweeks: readonly PublishedPoints[];
  gross: number;
  /** Thousandths. */
  earned: number;
}

/** Points of an entry in a gameweek; coefficient and earned points in thousandths. */
export interface PublishedPoints {
  gameweek: number;
  points: number;
  coefficient: number;
  earned: number;
}
