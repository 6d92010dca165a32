import type { RosterPlayer } from '@touchline/api/http/entries';

/** An entry as stored; times in epoch ms. */
export interface Entry {
  id: string;
  game_id: string;
  /** From 1, in order of joining. */
  ordinal: number;
  wallet_address: string;
  team_name: string;
  /** The starting eleven's season total at the moment of joining. */
  entry_points: number;
  joined_at: number;
  /** The fifteen as they were when the team was saved. */
  roster: RosterPlayer[];
  /** Of the join request, or how it begins: recognises a repeated one. */
  join_digest: string;
  /** A reorganisation of the chain removed the payment. */
  suspended: boolean;
  /** Raised by every change of an administrator. */
  edits: number;
  /** An administrator took the entry out of the standings (epoch ms). */
  excluded: { at: number; admin: string; reason: string } | null;
}
