import type { RosterPlayer } from '@touchline/api/http/entries';
import type { SealedLineup } from '../seals.ts';

/** Stored entry; times in epoch ms. */
export interface Entry {
  id: string;
  game_id: string;
  /** From 1, in order of joining. */
  ordinal: number;
  wallet_address: string;
  team_name: string;
  /** Season points of the starting eleven at the time of joining. */
  entry_points: number;
  joined_at: number;
  /** The fifteen players as they were when the team was saved. */
  roster: RosterPlayer[];
  /** Digest of the join request, or its prefix; identifies a repeated request. */
  join_digest: string;
  /** True when a chain reorganisation has removed the payment. */
  suspended: boolean;
  /** Number of changes by administrators and renames by the owner. */
  edits: number;
  /** Exclusion from the standings by an administrator; `at` in epoch ms. */
  excluded: { at: number; admin: string; reason: string } | null;
}

/** An entry with its first lineup. */
export interface Entered {
  entry: Entry;
  sealed: SealedLineup;
}
