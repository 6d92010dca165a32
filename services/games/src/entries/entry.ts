import type { RosterPlayer } from '@touchline/api/http/entries';

/** A participation as stored; times in epoch ms. */
export interface Entry {
  id: string;
  game_id: string;
  /** From 1, in order of joining. */
  ordinal: number;
  wallet_address: string;
  team_name: string;
  /** The starting eleven's season total when he joined. */
  entry_points: number;
  joined_at: number;
  /** The fifteen as they were when the team was saved. */
  roster: RosterPlayer[];
  /** What was sent to join. */
  join_digest: string;
  /** A reorganisation of the chain has taken the payment away. */
  suspended: boolean;
}
