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
  /** By default the last gameweek with a published lock root. */
  gameweek?: number | undefined;
}
