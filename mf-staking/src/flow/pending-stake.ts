/** Transfer that was sent but is not recorded as a stake yet. */
export interface PendingStake {
  /** Whole tokens. */
  amount: string;
  hash: string;
  /** Time of sending, epoch ms by the server's clock. */
  since: number;
}

/** Age after which the user may stop looking for a missing transfer: it may have been dropped or cancelled. */
export const FORGET_AFTER_MS = 30 * 60_000;

const buildStorageKey = (wallet: string) => `touchline-stake-under-way:${wallet}`;

/** Loads the wallet's pending stake, which survives a reload. Null if nothing valid is stored. */
export function loadPendingStake(wallet: string): PendingStake | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(buildStorageKey(wallet)) ?? 'null');
    return isPendingStake(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Saves the pending stake once its hash is known. */
export function savePendingStake(wallet: string, stake: PendingStake): void {
  try {
    localStorage.setItem(buildStorageKey(wallet), JSON.stringify(stake));
  } catch {
    // Storage is full. The server still finds the transfer on the chain.
  }
}

/** Removes the pending stake if it is still the one with this hash. */
export function removePendingStake(wallet: string, hash: string): void {
  if (loadPendingStake(wallet)?.hash === hash) localStorage.removeItem(buildStorageKey(wallet));
}

function isPendingStake(stored: unknown): stored is PendingStake {
  if (typeof stored !== 'object' || stored === null) return false;
  const { amount, hash, since } = stored as Partial<Record<string, unknown>>;
  return typeof amount === 'string' && typeof hash === 'string' && typeof since === 'number';
}
