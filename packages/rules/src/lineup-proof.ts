import type { StoredLineupVersion } from './lineup.ts';
import type { LineupSlot, SealedVersion } from './lineup-commitment.ts';

/** Version of a lineup in a receipt or a proof; hashes below are hexadecimal. */
export type PublishedVersion = Pick<SealedVersion, 'gameweek' | 'number' | 'saved_at'>;

export interface PublishedReceipt {
  game_id?: string;
  participation_id: string;
  ordinal: number;
  version: PublishedVersion;
  commitment: string;
  key: string;
  slots: readonly LineupSlot[];
  batch: PublishedBatch;
}

/** Place of a receipt among those that share one signature, and the hashes from its commitment to the signed root. */
export interface PublishedBatch {
  index: number;
  path: readonly string[];
}

export interface PublishedRoot {
  gameweek: number;
  /** ISO 8601. */
  locks_at: string;
  final: boolean;
  root: string;
  entries: number;
}

export interface PublishedLock extends PublishedRoot {
  version: PublishedVersion | null;
  commitment: string;
  path: readonly string[];
  leaves: readonly string[];
  slots: readonly (LineupSlot & { salt: string })[];
  /** Opens all slots; null or absent until the game is settled. */
  key?: string | null;
}

export interface PublishedProof {
  game_id?: string;
  participation_id: string;
  ordinal: number;
  locks: readonly PublishedLock[];
}

/** Contents that a caller requires of a proof. */
export interface RequestedProof {
  team?: string | undefined;
  /** By default the last one with a published lock root. */
  gameweeks?: readonly number[] | undefined;
}

/**
 * Reports whether a lineup belongs to a lock: it was saved before, for the gameweek or an earlier one. A final lock has all lineups for
 * the gameweek itself, also those saved while it was settled: its points count them, and later ones are rejected.
 * @param lock with its time in epoch ms
 */
export const isInForce = (
  { effective_gameweek: gameweek, saved_at }: Pick<StoredLineupVersion, 'effective_gameweek' | 'saved_at'>,
  lock: { gameweek: number; locks_at: number; final: boolean },
): boolean =>
  gameweek <= lock.gameweek && (saved_at < lock.locks_at || (lock.final && gameweek === lock.gameweek));
