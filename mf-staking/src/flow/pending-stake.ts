/** A transfer that was sent but is not recorded as a stake yet. */
export interface PendingStake {
  /** Whole tokens. */
  amount: string;
  hash: string;
  /** When it was sent, epoch ms by the server's clock. */
  since: number;
}

const keyOf = (wallet: string) => `touchline-stake-under-way:${wallet}`;

/** The wallet's pending stake; survives a reload. */
export function loadPendingStake(wallet: string): PendingStake | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(wallet)) ?? 'null');
    return isPendingStake(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Saves the pending stake as soon as its hash exists; null removes it. */
export function savePendingStake(wallet: string, stake: PendingStake | null): void {
  try {
    if (stake) localStorage.setItem(keyOf(wallet), JSON.stringify(stake));
    else localStorage.removeItem(keyOf(wallet));
  } catch {
    // Storage is blocked or full. The server still finds the transfer on the chain.
  }
}

function isPendingStake(stored: unknown): stored is PendingStake {
  if (typeof stored !== 'object' || stored === null) return false;
  const { amount, hash, since } = stored as Partial<Record<string, unknown>>;
  return typeof amount === 'string' && typeof hash === 'string' && typeof since === 'number';
}
